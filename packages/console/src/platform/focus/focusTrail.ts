import { canHoldFocus } from '../../theme/kit/canHoldFocus.ts';
import { standInFor } from './standIn.ts';

/**
 * Focus inside menus is not recorded: they close behind what they open, and the focus returns to their
 * opener.
 */
const POPUPS = '[data-menu], .ant-select-dropdown';
const LENGTH = 12;

/**
 * Elements that had the focus, the latest last. One that is removed is replaced by the element that stands in
 * for it.
 */
let trail: HTMLElement[] = [];
/** The element that has the focus, or had it when it was removed. */
let holder: HTMLElement | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Returns the focus to the last element that can have it, if nothing has it. */
export const bringFocusBack = (): void => {
  if (!isLost()) return;
  const last = trail.findLast(canHoldFocus) ?? document.querySelector<HTMLElement>('main[tabindex]');
  last?.focus();
};

const handleFocusIn = ({ target }: FocusEvent) => {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  holder = target;
  if (!target.closest(POPUPS))
    trail = [...trail.filter((element) => element !== target), target].slice(-LENGTH);
};

const handleFocusOut = ({ target, relatedTarget }: FocusEvent) => {
  if (relatedTarget) return;
  // The browser reports the same event for a removed element, a hidden one, and a click elsewhere.
  setTimeout(() => {
    if (holder !== target || !isLost()) return;
    if (canHoldFocus(holder)) holder = undefined;
    else if (holder.isConnected && !holder.matches(':disabled')) bringFocusBack();
  });
};

const replaceRemoved = (records: readonly MutationRecord[]) => {
  trail = trail.flatMap((element) =>
    element.isConnected ? [element] : (standInFor(element, records) ?? []),
  );
};

const handleChange = (records: readonly MutationRecord[]) => {
  const hasMoved = holder?.isConnected === true && isLost() && records.some(hasRemoved(holder));
  if (hasMoved) holder?.focus();
  if (trail.every((element) => element.isConnected) && holder?.isConnected !== false) return;
  replaceRemoved(records);
  if (holder?.isConnected !== false || !isLost()) return;
  bringFocusBack();
  // Nothing can take the focus over. An element that appears later must not, because the user may be
  // elsewhere by then.
  if (isLost()) holder = undefined;
};

const hasRemoved = (element: HTMLElement) => (record: MutationRecord) =>
  [...record.removedNodes].some((node) => node.contains(element));

/**
 * Watches the page, so that the focus is not lost when an element is removed or hidden; returns a function
 * that stops this.
 */
export const keepFocus = (): (() => void) => {
  const observer = new MutationObserver(handleChange);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', handleFocusIn);
  document.addEventListener('focusout', handleFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', handleFocusIn);
    document.removeEventListener('focusout', handleFocusOut);
    trail = [];
    holder = undefined;
  };
};
