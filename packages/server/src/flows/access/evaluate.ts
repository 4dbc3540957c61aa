import { AppError } from '@gatehouse/contract/errors.ts';
import type { AccessRule, AssetAccount, GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import type { Withheld } from '@gatehouse/contract/policy/checkout.ts';
import { type CompiledAccess, compileAccess } from '@gatehouse/policy/access/compileAccess.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { instantOf } from '../../platform/time.ts';
import { allAccounts, rootFirst } from '../../resources/accounts/account/relations.ts';
import { openCheckouts } from '../../resources/accounts/accountcheckout/relations.ts';
import { type CheckoutColumns, checkoutColumns, checkoutFacts, withheldError } from './withheld.ts';

type Permission = {
  id: string;
  accounts: string[];
  protocols: string[];
  actions: number;
  date_expired: string;
};

const longAgo = new Date(0);

const asRule = ({ id, accounts, protocols, actions, date_expired }: Permission): AccessRule => ({
  id,
  accounts,
  protocols,
  actions,
  is_active: true,
  date_start: longAgo,
  date_expired: instantOf(date_expired) ?? longAgo,
});

/**
 * Valid permissions that link the user (directly or by group) with the asset (directly or by a node above
 * it).
 */
const permissionsFor = async (userId: string, assetId: string, db: Database): Promise<AccessRule[]> => {
  const rows = await db.rows<Permission>(
    sql`select id, accounts, protocols, actions, date_expired from perms_permissions_for(${userId}, ${assetId})`,
  );
  return rows.map(asRule);
};

/** A user and an asset. */
const pairKey = (user: string, asset: string): string => `${user} ${asset}`;

/** The same for many users and assets, by both. */
const permissionsForEach = async (
  pairs: readonly { user: string; asset: string }[],
  db: Database,
): Promise<ReadonlyMap<string, AccessRule[]>> => {
  const users = uuids(pairs.map(({ user }) => user));
  const assets = uuids(pairs.map(({ asset }) => asset));
  const rows = await db.rows<Permission & { user: string; asset: string }>(
    sql`select p."user"::text as "user", p.asset::text as asset, f.id, f.accounts, f.protocols, f.actions, f.date_expired
      from unnest(${users}, ${assets}) as p("user", asset) cross join lateral perms_permissions_for(p."user", p.asset) f`,
  );
  const byPair = Map.groupBy(rows, ({ user, asset }) => pairKey(user, asset));
  return new Map([...byPair].map(([key, found]) => [key, found.map(asRule)]));
};

const accountColumns = sql`t.id::text as id, t.name, t.username, t.secret_type, t.has_secret, t.privileged, ${checkoutColumns}`;

type AccountRow = Omit<AssetAccount, 'checkout'> & CheckoutColumns;

const asAccount = ({
  id,
  name,
  username,
  secret_type,
  has_secret,
  privileged,
  ...row
}: AccountRow): AssetAccount => {
  const checkout = checkoutFacts(row);
  return {
    ...{ id, name, username, secret_type, has_secret },
    ...(privileged !== undefined && { privileged }),
    ...(checkout && { checkout }),
  };
};

/** The active accounts of an asset, in the order in which they are offered. */
export const accountsOf = async (assetId: string, db: Database): Promise<AssetAccount[]> => {
  const rows = await db.rows<AccountRow>(sql`select ${accountColumns}
    from ${allAccounts} t left join ${openCheckouts} o on o.account = t.id
    where t.asset = ${assetId} and t.is_active order by ${rootFirst}, t.privileged desc, ${naturally(sql`t.name`)}`);
  return rows.map(asAccount);
};

/** The active accounts of each of some assets. */
export const accountsOfEach = async (
  assetIds: readonly string[],
  db: Database,
): Promise<ReadonlyMap<string, AssetAccount[]>> => {
  const rows = await db.rows<AccountRow & { asset: string }>(
    sql`select t.asset::text as asset, ${accountColumns}
      from ${allAccounts} t left join ${openCheckouts} o on o.account = t.id
      where t.asset = any(${uuids(assetIds)}) and t.is_active
      order by ${rootFirst}, t.privileged desc, ${naturally(sql`t.name`)}`,
  );
  const byAsset = Map.groupBy(rows, ({ asset }) => asset);
  return new Map([...byAsset].map(([asset, found]) => [asset, found.map(asAccount)]));
};

/**
 * What a user may do on an asset, read from the database at every call. Whether the user and the asset are
 * active is not checked here.
 */
export const accessOf = async (
  user: { id: string; username: string },
  assetId: string,
  db: Database,
): Promise<CompiledAccess> => {
  const rules = await permissionsFor(user.id, assetId, db);
  const accounts = rules.length > 0 ? await accountsOf(assetId, db) : [];
  return compileAccess(rules, { accounts, username: user.username, user: user.id });
};

/** The same for many users and assets at once. */
export const accessOfEach = async (
  pairs: readonly { user: { id: string; username: string }; asset: string }[],
  db: Database,
): Promise<(user: { id: string; username: string }, asset: string) => CompiledAccess> => {
  const rules = await permissionsForEach(
    pairs.map(({ user, asset }) => ({ user: user.id, asset })),
    db,
  );
  const accounts = await accountsOfEach([...new Set(pairs.map(({ asset }) => asset))], db);
  return (user, asset) =>
    compileAccess(rules.get(pairKey(user.id, asset)) ?? [], {
      accounts: accounts.get(asset) ?? [],
      username: user.username,
      user: user.id,
    });
};

/** The account a connection may use, or why the connection is refused. */
export type Judgement =
  | { account: GrantedAccount; refusal?: undefined }
  | { account?: undefined; refusal: 'perm_account_invalid' | 'perm_expired'; withheld?: undefined }
  | { account?: undefined; refusal: 'account_withheld'; withheld: Withheld };

/** Whether the user may connect to the asset as this account (alias, name or id) over this protocol now. */
export const judge = (
  access: CompiledAccess,
  { account, protocol }: { account: string; protocol: string },
): Judgement => {
  const verdict = access.decide({ account, protocol, action: 'connect', now: new Date() });
  if (verdict.outcome === 'allow') return { account: verdict.account };
  if (verdict.outcome === 'withheld') return { refusal: 'account_withheld', withheld: verdict.withheld };
  return { refusal: verdict.outcome === 'expired' ? 'perm_expired' : 'perm_account_invalid' };
};

/** The refusal of a connection, for the client. */
export const refusalOf = (
  { refusal, withheld }: Judgement & { account?: undefined },
  ctx: Context,
): AppError => (withheld ? withheldError(withheld, ctx) : new AppError(refusal));
