import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import type { Removed } from '../../../platform/statements/aged.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allAccounts } from './relations.ts';

/**
 * The accounts of assets whose name or username is one of the words, or whose id is given, as they are
 * stored. An asset may have very many others.
 */
export const accountsLike = (
  assetIds: readonly string[],
  { words, ids }: { words: readonly string[]; ids: readonly string[] },
  db: Database,
): Promise<Row<typeof account>[]> =>
  db.rows<Row<typeof account>>(
    sql`select t.* from ${allAssets} a join accounts_account t on t.asset = a.id and t.org_id = a.org_id
      and (t.name = any(${texts(words)}) or t.username = any(${texts(words)}) or t.id = any(${uuids(ids)}))
      where a.id = any(${uuids(assetIds)}) order by t.id`,
  );

/** Accounts made from a template, locked. */
export const lockAccountsOf = (
  template: { id: string; org_id: string },
  db: Database,
): Promise<Row<typeof account>[]> =>
  db.rows<Row<typeof account>>(
    sql`select t.* from accounts_account t where t.source_id = ${template.id} and t.org_id = ${template.org_id} order by t.id for update`,
  );

/** An account, and the attributes of the account of its asset that it switches from. */
export type Switch = { id: string; asset: string; username: string; secret_type: string };

/** Lets accounts switch from the account of their own asset that has these attributes. */
export const linkSwitches = async (switches: readonly Switch[], db: Database): Promise<void> => {
  await db.rows(sql`update accounts_account t set su_from = s.id
    from jsonb_to_recordset(${JSON.stringify(switches)}::jsonb) as p(id uuid, asset uuid, username text, secret_type text)
    join ${allAccounts} s on s.asset = p.asset and s.username = p.username and s.secret_type = p.secret_type
    where t.id = p.id and s.id <> t.id`);
};

/** The newest kept secret of an account, sealed; undefined if none is kept. */
export const newestSecret = async (
  accountId: string,
  db: Database,
): Promise<{ id: string; secret: string | null; secret_type: string } | undefined> => {
  const [newest] = await db.rows<{ id: string; secret: string | null; secret_type: string }>(
    sql`select id::text as id, secret, secret_type from accounts_historicalaccount where account = ${accountId} order by history_date desc, id desc limit 1`,
  );
  return newest;
};

/** An account with more secrets than are kept, and the oldest secret that stays. */
export type Overfull = { account: string; date: string; id: string };

/** The next accounts after one, in the order of their ids, with more than `kept` secrets. */
export const accountsWithMore = (
  kept: number,
  after: string,
  limit: number,
  db: Database,
): Promise<Overfull[]> =>
  db.rows<Overfull>(sql`select c.account::text as account, oldest.history_date::text as date, oldest.id::text as id
    from (select h.account from accounts_historicalaccount h where h.account > ${after}::uuid
      group by h.account having count(*) > ${kept} order by h.account limit ${limit}) c
    cross join lateral (select h.history_date, h.id from accounts_historicalaccount h where h.account = c.account
      order by h.history_date desc, h.id desc offset ${kept - 1} limit 1) oldest order by c.account`);

/**
 * Removes a batch of the secrets of accounts that are older than the oldest that stays. The next batch is of those
 * accounts that may have some left.
 */
export const removeOlderSecrets = async (
  accounts: readonly Overfull[],
  limit: number,
  db: Database,
): Promise<Removed<readonly Overfull[]>> => {
  const [batch] = await db.rows<{ gone: number; found: number; passed: number }>(
    sql`with old as materialized (select old.id, a.place
        from jsonb_to_recordset(${JSON.stringify(accounts.map((account, place) => ({ ...account, place })))}::jsonb)
          as a(account uuid, date timestamptz, id bigint, place int)
        cross join lateral (select h.id from accounts_historicalaccount h where h.account = a.account
          and (h.history_date, h.id) < (a.date, a.id) limit ${limit}) old limit ${limit}),
        gone as (delete from accounts_historicalaccount where id = any(array(select old.id from old)) returning 1)
      select (select count(*)::int from gone) as gone, count(*)::int as found, coalesce(max(old.place), 0)::int as passed from old`,
  );
  const { gone = 0, found = 0, passed = 0 } = batch ?? {};
  return { gone, next: found < limit ? undefined : accounts.slice(passed) };
};

/** Counts the secrets beyond the newest `kept` ones of each account, up to `most`. */
export const countPastSecretsBeyond = async (kept: number, most: number, db: Database): Promise<number> =>
  (
    await db.rows<{
      count: number;
    }>(sql`select least(${most}::bigint, coalesce(sum(c.secrets - ${kept}), 0))::int as count
      from (select count(*) as secrets from accounts_historicalaccount h group by h.account having count(*) > ${kept}) c`)
  )[0]?.count ?? 0;

/** Records when accounts were last verified, and with what result. */
export const noteVerified = async (
  found: readonly { id: string; connectivity: string }[],
  at: Date,
  db: Database,
): Promise<void> => {
  await db.rows(sql`update accounts_account t set date_verified = ${at.toISOString()}, connectivity = f.connectivity
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, connectivity text) where t.id = f.id`);
};

/** Accounts with their sealed secrets, locked until the end of the transaction. */
export const lockSecrets = (
  ids: readonly string[],
  db: Database,
): Promise<{ id: string; secret: string | null }[]> =>
  db.rows(
    sql`select t.id::text as id, t.secret from accounts_account t where t.id = any(${uuids(ids)}) order by t.id for update`,
  );

/** An account that a user may want to check out. */
export type AccountToCheckOut = {
  id: string;
  org_id: string;
  asset: string;
  name: string;
  username: string;
  secret_type: string;
  has_secret: boolean;
  checkout_required: boolean;
  checkout_minutes: number;
};

/** An active account by its id, locked until the end of the transaction. */
export const lockToCheckOut = async (id: string, db: Database): Promise<AccountToCheckOut | undefined> =>
  (
    await db.rows<AccountToCheckOut>(sql`select t.id::text as id, t.org_id::text as org_id, t.asset::text as asset, t.name, t.username, t.secret_type,
        (coalesce(t.secret, '') <> '') as has_secret, t.checkout_required, t.checkout_minutes::int as checkout_minutes
      from accounts_account t where t.id = ${id}::uuid and t.is_active for update`)
  )[0];

/** Makes sealed secrets that machines accept the current ones of their accounts, and adds them to the history. */
export const takeOverSecrets = async (
  found: readonly {
    id: string;
    secret: string;
    secret_type: string;
    ssh_key_fingerprint: string | null;
  }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`with taken as (
      update accounts_account t set secret = f.secret, ssh_key_fingerprint = f.ssh_key_fingerprint, date_updated = now(), connectivity = 'ok',
        date_verified = now(), version = greatest(t.version,
          (select coalesce(max(h.version), 0) from accounts_historicalaccount h where h.account = t.id)) + 1
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, secret text, secret_type text, ssh_key_fingerprint text)
      where t.id = f.id and t.secret_type = f.secret_type
      returning t.org_id, t.id, t.secret, t.secret_type, t.version)
    insert into accounts_historicalaccount (org_id, account, secret, secret_type, version, history_user, history_date)
      select k.org_id, k.id, k.secret, k.secret_type, k.version, null, clock_timestamp() from taken k`);
};
