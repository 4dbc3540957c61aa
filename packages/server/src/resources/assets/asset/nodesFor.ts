import { fieldError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Row, Values } from '../../../engine/resource.ts';
import { ensurePath, ensureRoot } from '../../../engine/tree/grow.ts';
import type { TreeOwner, TreeStore } from '../../../engine/tree/store.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { allNodes } from '../node/relations.ts';
import { allAssets } from './relations.ts';

/**
 * Node ids by organization and path, and names of root nodes, found in a transaction. Cached per transaction,
 * not per request: rolling back a savepoint also removes nodes created in it.
 */
const found = new WeakMap<Context['db'], Map<string, string>>();

const remembered = async (key: string, ctx: Context, make: () => Promise<string>): Promise<string> => {
  const known = found.get(ctx.db) ?? new Map<string, string>();
  found.set(ctx.db, known);
  const nodeId = known.get(key) ?? (await make());
  known.set(key, nodeId);
  return nodeId;
};

const ownerOf = (row: Values<typeof asset>, ctx: Context): TreeOwner => {
  const org = row.org_id ?? ctx.org.id;
  return { id: org, name: ctx.engine.organizationName(org) ?? ctx.org.name };
};

const rootFor = (store: TreeStore, owner: TreeOwner, ctx: Context): Promise<string> =>
  remembered(`${owner.id}/`, ctx, async () => (await ensureRoot(store, owner, ctx)).id);

/**
 * Names along a full path, below the root. With a leading slash, the first name may be that of the root
 * itself.
 */
const namesOf = (path: string, rootName: string): string[] => {
  const names = path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const below = path.trim().startsWith('/') && names[0] === rootName ? names.slice(1) : names;
  if (below.some((name) => name.length > 128)) throw fieldError('nodes_display', 'max_length', { max: 128 });
  return below;
};

const byPath = async (store: TreeStore, owner: TreeOwner, path: string, ctx: Context): Promise<string> => {
  const rootName = (await ensureRootName(store, owner, ctx)) ?? owner.name;
  const names = namesOf(path, rootName);
  return remembered(`${owner.id}/${names.join('/')}`, ctx, async () =>
    names.length ? (await ensurePath(store, owner, names, ctx)).id : rootFor(store, owner, ctx),
  );
};

const ensureRootName = (store: TreeStore, owner: TreeOwner, ctx: Context): Promise<string> =>
  remembered(`${owner.id}?name`, ctx, async () => (await ensureRoot(store, owner, ctx)).value);

/** Node named in the query of a request that creates an asset, if it belongs to the organization. */
const queriedNode = async (owner: TreeOwner, ctx: Context): Promise<string | undefined> => {
  const nodeId = ctx.query.get('node_id') ?? ctx.query.get('node');
  if (!isUuid(nodeId)) return undefined;
  const [node] = await ctx.db.rows<{ id: string }>(
    sql`select id::text as id from ${allNodes} n where id = ${nodeId} and org_id = ${owner.id}`,
  );
  return node?.id;
};

/**
 * Nodes for an asset; undefined keeps the current ones. Paths take precedence over ids, as they may name new
 * nodes; an asset is never without a node.
 */
export const nodesFor = async (
  store: TreeStore,
  row: Values<typeof asset>,
  before: Row<typeof asset> | undefined,
  ctx: Context,
): Promise<string[] | undefined> => {
  const owner = ownerOf(row, ctx);
  const paths = row.nodes_display ?? [];
  if (paths.length) {
    const ids: string[] = [];
    for (const path of paths) ids.push(await byPath(store, owner, path, ctx));
    return [...new Set(ids)];
  }
  const input = row.nodes;
  if (input === undefined && before) return undefined;
  if (input?.length) return input;
  const queried = before ? undefined : await queriedNode(owner, ctx);
  return [queried ?? (await rootFor(store, owner, ctx))];
};

/** Puts assets whose nodes were all deleted on the root node of their organization. */
export const putOnSomeNode = async (
  store: TreeStore,
  rows: readonly Row<typeof asset>[],
  ctx: Context,
): Promise<void> => {
  const homeless = await ctx.db.rows<{ id: string; org_id: string }>(
    sql`select a.id::text as id, a.org_id::text as org_id from ${allAssets} a where a.id = any(${uuids(rows.map(({ id }) => id))})
      and not exists (select 1 from assets_asset_nodes n where n.asset = a.id)`,
  );
  for (const [org, of] of Map.groupBy(homeless, (row) => row.org_id)) {
    const root = await rootFor(store, ownerOf({ org_id: org }, ctx), ctx);
    await ctx.db.rows(
      sql`insert into assets_asset_nodes (asset, node) select a, ${root}::uuid from unnest(${uuids(of.map(({ id }) => id))}) as a`,
    );
  }
};
