import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import { inOrganization } from '../../engine/organizationScope.ts';
import { ensureRoot } from '../../engine/tree/grow.ts';
import { nodesWhere, type TreeNode } from '../../engine/tree/store.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

/** A node the caller may see, by id; 404 otherwise. */
export const nodeById = async (nodeId: string, ctx: Context): Promise<TreeNode> =>
  (await findRow(ctx.engine.resource(nodeStore.resource), nodeId, ctx)) as TreeNode;

/** The node a query names by `id` or `key`; undefined when it names none. */
export const namedNode = async (query: URLSearchParams, ctx: Context): Promise<TreeNode | undefined> => {
  const [nodeId, key] = [query.get('id'), query.get('key')];
  if (nodeId) return nodeById(nodeId, ctx);
  if (!key) return undefined;
  const [node] = await nodesWhere(
    nodeStore,
    sql`n.key = ${key} and ${inOrganization(sql`n.org_id`, ctx)}`,
    ctx,
  );
  if (!node) throw new AppError('object_does_not_exist');
  return node;
};

/** Roots the caller works under: his organization's, made when first seen, or every one from the global organization. */
export const rootsOf = async (ctx: Context): Promise<TreeNode[]> =>
  ctx.org.isRoot
    ? nodesWhere(
        nodeStore,
        sql`n.parent_key = '' and ${inOrganization(sql`n.org_id`, ctx)}`,
        ctx,
        sql`length(n.key), n.key`,
      )
    : [await ensureRoot(nodeStore, ctx.org, ctx)];
