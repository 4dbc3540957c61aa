import { isComposing } from '../keys/isComposing.ts';

const MENU = '.ant-dropdown:not(.ant-dropdown-hidden)';

const handleArrow = (event: KeyboardEvent) => {
  const { key, target } = event;
  if (key !== 'ArrowDown' || isComposing(event) || !(target instanceof Element)) return;
  // A menu is preceded by its opener, or by a filter box above its entries.
  const isInFront =
    target.closest('.ant-dropdown-open') || (target.closest(MENU) && !target.closest('[role^=menuitem]'));
  const entry =
    isInFront && document.querySelector<HTMLElement>(`${MENU} [role^=menuitem]:not([aria-disabled=true])`);
  if (!entry) return;
  event.preventDefault();
  entry.focus();
};

/** Lets the arrow key reach the entries of an open menu; returns how to stop. */
export const letArrowIntoMenus = (): (() => void) => {
  document.addEventListener('keydown', handleArrow, true);
  return () => document.removeEventListener('keydown', handleArrow, true);
};
