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

/** Keys of a focused row: arrows move, Space selects, Enter opens, E edits. */
export const useRowKeys = () =>
  useCallback((event: KeyboardEvent<HTMLElement>) => {
    const row = event.target as HTMLElement;
    if (row.tagName !== 'TR' || event.ctrlKey || event.metaKey || event.altKey) return;
    const update = () => press(row, '[data-action=update]');
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => focusRow(row, 1)],
      ['ArrowUp', () => focusRow(row, -1)],
      [' ', () => press(row, 'input[type=checkbox]')],
      ['Enter', () => press(row, '[data-row-link]')],
      ['e', update],
      ['E', update],
    ]);
    const run = keys.get(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  }, []);
