import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allAccounts } from '../account/relations.ts';

/** What a search found on an asset. */
export type Search = {
  asset: string;
  /** The work it belongs to, which is the run of a plan. */
  work: string;
  accounts: readonly { username: string; address_last_login: string; date_last_login: string | null }[];
};

/**
 * Notes what searches found, each on an asset of its own: what was not found is not present any more. A row remembers
 * in which run it appeared or disappeared.
 */
export const noteSearches = async (searches: readonly Search[], db: Database): Promise<void> => {
  const places = searches.map(({ asset, work }) => ({ asset, work }));
  const found = searches.flatMap(({ asset, work, accounts }) =>
    accounts.map((account) => ({ ...account, asset, work })),
  );
  await db.rows(sql`with found as materialized (
      select f.asset, f.work, f.username, f.address_last_login, f.date_last_login
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as f(asset uuid, work uuid, username text, address_last_login text, date_last_login timestamptz)),
    gone as (update accounts_gatheredaccount g set present = false, changed_by = s.work, date_updated = now()
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as s(asset uuid, work uuid)
      where g.asset = s.asset and g.present
        and not exists (select 1 from found f where f.asset = g.asset and f.username = g.username) returning 1)
    insert into accounts_gatheredaccount as g
      (org_id, asset, username, present, date_last_login, address_last_login, changed_by, date_updated)
    select a.org_id, a.id, f.username, true, f.date_last_login, f.address_last_login, f.work, now()
    from found f join ${allAssets} a on a.id = f.asset order by a.id, f.username
    on conflict (org_id, username, asset) do update set present = true, date_updated = now(),
      changed_by = case when g.present then g.changed_by else excluded.changed_by end,
      date_last_login = coalesce(excluded.date_last_login, g.date_last_login),
      address_last_login = case when excluded.date_last_login is null then g.address_last_login else excluded.address_last_login end`);
};

/** An account that was found, and of which none exists here. */
export type Unknown = { id: string; asset: string; username: string };

/** The next of these rows, a relation, whose asset has no account with their username as username or name. */
export const withoutAccount = (rows: SQL, after: string, most: number, db: Database): Promise<Unknown[]> =>
  db.rows<Unknown>(sql`select g.id::text as id, g.asset::text as asset, g.username from ${rows} g
    where g.id > ${after}::uuid and not exists (select 1 from ${allAccounts} c
      where c.asset = g.asset and (c.username = g.username or c.name = g.username))
    order by g.id limit ${most}`);

/** What is present on assets of an organization. */
export const presentOn = (org: string, assets: SQL): SQL =>
  sql`(select id, asset, username from accounts_gatheredaccount where org_id = ${org}::uuid and present and asset in ${assets})`;

/** What appeared and disappeared in a run: how many accounts, and the first of them by name. */
export const changesOfRun = async (
  { id, org }: { id: string; org: string },
  most: number,
  db: Database,
): Promise<{ added: number; removed: number; names: string[] }> => {
  const rows = await db.rows<{ present: boolean; name: string; added: number; removed: number }>(
    sql`select g.present, g.username || ' @ ' || a.name as name,
        (count(*) filter (where g.present) over ())::int as added, (count(*) filter (where not g.present) over ())::int as removed
      from accounts_gatheredaccount g join ${allAssets} a on a.id = g.asset
      where g.org_id = ${org}::uuid and g.changed_by = ${id}::uuid order by g.present desc, a.name, g.username limit ${most}`,
  );
  const [first] = rows;
  return {
    added: first?.added ?? 0,
    removed: first?.removed ?? 0,
    names: rows.map(({ present, name }) => `${present ? '+' : '−'} ${name}`),
  };
};
