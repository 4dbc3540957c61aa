import { canHoldFocus } from './canHoldFocus.ts';

const FIELDS =
  'input, textarea, select, [role="combobox"], [role="treeitem"][tabindex="0"], [contenteditable="true"]';
const MARKED = '[data-focus]';
/** The place of a field that is still being loaded. */
const DUE = '[data-due]';
/** Buttons that only close the dialog. */
const BUTTONS = ':is(footer, .ant-modal-footer) button:not(.ant-btn-primary, .ant-btn-dangerous)';

const isStop = (element: HTMLElement) => element.tabIndex >= 0 && canHoldFocus(element);
const firstOf = (dialog: HTMLElement, kind: string) =>
  [...dialog.querySelectorAll<HTMLElement>(kind)].find(isStop);

/** Of radio buttons, the keyboard reaches only the checked one. */
const checkedOf = (dialog: HTMLElement, field: HTMLElement | undefined) => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  const group = [...dialog.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked')];
  return group.find(({ name }) => name === field.name) ?? field;
};
const firstField = (dialog: HTMLElement) => {
  const first = [...dialog.querySelectorAll<HTMLElement>(`${FIELDS}, ${DUE}`)].find(
    (element) => element.matches(DUE) || isStop(element),
  );
  return first?.matches(DUE) ? undefined : first;
};
const chosenPlace = (dialog: HTMLElement) => firstOf(dialog, MARKED) ?? checkedOf(dialog, firstField(dialog));

/**
 * Puts the focus where a dialog starts: on what is marked with `data-focus`, else on the first field, else on
 * a button below the content that only closes it, else on the dialog. Fields that arrive later get it unless
 * the user has begun meanwhile. A field that already has the focus keeps it. Returns a function that ends the
 * waiting.
 */
export const startFocus = (dialog: HTMLElement): (() => void) => {
  const active = document.activeElement;
  const isChosen = active?.matches(`${MARKED}, ${FIELDS}`) && dialog.contains(active);
  if (isChosen) return () => undefined;
  const chosen = chosenPlace(dialog);
  const place = chosen ?? firstOf(dialog, BUTTONS) ?? dialog;
  place.focus({ preventScroll: true });
  if (chosen) return () => undefined;

  const watcher = new MutationObserver(() => {
    const late = chosenPlace(dialog);
    if (!late) return;
    stop();
    late.focus({ preventScroll: true });
  });
  const stop = () => {
    watcher.disconnect();
    for (const kind of ['keydown', 'pointerdown']) dialog.removeEventListener(kind, stop, true);
  };
  for (const kind of ['keydown', 'pointerdown']) dialog.addEventListener(kind, stop, true);
  watcher.observe(dialog, { childList: true, subtree: true });
  return stop;
};
