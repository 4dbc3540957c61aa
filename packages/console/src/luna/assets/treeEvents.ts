import type { KeyboardEvent, MouseEvent } from 'react';
import { type TreeItem, type TreeRow, type TreeState, treeMove, typeAhead } from './treeModel.ts';

/** Actions of keys and pointer in the tree. */
export type TreeActs = {
  focus: (key: string) => void;
  setOpen: (key: string, isOpen: boolean) => void;
  choose: (item: TreeItem) => void;
  openMenu: (item: TreeItem, anchor: HTMLElement) => void;
};

const asksForMenu = (event: KeyboardEvent) =>
  event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);

/** The tree's keyboard; `addLetter` collects letters typed in quick succession. */
export const onTreeKey = (
  event: KeyboardEvent<HTMLElement>,
  tree: { rows: TreeRow[]; current: string | undefined; addLetter: (letter: string) => string },
  acts: TreeActs,
): void => {
  const { rows, current } = tree;
  const row = event.target instanceof HTMLElement ? event.target : undefined;
  if (row?.getAttribute('role') !== 'treeitem') return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const item = rows.find((row) => row.item.key === current)?.item;
  const isChoice = event.key === 'Enter' || event.key === ' ';
  if (item && (isChoice || asksForMenu(event))) {
    event.preventDefault();
    if (isChoice) acts.choose(item);
    else acts.openMenu(item, row);
    return;
  }
  const move = treeMove(rows, current, event.key);
  const isLetter = event.key.length === 1 && event.key !== ' ' && event.key !== '*';
  const found = isLetter ? typeAhead(rows, current, tree.addLetter(event.key)) : undefined;
  if (!move && !found) return;
  event.preventDefault();
  if (found) acts.focus(found);
  else if (move?.kind === 'focus') acts.focus(move.key);
  else if (move?.kind === 'collapse') acts.setOpen(move.key, false);
  else if (move?.kind === 'expand') for (const key of move.keys) acts.setOpen(key, true);
};

const rowAt = (target: EventTarget, { items }: TreeState) => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  const item = element && items[element.dataset.key ?? ''];
  return item ? { element, item } : undefined;
};

/** Selects the row under the pointer, or opens its menu. */
export const onTreeClick = (event: MouseEvent, tree: TreeState, acts: TreeActs): void => {
  const row = rowAt(event.target, tree);
  const more = event.target instanceof Element && event.target.closest<HTMLElement>('[data-more]');
  if (row && more) acts.openMenu(row.item, more);
  else if (row) acts.choose(row.item);
};

/** An asset's context menu, instead of the browser's. */
export const onTreeContextMenu = (event: MouseEvent, tree: TreeState, acts: TreeActs): void => {
  const row = rowAt(event.target, tree);
  if (!row?.item.asset) return;
  event.preventDefault();
  acts.openMenu(row.item, row.element);
};
