import { AppError } from '@gatehouse/contract/errors.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import { inOrganization } from '../../engine/organizationScope.ts';
import type { Row } from '../../engine/resource.ts';
import { ensureRoot } from '../../engine/tree/grow.ts';
import { nodesWhere } from '../../engine/tree/store.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

/** A node the caller may see, by id; 404 otherwise. */
export const nodeById = (nodeId: string, ctx: Context): Promise<Row<typeof node>> =>
  findRow(ctx.engine.resource(node), nodeId, ctx);

/** The node a query names by `id` or `key`; undefined when it names none. */
export const namedNode = async (
  { id, key }: { id?: string | undefined; key?: string | undefined },
  ctx: Context,
): Promise<Row<typeof node> | undefined> => {
  if (id) return nodeById(id, ctx);
  if (!key) return undefined;
  const [found] = await nodesWhere(
    nodeStore,
    sql`n.key = ${key} and ${inOrganization(sql`n.org_id`, ctx)}`,
    ctx,
  );
  if (!found) throw new AppError('object_does_not_exist');
  return found;
};

/**
 * The caller's roots: that of the organization, created on first use, or all of them in the root
 * organization.
 */
export const rootsOf = async (ctx: Context): Promise<Row<typeof node>[]> =>
  ctx.org.isRoot
    ? nodesWhere(
        nodeStore,
        sql`n.parent_key = '' and ${inOrganization(sql`n.org_id`, ctx)}`,
        ctx,
        sql`length(n.key), n.key`,
      )
    : [await ensureRoot(nodeStore, ctx.org, ctx)];
