import type { nodeActions } from '@gatehouse/contract/actions/assets.ts';
import type { QueryOf } from '@gatehouse/contract/call/callTypes.ts';
import type { TreeNode as WireNode } from '@gatehouse/contract/wire/page.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { keysAbove, nodesWhere, pathOf, type TreeNode } from '../../engine/tree/store.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { anyOf, containing, list } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { assetLeaf, type LeafRow } from '../assetTree/assetLeaf.ts';
import { rootsOf } from './targetNode.ts';

type CountedNode = TreeNode & { amount: number };

/** Maximum number of assets, and of nodes, that a search in the tree finds. */
const mostHits = 1000;

/** A node as a branch, with its count after the name (protocol reference §13). */
export const nodeBranch = (node: CountedNode, ctx: Pick<Context, 'engine'>): WireNode => {
  const name = `${node.value} (${node.amount})`;
  return {
    id: node.key,
    name,
    title: name,
    pId: node.parent_key,
    isParent: true,
    open: true,
    meta: {
      type: 'node',
      data: {
        id: node.id,
        key: node.key,
        value: node.value,
        org_name: ctx.engine.organizationName(node.org_id) ?? '',
      },
    },
  };
};

const byPlace = sql`${naturally(sql`n.value`)}, n.key`;

/** Nodes of a tree without a search: below one, or from the roots down. */
const expanded = async (
  node: TreeNode | undefined,
  isWhole: boolean,
  ctx: Context,
): Promise<CountedNode[]> => {
  if (node) {
    const where = isWhole
      ? sql`n.path <@ ${pathOf(node.key)} and n.id <> ${node.id}`
      : sql`n.org_id = ${node.org_id} and n.parent_key = ${node.key}`;
    return nodesWhere(nodeStore, where, ctx, byPlace);
  }
  const roots = await rootsOf(ctx);
  const under = roots.map((root) =>
    isWhole
      ? sql`n.path <@ ${pathOf(root.key)}`
      : sql`n.id = ${root.id} or (${!ctx.org.isRoot} and n.org_id = ${root.org_id} and n.parent_key = ${root.key})`,
  );
  return nodesWhere(nodeStore, anyOf(under), ctx, byPlace);
};

type LinkedLeaf = LeafRow & { parent: string };

const leavesOf = async (node: TreeNode | undefined, ctx: Context): Promise<LinkedLeaf[]> => {
  // A root holds the assets that were sorted into no other node, possibly all of them; a table lists them
  // better.
  if (!node || node.parent_key === '') return [];
  return ctx.db.rows<LinkedLeaf>(sql`select t.*, ${node.key}::text as parent from ${await visibleRows('assets.asset', ctx)} t
    join ${allAssetNodes} l on l.asset = t.id where l.node = ${node.id} order by ${naturally(sql`t.name`)}, t.id`);
};

const foundLeaves = async (term: string, node: TreeNode | undefined, ctx: Context): Promise<LinkedLeaf[]> => {
  const within = node ? sql`n.path <@ ${pathOf(node.key)}` : sql`true`;
  const visible = await visibleRows('assets.asset', ctx);
  return ctx.db.rows<LinkedLeaf>(sql`with hits as materialized (
      select t.id from ${visible} t where t.search_text like lower(${containing(term)})
        and (t.name ilike ${containing(term)} or t.address ilike ${containing(term)}) limit ${mostHits})
    select t.*, n.key as parent from hits h join ${visible} t on t.id = h.id join ${allAssetNodes} l on l.asset = t.id
    join ${allNodes} n on n.id = l.node where ${within} order by ${naturally(sql`t.name`)}, t.id limit ${mostHits}`);
};

/** Nodes whose name contains the term, and the ancestors of these and of the leaves found. */
const foundNodes = async (
  term: string,
  node: TreeNode | undefined,
  leaves: readonly LinkedLeaf[],
  ctx: Context,
): Promise<CountedNode[]> => {
  const within = node ? sql`t.path <@ ${pathOf(node.key)}` : sql`true`;
  const hits = await ctx.db.rows<{ key: string }>(
    sql`select t.key from ${await visibleRows('assets.node', ctx)} t where ${within} and t.value ilike ${containing(term)} order by ${naturally(sql`t.value`)}, t.key limit ${mostHits}`,
  );
  const keys = new Set(
    [...hits, ...leaves.map(({ parent }) => ({ key: parent }))].flatMap(({ key }) => keysAbove(key)),
  );
  if (keys.size === 0) return [];
  return nodesWhere(nodeStore, sql`n.path = any(array[${list([...keys].map(pathOf))}])`, ctx, byPlace);
};

/**
 * The asset tree as the console loads it: level by level, whole, or as search results (reference 03 §5.2).
 */
export const treeNodes = async (
  { assets = '', search, all }: QueryOf<typeof nodeActions.shapes.tree>,
  node: TreeNode | undefined,
  ctx: Context,
): Promise<WireNode[]> => {
  const withAssets = ['1', 'true'].includes(assets);
  const term = search?.trim();
  const leaves = !withAssets ? [] : term ? await foundLeaves(term, node, ctx) : await leavesOf(node, ctx);
  const nodes = term ? await foundNodes(term, node, leaves, ctx) : await expanded(node, all === 'all', ctx);
  return [
    ...nodes.map((node) => nodeBranch(node, ctx)),
    ...leaves.map((leaf) => assetLeaf(leaf, leaf.parent, ctx)),
  ];
};
