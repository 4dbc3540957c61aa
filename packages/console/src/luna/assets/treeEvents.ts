import type { MouseEvent } from 'react';
import type { TreeItem, TreeState } from './treeModel.ts';

/** What choosing a row does, and what opening its menu does. */
export type TreeActs = {
  choose: (item: TreeItem) => void;
  openMenu: (item: TreeItem, anchor: HTMLElement) => void;
};

const rowAt = (target: EventTarget, { items }: TreeState) => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null;
  const item = element && items[element.dataset.node ?? ''];
  return item ? { element, item } : undefined;
};

/** Chooses the row under the pointer, or opens its menu. */
export const onTreeClick = (event: MouseEvent, tree: TreeState, acts: TreeActs): void => {
  const row = rowAt(event.target, tree);
  const more = event.target instanceof Element && event.target.closest<HTMLElement>('[data-more]');
  if (row && more) acts.openMenu(row.item, more);
  else if (row) acts.choose(row.item);
};

/** Opens an asset's menu instead of the browser's context menu. */
export const onTreeContextMenu = (event: MouseEvent, tree: TreeState, acts: TreeActs): void => {
  const row = rowAt(event.target, tree);
  if (!row?.item.asset) return;
  event.preventDefault();
  acts.openMenu(row.item, row.element);
};
