import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { sql } from 'drizzle-orm';
import { type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { allOf, containing, texts, uuids } from '../../platform/database.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import type { AssetLookup } from './assetLookup.ts';
import { assetsGranted } from './grants.ts';
import { assetsAt, type GrantedNode, isShown, type Tree } from './nodeTree.ts';
import { isSpecial, type SpecialKey, specialAssets } from './specialNodes.ts';
import { leafItem, leavesOf, leavesWhere, nodeItem } from './treeItems.ts';

/**
 * Maximum number of assets: directly on a root; on another node or in a list without nodes; in a search; in a
 * page of the whole tree.
 */
const most = { root: 1000, node: 10_000, search: 999, page: 10_000 };

const matching = (search: string) => {
  const pattern = containing(search);
  return sql`t.search_text like lower(${pattern}) and (t.name ilike ${pattern} or t.address ilike ${pattern})`;
};

/** Granted assets without their nodes. */
export const assetTree = async (lookup: AssetLookup, special?: SpecialKey): Promise<TreeNode[]> => {
  const { subject, grants, query, ctx } = lookup;
  const search = query.get('search');
  const where = allOf([
    assetsGranted(grants),
    special && specialAssets(special, subject, grants),
    search ? matching(search) : undefined,
  ]);
  const leaves = await leavesWhere(where, search ? most.search : most.node, ctx);
  return leaves.map((leaf) => leafItem(leaf, 'root', ctx));
};

const leavesAt = async (key: string, lookup: AssetLookup, tree: Tree) => {
  const { subject, grants, ctx } = lookup;
  const where = isSpecial(key)
    ? allOf([assetsGranted(grants), specialAssets(key, subject, grants)])
    : sql`t.id in (${assetsAt(key, tree)})`;
  const leaves = await leavesWhere(where, key.includes(':') || isSpecial(key) ? most.node : most.root, ctx);
  return leaves.map((leaf) => leafItem(leaf, key, ctx));
};

/** Assets that match a search, each below the first of its nodes that is shown. */
const leavesFound = async (search: string, lookup: AssetLookup, tree: Tree) => {
  const { grants, ctx } = lookup;
  const leaves = await leavesWhere(allOf([assetsGranted(grants), matching(search)]), most.search, ctx);
  const links = await ctx.db.rows<{ asset: string; key: string }>(sql`select l.asset::text as asset, n.key
    from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where l.asset = any(${uuids(leaves.map((leaf) => leaf.id))}) order by n.key`);
  const places = new Map<string, string>();
  for (const { asset, key } of links) if (!places.has(asset) && isShown(key, tree)) places.set(asset, key);
  return leaves.map((leaf) => leafItem(leaf, places.get(leaf.id) ?? 'root', ctx));
};

/** Direct child nodes, then the node's assets; with a search, the nodes and assets found. */
export const childrenWithAssets = async (
  lookup: AssetLookup,
  tree: Tree,
  nodes: GrantedNode[],
): Promise<TreeNode[]> => {
  const { query, ctx } = lookup;
  const items = nodes.map((node) => nodeItem(node, true));
  const search = query.get('search');
  if (search) return [...items, ...(await leavesFound(search, lookup, tree))];
  const keyOrId = query.get('key') || query.get('id') || '';
  const roots = nodes.filter((node) => node.parent_key === '' && !isSpecial(node.key));
  const key = keyOrId || (roots.length === 1 ? (roots[0]?.key ?? '') : '');
  if (!key) return items;
  const byId = keyOrId && !isSpecial(keyOrId) && !/^[\d:]+$/.test(keyOrId);
  const known = byId
    ? (await ctx.db.rows<{ key: string }>(sql`select key from ${allNodes} n where id::text = ${keyOrId}`))[0]
        ?.key
    : key;
  return known ? [...items, ...(await leavesAt(known, lookup, tree))] : items;
};

/** Pairs of a granted asset and the key of its node. */
const everyLink = ({ grants, single }: Tree) => {
  const whole = sql`select l.asset, n.key from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.org_id = any(${uuids([...grants.orgs])})`;
  const below = sql`select l.asset, n.key from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where l.node = any(${uuids([...grants.nodes.values()])})`;
  const alone = sql`select * from unnest(${uuids(single.map((link) => link.asset))}, ${texts(single.map((link) => link.key))})`;
  return sql.join(
    [grants.orgs.size ? whole : undefined, grants.nodes.size ? below : undefined, alone].filter(
      (part) => part !== undefined,
    ),
    sql` union all `,
  );
};

/** The whole tree: nodes with the first page, assets in pages; a header says where the next page starts. */
export const allWithAssets = async (
  lookup: AssetLookup,
  tree: Tree,
  nodes: () => Promise<GrantedNode[]>,
): Promise<WholeAnswer> => {
  const { query, ctx } = lookup;
  const cursor = query.get('offset') ?? '';
  const offset = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const leaves = await leavesOf(everyLink(tree), most.page, offset, ctx);
  const items = leaves.map((leaf) => leafItem(leaf, leaf.at ?? '', ctx));
  const headers: Record<string, string> = leaves.length
    ? { 'X-JMS-TREE-OFFSET': String(offset + leaves.length) }
    : {};
  if (offset) return whole({ body: items, headers });
  const branches = (await nodes()).map((node) => nodeItem(node, node.parent_key === ''));
  return whole({ body: [...branches, ...items], headers });
};
