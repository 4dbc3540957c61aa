import type { TreeNode } from '@gatehouse/contract/wire/page.ts';

/** One row of the asset tree. */
export type TreeItem = {
  key: string;
  parent: string;
  kind: 'node' | 'asset';
  label: string;
  /** Assets below, if the server says. */
  count: number | null;
  /** Second line for tooltips: address and comment. */
  hint: string;
  icon: string;
  isInactive: boolean;
  isParent: boolean;
  asset?: { id: string; name: string; address: string };
};

/** The known part of the tree; children are absent until loaded. */
export type TreeState = {
  items: Readonly<Record<string, TreeItem>>;
  children: Readonly<Record<string, readonly string[]>>;
  expanded: ReadonlySet<string>;
  loading: ReadonlySet<string>;
};

/** A visible row. */
export type TreeRow = {
  item: TreeItem;
  level: number;
  isExpanded: boolean;
  position: number;
  siblings: number;
};

const COUNTED = /^(.*?)\s*\((\d+)\)$/s;

/** A node or asset of the wire as a row; the same asset under two nodes has two keys. */
export const itemOf = (node: TreeNode, parent: string): TreeItem => {
  const data = node.meta.data ?? {};
  const isAsset = node.meta.type === 'asset';
  const counted = COUNTED.exec(node.name);
  return {
    key: isAsset ? `${parent}/${node.id}` : node.id,
    parent,
    kind: isAsset ? 'asset' : 'node',
    label: isAsset ? node.name : String(data.value ?? counted?.[1] ?? node.name),
    count: isAsset || !counted ? null : Number(counted[2]),
    hint: node.title.trim() === node.name.trim() ? '' : node.title.trim(),
    icon: String(data.platform_type ?? node.iconSkin ?? ''),
    isInactive: node.chkDisabled === true,
    isParent: node.isParent,
    ...(isAsset && { asset: { id: node.id, name: node.name, address: String(data.address ?? '') } }),
  };
};

/** An empty tree. */
export const emptyTree: TreeState = { items: {}, children: {}, expanded: new Set(), loading: new Set() };

/**
 * Adds a server answer below `parent` (`''` for the top). Rows sent with their children are expanded at once;
 * the others stay closed until loaded.
 */
export const withAnswer = (state: TreeState, parent: string, nodes: readonly TreeNode[]): TreeState => {
  const ids = new Set(nodes.map((node) => node.id));
  const items: Record<string, TreeItem> = { ...state.items };
  const fresh: Record<string, string[]> = { [parent]: [] };
  const expanded = new Set(state.expanded);
  for (const node of nodes) {
    const under = ids.has(node.pId) && node.pId !== node.id ? node.pId : parent;
    const item = itemOf(node, under);
    items[item.key] = item;
    fresh[under] = [...(fresh[under] ?? []), item.key];
    if (under !== parent) expanded.add(under);
  }
  const loading = new Set([...state.loading].filter((key) => key !== parent));
  return { items, children: { ...state.children, ...fresh }, expanded, loading };
};

/** Opens or closes a row. */
export const withExpanded = (state: TreeState, key: string, open: boolean): TreeState => {
  const expanded = new Set(state.expanded);
  if (open) expanded.add(key);
  else expanded.delete(key);
  return { ...state, expanded };
};

/** Sets whether a row is loading. */
export const withLoading = (state: TreeState, key: string, isLoading: boolean): TreeState => {
  const loading = new Set(state.loading);
  if (isLoading) loading.add(key);
  else loading.delete(key);
  return { ...state, loading };
};

/** The rows below `parent` that are visible, top to bottom. */
export const visibleRows = (state: TreeState, parent = '', level = 1): TreeRow[] => {
  const keys = state.children[parent] ?? [];
  return keys.flatMap((key, at) => {
    const item = state.items[key];
    if (!item) return [];
    const isExpanded = item.isParent && state.expanded.has(key);
    const row = { item, level, isExpanded, position: at + 1, siblings: keys.length };
    return isExpanded ? [row, ...visibleRows(state, key, level + 1)] : [row];
  });
};

/** Effect of a key in the tree. */
export type TreeMove =
  | { kind: 'focus'; key: string }
  | { kind: 'expand'; keys: string[] }
  | { kind: 'collapse'; key: string }
  | null;

const expandable = (row: TreeRow) => row.item.isParent && !row.isExpanded;

/** Arrow, Home, End and `*` keys in a tree (language §9). */
export const treeMove = (rows: readonly TreeRow[], current: string | undefined, key: string): TreeMove => {
  const at = rows.findIndex((row) => row.item.key === current);
  const row = rows[at];
  const focus = (index: number): TreeMove => {
    const found = rows[Math.min(Math.max(0, index), rows.length - 1)];
    return found ? { kind: 'focus', key: found.item.key } : null;
  };
  if (key === 'Home') return focus(0);
  if (key === 'End') return focus(rows.length - 1);
  if (key === 'ArrowDown') return focus(at + 1);
  if (key === 'ArrowUp') return focus(at - 1);
  if (!row) return null;
  if (key === 'ArrowRight')
    return expandable(row) ? { kind: 'expand', keys: [row.item.key] } : row.isExpanded ? focus(at + 1) : null;
  if (key === 'ArrowLeft') {
    if (row.isExpanded) return { kind: 'collapse', key: row.item.key };
    return rows.some((one) => one.item.key === row.item.parent)
      ? { kind: 'focus', key: row.item.parent }
      : null;
  }
  if (key === '*') {
    const sisters = rows.filter((one) => one.item.parent === row.item.parent && expandable(one));
    return { kind: 'expand', keys: sisters.map((one) => one.item.key) };
  }
  return null;
};

/** The next row whose label starts with the typed text. */
export const typeAhead = (
  rows: readonly TreeRow[],
  current: string | undefined,
  typed: string,
): string | undefined => {
  const at = rows.findIndex((row) => row.item.key === current);
  const from = typed.length > 1 ? Math.max(0, at) : at + 1;
  const ordered = [...rows.slice(from), ...rows.slice(0, from)];
  return ordered.find((row) => row.item.label.toLowerCase().startsWith(typed.toLowerCase()))?.item.key;
};
