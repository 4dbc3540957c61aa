import { isComposing } from '../keys/isComposing.ts';

const MENU = '.ant-dropdown:not(.ant-dropdown-hidden)';

const handleArrow = (event: KeyboardEvent) => {
  const { key, target } = event;
  if (key !== 'ArrowDown' || isComposing(event) || !(target instanceof Element)) return;
  // In front of the menu stands what opened it, or a box above its entries that narrows them.
  const isInFront =
    target.closest('.ant-dropdown-open') || (target.closest(MENU) && !target.closest('[role^=menuitem]'));
  const entry =
    isInFront && document.querySelector<HTMLElement>(`${MENU} [role^=menuitem]:not([aria-disabled=true])`);
  if (!entry) return;
  event.preventDefault();
  entry.focus();
};

/** Lets the arrow reach the entries of the menu that stands open; the answer ends it. */
export const letArrowIntoMenus = (): (() => void) => {
  document.addEventListener('keydown', handleArrow, true);
  return () => document.removeEventListener('keydown', handleArrow, true);
};
