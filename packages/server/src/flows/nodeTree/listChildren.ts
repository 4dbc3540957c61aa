import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { listRows } from '../../engine/operations/read.ts';
import { pathOf, type TreeNode } from '../../engine/tree/store.ts';
import { anyOf, containing } from '../../platform/database.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';
import { rootsOf } from './targetNode.ts';

const under = (node: TreeNode, isWhole: boolean): SQL =>
  isWhole
    ? sql`t.path <@ ${pathOf(node.key)} and t.id <> ${node.id}`
    : sql`t.org_id = ${node.org_id} and t.parent_key = ${node.key}`;

/**
 * Which nodes to list: those below a node, else the caller's root and those below it, or in the root
 * organization all roots. `isWhole` includes all levels, not only the next one.
 */
const chosen = async (node: TreeNode | undefined, isWhole: boolean, ctx: Context): Promise<SQL> => {
  if (node) return under(node, isWhole);
  if (ctx.org.isRoot) return isWhole ? sql`true` : sql`t.parent_key = ''`;
  const roots = await rootsOf(ctx);
  return anyOf(roots.map((root) => sql`t.id = ${root.id} or (${under(root, isWhole)})`));
};

/**
 * Plain rows of a node's children (reference 03 §5.2); `all=all` includes the whole subtree, `search` matches
 * names.
 */
export const listChildren = async (query: URLSearchParams, node: TreeNode | undefined, ctx: Context) => {
  const childQuery = new URLSearchParams(query);
  for (const name of ['id', 'key', 'search']) childQuery.delete(name);
  const term = query.get('search');
  const found = await chosen(node, query.get('all') === 'all', ctx);
  const where = term ? sql`(${found}) and t.value ilike ${containing(term)}` : found;
  return listRows(ctx.engine.resource(nodeStore.resource), childQuery, ctx, { allowed: true, where });
};
