import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import type { TreeLineFacts } from '../../theme/kit/tree/treeMove.ts';

/** One row of the asset tree. */
export type TreeItem = {
  key: string;
  parent: string;
  kind: 'node' | 'asset';
  label: string;
  /** Number of assets below, if the server sends it. */
  count: number | null;
  /** Text of the tooltip, such as address and comment; empty if it would repeat the name. */
  hint: string;
  icon: string;
  isInactive: boolean;
  isParent: boolean;
  asset?: { id: string; name: string; address: string };
  /** Names of the asset's protocols, if the server sends them. */
  protocols?: readonly string[];
};

/**
 * The part of the tree that has been loaded; `children` has no entry for a row until its children are loaded.
 */
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

/**
 * A node or asset from the server as a row. An asset under two nodes gets two rows, each with its own key.
 */
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
    ...(Array.isArray(data.protocols) && { protocols: data.protocols.map(String) }),
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

/** A row in the form that the keyboard handling of trees expects. */
export const factsOf = ({ item, ...row }: TreeRow): TreeLineFacts => ({
  id: item.key,
  label: item.label,
  level: row.level,
  position: row.position,
  size: row.siblings,
  parent: item.parent || undefined,
  isOpen: row.isExpanded,
  canOpen: item.isParent,
});
