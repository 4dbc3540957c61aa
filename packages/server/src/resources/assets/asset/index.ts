import { type FieldErrors, fieldError, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { idOf } from '../../../engine/fields/related.ts';
import {
  type Behaviour,
  isValues,
  type NewRow,
  type Row,
  type Values,
  type WriteEvent,
} from '../../../engine/resource.ts';
import { settle } from '../../../engine/tree/amounts.ts';
import { shareTree } from '../../../engine/tree/locks.ts';
import type { TreeStore } from '../../../engine/tree/store.ts';
import type { Database } from '../../../platform/database.ts';
import { assetAttributes } from './attributes.ts';
import { assetComputed } from './computed.ts';
import { assetFilters, knownCount } from './filters.ts';
import { nodesFor, putOnSomeNode } from './nodesFor.ts';
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
  /** Refuses new assets beyond the number that the licence allows. */
  limit(rows: NewRow<typeof asset>[], ctx: Context): Promise<void>;
  /**
   * Stores the accounts sent with new assets; if some are invalid, throws a ValidationError under `accounts`.
   */
  createAccounts(
    sets: { asset: string; accounts: NonNullable<Values<typeof asset>['accounts']> }[],
    ctx: Context,
  ): Promise<void>;
  /** Queues the first test and reading of assets created with accounts. */
  examine(assets: readonly string[], ctx: Context): void;
};

const platformFor = async (
  row: Values<typeof asset>,
  before: Row<typeof asset> | undefined,
  ctx: Context,
): Promise<PlatformRow> => {
  const platform = await platformOf(row.platform, ctx);
  if (!platform) throw fieldError('platform', 'does_not_exist', { pk: String(row.platform) });
  const category = before?.category ?? row.category;
  if (category && category !== platform.category)
    throw fieldError('platform', 'platform_other_category', { name: platform.name });
  return platform;
};

const protocolsFor = (
  { before, values }: WriteEvent<typeof asset>,
  platform: PlatformRow,
  isOtherPlatform: boolean,
  isSent: boolean,
): AssetProtocol[] | undefined => {
  const address = values.address ?? before?.address ?? '';
  if (!before && !isSent) return defaultProtocols(platform, address);
  if (isSent) {
    const protocols = values.protocols ?? [];
    // Another platform brings its own protocols, so its required ones need not be sent.
    const complete = isOtherPlatform ? withPlatformProtocols(protocols, platform, address) : protocols;
    return checkProtocols(complete, platform, address);
  }
  return isOtherPlatform ? withPlatformProtocols(before?.protocols ?? [], platform, address) : undefined;
};

/** Facts are short texts by name; a host has its own rules for them. */
const checkFacts = (facts: unknown): void => {
  const isFact = ([name, value]: [string, unknown]) =>
    name.length <= 64 && (value === null || (typeof value === 'string' && value.length <= 1024));
  const entries = isValues(facts) ? Object.entries(facts) : undefined;
  if (!entries) throw fieldError('gathered_info', 'not_an_object');
  if (entries.length > 100) throw fieldError('gathered_info', 'max_items', { max: 100 });
  if (!entries.every(isFact)) throw fieldError('gathered_info', 'invalid_string');
};

const beforeWrite =
  ({ tree }: AssetDeps) =>
  async (event: WriteEvent<typeof asset>): Promise<Values<typeof asset>> => {
    const { ctx, before, values, input } = event;
    const row = { ...before, ...values };
    if (input.gathered_info !== undefined) checkFacts(values.gathered_info);
    const platform = await platformFor(row, before, ctx);
    const isOtherPlatform = before !== undefined && before.platform !== platform.id;
    const changed: Values<typeof asset> = {};
    if (!before || isOtherPlatform)
      Object.assign(changed, { category: platform.category, type: platform.type });
    const protocols = protocolsFor(event, platform, isOtherPlatform, input.protocols !== undefined);
    if (protocols) changed.protocols = protocols;
    if (!platform.domain_enabled && row.domain) changed.domain = null;
    const nodes = await nodesFor(tree, { ...values, org_id: row.org_id }, before, ctx);
    if (nodes) changed.nodes = nodes;
    return changed;
  };

/**
 * Clients read one text about the platform that a new asset lacks, and about protocols that are missing; in a
 * list, without a platform, that they cannot be known.
 */
const refused: Behaviour<typeof asset>['refused'] = (errors, { mode, body, alone }): FieldErrors => {
  const first = (name: string) => [errors[name]].flat()[0] as Message;
  if (!alone)
    return errors.platform && body.protocols === undefined
      ? { ...errors, protocols: { platform: first('platform') } }
      : errors;
  const isUnknown = /^(\d+|undefined)$/.test(String(idOf(body.platform)));
  if (mode === 'create' && errors.platform && isUnknown) return { ...errors, platform: first('platform') };
  const isMissing = mode === 'replace' && body.protocols === undefined && errors.protocols;
  return isMissing ? { ...errors, protocols: { protocols: first('protocols') } } : errors;
};

/** Rows that an undo brings back count as new ones for the licence. */
const refuseBeyondLimit =
  ({ limit }: AssetDeps): Behaviour<typeof asset>['beforeUndo'] =>
  async (rows, { kind }, ctx) => {
    if (kind !== 'delete') return;
    const fresh: NewRow<typeof asset>[] = rows.map(() => ({ input: {}, values: {}, errors: undefined }));
    await limit(fresh, ctx);
    const refused = fresh.find(({ errors }) => errors);
    if (refused?.errors) throw new ValidationError(refused.errors);
  };

/**
 * Assets of every category: checks their protocols, puts them on nodes, and creates the accounts sent with
 * them.
 */
export const assetBehaviour = (deps: AssetDeps): Behaviour<typeof asset> => ({
  prepare: async (_verb, ctx) => {
    if (!ctx.org.isRoot) await shareTree(deps.tree, ctx.org.id, ctx);
  },
  beforeWrite: beforeWrite(deps),
  refused,
  beforeCreate: deps.limit,
  afterWrite: async (rows, ctx) => {
    const sets = rows
      .filter(({ before }) => !before)
      .map(({ row, values }) => ({ asset: row.id, accounts: values.accounts ?? [] }))
      .filter(({ accounts }) => accounts.length);
    await deps.createAccounts(sets, ctx);
    if (sets.length > 0)
      deps.examine(
        sets.map(({ asset }) => asset),
        ctx,
      );
    ctx.afterCommit(() => settle(deps.tree, deps));
  },
  afterDelete: (_rows, ctx) => ctx.afterCommit(() => settle(deps.tree, deps)),
  beforeUndo: refuseBeyondLimit(deps),
  restored: async (rows, ctx) => {
    await putOnSomeNode(deps.tree, rows, ctx);
    ctx.afterCommit(() => settle(deps.tree, deps));
  },
  filters: assetFilters(deps.tree),
  count: knownCount(deps.tree),
  attributes: assetAttributes,
  orders: { platform: sql`t.platform`, date_updated: sql`t.date_updated` },
  title: (row) => `${row.name}(${row.address})`,
  computed: assetComputed,
});
