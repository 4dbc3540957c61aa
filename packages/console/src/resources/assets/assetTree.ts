import { assetTreeKeys } from '@gatehouse/contract/layouts/assetTreeKeys.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';

/** Collection URLs of assets, nodes and platforms. */
export const ASSETS_URL = '/api/v1/assets/assets/';
export const NODES_URL = '/api/v1/assets/nodes/';
export const PLATFORMS_URL = '/api/v1/assets/platforms/';

/** Cookie that limits a list to the selected node's own assets. */
export const CURRENT_ONLY_COOKIE = 'show_current_asset';

type Query = Partial<Record<(typeof assetTreeKeys)[number], string | undefined>>;

/** The query of a tree in which nothing is chosen. */
export const noTreeQuery: Query = Object.fromEntries(assetTreeKeys.map((key) => [key, undefined]));

const dataId = ({ meta, id }: TreeNode): string => String(meta.data?.id ?? id);

/** Query parameters with which a selected node filters the list beside the tree. */
export const treeQuery = (node: TreeNode, isCurrentOnly: boolean): Query => {
  const { meta } = node;
  const made: Record<string, () => Query> = {
    node: () => ({ node_id: dataId(node), ...(isCurrentOnly && { show_current_asset: '1' }) }),
    asset: () => ({ asset_id: node.id }),
    category: () => ({ category: String(meta.category ?? '') }),
    type: () => ({ category: String(meta.category ?? ''), type: String(meta._type ?? '') }),
    platform: () => ({ platform: node.id }),
  };
  return { ...noTreeQuery, ...made[meta.type]?.() };
};

/** Id of the tree node that the query parameters select; undefined if there is none. */
export const selectedNode = (
  nodes: Iterable<TreeNode>,
  query: Readonly<Record<string, string>>,
): string | undefined => {
  for (const node of nodes) {
    const { type } = node.meta;
    if (type === 'node' && query.node_id && dataId(node) === query.node_id) return node.id;
    if (type === 'asset' && query.asset_id && node.id === query.asset_id) return node.id;
    if (type === 'platform' && query.platform && node.id === query.platform) return node.id;
    if (type === 'type' && query.type && node.meta._type === query.type) return node.id;
    if (type === 'category' && query.category && !query.type && node.meta.category === query.category)
      return node.id;
  }
  return undefined;
};

/** Number of assets in each category and in all of them, from the names in the type tree. */
export const categoryCounts = (nodes: readonly TreeNode[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { name, meta } of nodes) {
    const count = /\((\d+)\)$/.exec(name)?.[1];
    if (count === undefined) continue;
    if (meta.type === 'category' && meta.category) counts[String(meta.category)] = Number(count);
    else if (meta.type !== 'type' && meta.type !== 'platform') counts.all = Number(count);
  }
  const sum = Object.entries(counts).reduce(
    (total, [name, count]) => total + (name === 'all' ? 0 : count),
    0,
  );
  return { ...counts, ...(counts.all === undefined && sum > 0 && { all: sum }) };
};
