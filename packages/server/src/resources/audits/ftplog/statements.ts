import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Records that a copy of a transferred file is stored. */
export const noteFileKept = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_ftplog set has_file = true where id = ${id}`);
};

/** Entries from before a time, the oldest of each organization first: its index of times begins with the organization. */
const olderThan = (before: string, limit: number): SQL => sql`(with recursive orgs as (
    (select t.org_id from audits_ftplog t order by t.org_id limit 1)
    union all select (select t.org_id from audits_ftplog t where t.org_id > o.org_id order by t.org_id limit 1)
      from orgs o where o.org_id is not null)
  select old.id from orgs o cross join lateral (select t.id from audits_ftplog t
    where t.org_id = o.org_id and t.date_start < ${before} order by t.date_start limit ${limit}) old limit ${limit})`;

/** Deletes a batch of entries older than a time; returns how many. */
export const removeTransfersBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(
      sql`delete from audits_ftplog where id = any(array(select old.id from ${olderThan(before, limit)} old)) returning 1`,
    )
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countTransfersBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (await db.rows<{ rows: number }>(sql`select count(*)::int as rows from ${olderThan(before, most)} old`))[0]
    ?.rows ?? 0;
