import { type SQL, sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';

/** An account with its sealed secret. */
export type SealedAccount = {
  id: string;
  name: string;
  username: string;
  secret_type: string;
  secret: string | null;
  privileged: boolean;
};

const columns = sql`id::text as id, name, username, secret_type, secret, privileged`;

/** An account with its sealed secret; undefined if no account has this id. */
export const sealedAccount = async (accountId: string, db: Database): Promise<SealedAccount | undefined> => {
  const [row] = await db.rows<SealedAccount>(
    sql`select ${columns} from accounts_account where id = ${accountId}`,
  );
  return row;
};

/**
 * The active account with which to connect to an asset over SSH, preferably a privileged one; undefined if
 * the asset has none.
 */
export const sealedLoginOf = async (assetId: string, db: Database): Promise<SealedAccount | undefined> => {
  const [row] = await db.rows<SealedAccount>(sql`select ${columns} from accounts_account
    where asset = ${assetId} and is_active and secret_type in ('password', 'ssh_key') order by privileged desc, date_updated desc nulls last limit 1`);
  return row;
};

/** Accounts that may sign in by one of these kinds of secrets. */
const usable = (types: readonly string[]): SQL =>
  sql`coalesce(secret, '') <> '' and secret_type = any(${texts(types)})`;

/**
 * The account with which work is done on each asset: an active one with a secret, privileged ones first, and
 * among them the usual names of administrators.
 */
export const workingAccounts = async (
  assetIds: readonly string[],
  types: readonly string[],
  db: Database,
): Promise<(SealedAccount & { asset: string })[]> =>
  db.rows<SealedAccount & { asset: string }>(sql`select distinct on (asset) asset::text as asset, ${columns}
    from accounts_account where asset = any(${uuids(assetIds)}) and is_active and ${usable(types)}
    order by asset, privileged desc, (lower(username) in ('root', 'administrator')) desc, date_updated desc nulls last, id`);

/**
 * Active accounts by their ids, as far as they may sign in by one of these kinds of secrets, or switch from others and
 * so need none.
 */
export const namedAccounts = (
  ids: readonly string[],
  types: readonly string[],
  db: Database,
): Promise<SealedAccount[]> =>
  db.rows<SealedAccount>(
    sql`select ${columns} from accounts_account where id = any(${uuids(ids)}) and is_active and (${usable(types)} or su_from is not null and secret_type = any(${texts(types)}))`,
  );

/** An account from which another one switches, where its platform allows that, and how. */
export type AccountBefore = SealedAccount & { account: string; is_active: boolean; method: string | null };

/** The accounts from which others switch, for each of them the one that signs in first; at most one more than `most`. */
export const accountsBefore = (
  ids: readonly string[],
  most: number,
  db: Database,
): Promise<AccountBefore[]> =>
  db.rows<AccountBefore>(sql`with recursive chain as (
      select c.id as account, c.su_from as before, 1 as place from accounts_account c
        join ${allAssets} a on a.id = c.asset join ${allPlatforms} p on p.id = a.platform
        where c.id = any(${uuids(ids)}) and c.su_from is not null and p.su_enabled
      union all
      select n.account, c.su_from, n.place + 1 from chain n join accounts_account c on c.id = n.before
        where c.su_from is not null and n.place <= ${most}::int)
    select n.account::text as account, c.id::text as id, c.name, c.username, c.secret_type, c.secret, c.privileged, c.is_active, p.su_method as method
    from chain n join accounts_account c on c.id = n.before join ${allAssets} a on a.id = c.asset join ${allPlatforms} p on p.id = a.platform
    order by n.account, n.place desc`);

/** What jobs need to know to choose among the accounts of an asset; `has_secret`: or it switches from another. */
export type JobAccount = {
  id: string;
  asset: string;
  name: string;
  username: string;
  secret_type: string;
  has_secret: boolean;
  privileged: boolean;
};

/**
 * The active accounts of assets, in the order in which jobs prefer them: privileged ones, those known to work, those
 * changed last.
 */
export const accountsForJobs = (assets: readonly string[], db: Database): Promise<JobAccount[]> =>
  db.rows<JobAccount>(sql`select t.id::text as id, t.asset::text as asset, t.name, t.username, t.secret_type,
      (coalesce(t.secret, '') <> '' or t.su_from is not null) as has_secret, t.privileged
    from accounts_account t where t.asset = any(${uuids(assets)}) and t.is_active
    order by t.asset, t.privileged desc, case t.connectivity when 'ok' then 0 when '-' then 1 else 2 end,
      t.date_updated desc nulls last, t.id`);
