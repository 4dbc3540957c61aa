import { type KeyboardEvent, useCallback } from 'react';

const rowsOf = (body: Element): HTMLElement[] => [
  ...body.querySelectorAll<HTMLElement>(':scope > tr[tabindex]'),
];

const focusRow = (from: HTMLElement, step: number): void => {
  const body = from.parentElement;
  if (!body) return;
  const rows = rowsOf(body);
  rows[rows.indexOf(from) + step]?.focus();
};

const press = (row: HTMLElement, selector: string): void => row.querySelector<HTMLElement>(selector)?.click();

/** Inputs that need letters, spaces and arrows themselves. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]';
/** Controls that Space presses. */
const PRESSABLE = 'button, input, summary, [role=button], [role=switch], [role=checkbox]';

/**
 * Keys of a row, wherever in it the focus is: arrows move, Space selects, E edits; on the row itself, Enter
 * opens.
 */
export const useRowKeys = () =>
  useCallback((event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr[tabindex]');
    // A menu or dialog opened from the row is drawn elsewhere, but its events arrive here too.
    if (!row || !event.currentTarget.contains(row) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPING)) return;
    const update = () => press(row, '[data-action=update]');
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => focusRow(row, 1)],
      ['ArrowUp', () => focusRow(row, -1)],
      ['e', update],
      ['E', update],
    ]);
    if (!target.closest(PRESSABLE)) keys.set(' ', () => press(row, 'input[type=checkbox]'));
    if (target === row) keys.set('Enter', () => press(row, '[data-row-link]'));
    const run = keys.get(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  }, []);
