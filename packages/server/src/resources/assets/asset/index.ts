import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, NewRow, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { settle } from '../../../engine/tree/amounts.ts';
import { shareTree } from '../../../engine/tree/locks.ts';
import type { TreeStore } from '../../../engine/tree/store.ts';
import type { Database } from '../../../platform/database.ts';
import { assetAttributes } from './attributes.ts';
import { assetComputed } from './computed.ts';
import { assetFilters, knownCount } from './filters.ts';
import { nodesFor } from './nodesFor.ts';
import { type PlatformRow, platformOf } from './platformOf.ts';
import {
  type AssetProtocol,
  checkProtocols,
  defaultProtocols,
  withPlatformProtocols,
} from './protocolRules.ts';

/** What assets need from outside their folder. */
export type AssetDeps = {
  tree: TreeStore;
  db: Database;
  /** Refuses new assets there is no room for. */
  limit(rows: NewRow[], ctx: Context): Promise<void>;
  /** Stores the account rows that came with new assets; throws a ValidationError under `accounts`. */
  createAccounts(sets: { asset: string; accounts: Values[] }[], ctx: Context): Promise<void>;
};

const platformFor = async (row: Values, before: Row | undefined, ctx: Context): Promise<PlatformRow> => {
  const platform = await platformOf(row.platform, ctx);
  if (!platform) throw fieldError('platform', 'does_not_exist', { pk: String(row.platform) });
  const category = before?.category ?? row.category;
  if (category && category !== platform.category)
    throw fieldError('platform', 'platform_other_category', { name: platform.name });
  return platform;
};

const protocolsFor = (
  { before, values }: WriteEvent,
  platform: PlatformRow,
  isOtherPlatform: boolean,
  isGiven: boolean,
): AssetProtocol[] | undefined => {
  const address = String(values.address ?? before?.address ?? '');
  if (!before && !isGiven) return defaultProtocols(platform, address);
  if (isGiven) {
    const given = values.protocols as Values[];
    // Another platform brings its own protocols along, so what it demands need not be sent.
    const complete = isOtherPlatform
      ? withPlatformProtocols(given as AssetProtocol[], platform, address)
      : given;
    return checkProtocols(complete, platform, address);
  }
  return isOtherPlatform
    ? withPlatformProtocols((before?.protocols ?? []) as AssetProtocol[], platform, address)
    : undefined;
};

const beforeWrite =
  ({ tree }: AssetDeps) =>
  async (event: WriteEvent): Promise<Values> => {
    const { ctx, before, values, input } = event;
    const row: Values = { ...before, ...values };
    const platform = await platformFor(row, before, ctx);
    const isOtherPlatform = before !== undefined && String(before.platform) !== String(platform.id);
    const changed: Values = {};
    if (!before || isOtherPlatform)
      Object.assign(changed, { category: platform.category, type: platform.type });
    const protocols = protocolsFor(event, platform, isOtherPlatform, input.protocols !== undefined);
    if (protocols) changed.protocols = protocols;
    if (!platform.domain_enabled && row.domain) changed.domain = null;
    const nodes = await nodesFor(tree, { ...values, org_id: row.org_id }, before, ctx);
    if (nodes) changed.nodes = nodes;
    return changed;
  };

/** Assets of every category: what their platform demands, where they hang, and the accounts that come along. */
export const assetBehaviour = (deps: AssetDeps): Behaviour => ({
  prepare: async (_verb, ctx) => {
    if (!ctx.org.isRoot) await shareTree(deps.tree, ctx.org.id, ctx);
  },
  beforeWrite: beforeWrite(deps),
  beforeCreate: deps.limit,
  afterWrite: async (rows, ctx) => {
    const sets = rows
      .filter(({ before }) => !before)
      .map(({ row, values }) => ({ asset: row.id, accounts: (values.accounts ?? []) as Values[] }));
    await deps.createAccounts(
      sets.filter(({ accounts }) => accounts.length),
      ctx,
    );
    ctx.afterCommit(() => settle(deps.tree, deps));
  },
  afterDelete: (_rows, ctx) => ctx.afterCommit(() => settle(deps.tree, deps)),
  filters: assetFilters(deps.tree),
  count: knownCount(deps.tree),
  attributes: assetAttributes,
  orders: { platform: sql`t.platform`, date_updated: sql`t.date_updated` },
  title: (row) => `${String(row.name)}(${String(row.address)})`,
  computed: assetComputed,
});
