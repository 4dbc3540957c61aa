import { type SQL, sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';

/** An entry of the operate log. */
export type OperateLog = {
  id: string;
  user: string;
  action: string;
  resource_key: string;
  resource: string;
  resource_id: string;
  remote_addr: string;
  org_id: string;
  diff: Record<string, readonly string[]>;
  reversal?: unknown;
};

/** Adds entries to the operate log. */
export const addOperateLogs = async (rows: readonly OperateLog[], db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_operatelog (id, "user", action, resource_key, resource, resource_id, remote_addr, org_id, diff, reversal, datetime)
    select r.id, r."user", r.action, r.resource_key, r.resource, r.resource_id, r.remote_addr, r.org_id, r.diff, r.reversal, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "user" text, action text, resource_key text, resource text, resource_id text, remote_addr text, org_id uuid, diff jsonb, reversal jsonb)`);
};

/** Entries from before a time, the oldest of each organization first: its index of times begins with the organization. */
const olderThan = (before: string, limit: number): SQL => sql`(with recursive orgs as (
    (select t.org_id from audits_operatelog t order by t.org_id limit 1)
    union all select (select t.org_id from audits_operatelog t where t.org_id > o.org_id order by t.org_id limit 1)
      from orgs o where o.org_id is not null)
  select old.id from orgs o cross join lateral (select t.id from audits_operatelog t
    where t.org_id = o.org_id and t.datetime < ${before} order by t.datetime limit ${limit}) old limit ${limit})`;

/** Deletes a batch of entries older than a time; returns how many. */
export const removeOperateLogsBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(
      sql`delete from audits_operatelog where id = any(array(select old.id from ${olderThan(before, limit)} old)) returning 1`,
    )
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countOperateLogsBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (await db.rows<{ rows: number }>(sql`select count(*)::int as rows from ${olderThan(before, most)} old`))[0]
    ?.rows ?? 0;

/** Which of the texts the changes of a resource have as a value before or after. */
export const namedInChanges = async (
  resourceKey: string,
  words: readonly string[],
  db: Database,
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ word: string }>(sql`select distinct side.word
    from audits_operatelog t, jsonb_each(t.reversal -> 'values') as pair(name, sides),
      jsonb_array_elements_text(case when jsonb_typeof(pair.sides) = 'array' then pair.sides else '[]'::jsonb end) as side(word)
    where t.resource_key = ${resourceKey} and side.word = any(${texts(words)})`);
  return new Set(rows.map(({ word }) => word));
};
