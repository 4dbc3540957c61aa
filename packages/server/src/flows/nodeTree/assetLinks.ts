import type { nodeActions } from '@gatehouse/contract/actions/assets.ts';
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { asset as assetDefinition } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { onField } from '../../engine/fields/onField.ts';
import { kindOf } from '../../engine/fields/registry.ts';
import { diffOf, recordChanges, snapshotLinks } from '../../engine/operations/audit.ts';
import { guardDatabase } from '../../engine/operations/store.ts';
import type { Row } from '../../engine/resource.ts';
import { ensureRoot } from '../../engine/tree/grow.ts';
import { shareTree } from '../../engine/tree/locks.ts';
import { nodesWhere, type TreeNode } from '../../engine/tree/store.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import {
  linkStrayToNode,
  linkToNode,
  lockAssets,
  unlinkFromNode,
  unlinkFromOthers,
} from '../../resources/assets/asset/statements.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

/** How a call changes which assets are on a node. */
export type LinkVerb = 'add' | 'remove' | 'replace';

/** Ids of the assets a body names; each must be visible to the caller. */
const namedAssets = async (assets: unknown, ctx: Context): Promise<string[]> => {
  const field = { kind: 'refs', to: 'assets.asset' } as const;
  const use = { name: 'assets', field, resource: ctx.engine.resource(nodeStore.resource), ctx };
  const kind = kindOf(field);
  await kind.prefetch?.([assets], use);
  return onField('assets', async () => (await kind.parse?.(assets, use)) as string[]);
};

const toRoot = async (node: TreeNode, ids: string[], ctx: Context): Promise<void> => {
  const owner = { id: node.org_id, name: ctx.engine.organizationName(node.org_id) ?? ctx.org.name };
  const root = await ensureRoot(nodeStore, owner, ctx);
  await linkStrayToNode(ids, root.id, ctx.db);
};

const steps: Record<LinkVerb, (node: TreeNode, ids: string[], ctx: Context) => Promise<void>> = {
  add: (node, ids, ctx) => linkToNode(ids, node.id, ctx.db),
  remove: async (node, ids, ctx) => {
    await unlinkFromNode(ids, node.id, ctx.db);
    // An asset is never without a node.
    await toRoot(node, ids, ctx);
  },
  replace: async (node, ids, ctx) => {
    await linkToNode(ids, node.id, ctx.db);
    await unlinkFromOthers(ids, node.id, ctx.db);
  },
};

/**
 * Locks the assets for this transaction; throws a conflict when one was deleted or belongs to another
 * organization than the node.
 */
const takeAssets = async (
  ids: string[],
  node: TreeNode,
  ctx: Context,
): Promise<Row<typeof assetDefinition>[]> => {
  const rows = await lockAssets(ids, ctx.db);
  const outside = rows.some((row) => row.org_id !== node.org_id);
  if (outside || rows.length !== ids.length) throw new AppError('conflict');
  return rows;
};

/** Changes which assets are on a node, logged as one change per asset. */
export const linkAssets = async (
  verb: LinkVerb,
  node: TreeNode,
  assets: unknown,
  ctx: Context,
): Promise<AnswerOf<typeof nodeActions.shapes.addAssets>> => {
  const resource = ctx.engine.resource(assetDefinition);
  const ids = await namedAssets(assets, ctx);
  await shareTree(nodeStore, node.org_id, ctx);
  const [present] = await nodesWhere(nodeStore, sql`n.id = ${node.id}`, ctx);
  // The node was deleted after the request found it.
  if (!present) throw new AppError('conflict');
  const rows = await takeAssets(ids, node, ctx);
  const before = await snapshotLinks(resource, rows, ctx);
  await guardDatabase(resource, steps[verb](node, ids, ctx));
  const after = await snapshotLinks(resource, rows, ctx);
  const changes = rows.map((row) => ({
    row,
    diff: diffOf(
      resource,
      {
        before: row,
        after: row,
        linksBefore: before.get(row.id),
        linksAfter: after.get(row.id),
        names: ['nodes'],
      },
      ctx,
    ),
  }));
  await recordChanges(resource, 'update', changes, ctx);
  const linked = await ctx.db.rows<{ id: string }>(
    sql`select asset::text as id from ${allAssetNodes} a where node = ${node.id} order by id`,
  );
  return {
    assets: linked.map((row) => row.id),
    org_id: node.org_id,
    org_name: ctx.engine.organizationName(node.org_id) ?? '',
  };
};
