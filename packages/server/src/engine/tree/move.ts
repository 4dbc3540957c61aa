import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { settleExactly } from './amounts.ts';
import { recordNode, reserveChild } from './grow.ts';
import {
  isWithin,
  keysAbove,
  type NodePlace,
  nodesWhere,
  pathOf,
  type TreeNode,
  type TreeStore,
} from './store.ts';

/** Maximum length of a path of names, in characters. */
const longestPath = 4096;
/** Maximum length of a key, in characters. */
const longestKey = 64;

type Place = Omit<NodePlace, 'org_id'>;

/**
 * Gives a node another position or name; everything below it follows. The caller must own the tree
 * (`ownTree`).
 */
const rewrite = async (store: TreeStore, node: TreeNode, to: Place, ctx: Context): Promise<TreeNode> => {
  const table = id(store.nodes);
  const [limits] = await ctx.db.rows<{ key: number | null; path: number | null }>(
    sql`select max(length(key))::int as key, max(length(full_value))::int as path from ${table} where path <@ ${pathOf(node.key)} and org_id = ${node.org_id}`,
  );
  if ((limits?.key ?? 0) - node.key.length + to.key.length > longestKey)
    throw fieldError('nodes', 'node_too_deep');
  if ((limits?.path ?? 0) - node.full_value.length + to.full_value.length > longestPath)
    throw fieldError('value', 'max_length', { max: longestPath });
  await ctx.db.rows(sql`update ${table} set
      key = ${to.key} || substr(key, ${node.key.length + 1}),
      full_value = ${to.full_value} || substr(full_value, length(${node.full_value}) + 1),
      value = case when id = ${node.id} then ${to.value} else value end,
      parent_key = case when id = ${node.id} then ${to.parent_key} else ${to.key} || substr(parent_key, ${node.key.length + 1}) end
    where path <@ ${pathOf(node.key)} and org_id = ${node.org_id}`);
  const after = { ...node, ...to };
  await recordNode(store, node, after, ctx);
  return after;
};

/**
 * Renames a node; the full paths of the nodes below it follow. The caller must own the tree (`ownTree`), and
 * no sibling may have the name.
 */
export const renameNode = (
  store: TreeStore,
  node: TreeNode,
  value: string,
  ctx: Context,
): Promise<TreeNode> =>
  rewrite(
    store,
    node,
    {
      key: node.key,
      parent_key: node.parent_key,
      value,
      full_value: `${node.full_value.slice(0, node.full_value.length - node.value.length)}${value}`,
    },
    ctx,
  );

const refuseBadMove = async (
  store: TreeStore,
  target: TreeNode,
  node: TreeNode,
  ctx: Context,
): Promise<void> => {
  if (node.parent_key === '') throw new AppError('error', {}, { messageKey: 'node_root_move' });
  if (isWithin(target.key, node.key))
    throw new AppError('error', { name: node.value }, { messageKey: 'node_into_itself' });
  const taken = await nodesWhere(
    store,
    sql`n.org_id = ${target.org_id} and n.parent_key = ${target.key} and n.value = ${node.value}`,
    ctx,
  );
  if (taken.length) throw new AppError('error', { name: node.value }, { messageKey: 'node_name_taken' });
};

/**
 * Moves nodes and their subtrees under another node of the same tree, and recounts the ancestors that gain or
 * lose them; all other counts stay. The caller must own the tree (`ownTree`).
 */
export const moveNodes = async (
  store: TreeStore,
  targetId: string,
  nodeIds: readonly string[],
  ctx: Context,
): Promise<void> => {
  const nodeOf = async (nodeId: string): Promise<TreeNode> => {
    const [node] = await nodesWhere(store, sql`n.id = ${nodeId}`, ctx);
    if (!node) throw new AppError('object_does_not_exist');
    return node;
  };
  const recount = new Set<string>();
  for (const nodeId of nodeIds) {
    // Reread each time: an earlier move may have moved this node or the target.
    const [target, node] = [await nodeOf(targetId), await nodeOf(nodeId)];
    if (node.parent_key === target.key) continue;
    await refuseBadMove(store, target, node, ctx);
    const place = await reserveChild(store, targetId, node.value, ctx);
    await rewrite(store, node, place, ctx);
    const [old, now] = [keysAbove(node.parent_key), keysAbove(target.key)];
    for (const key of old) if (!now.includes(key)) recount.add(key);
    for (const key of now) if (!old.includes(key)) recount.add(key);
  }
  await settleExactly(store, [...recount], ctx);
};
