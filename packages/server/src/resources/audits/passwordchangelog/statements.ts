import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Adds an entry to the password change log. */
export const addPasswordChange = async (
  change: { user: string; by: string; remoteAddr: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_passwordchangelog (id, "user", change_by, remote_addr, datetime)
    values (${randomUUID()}, ${change.user}, ${change.by}, ${change.remoteAddr}, now())`);
};

/** Deletes a batch of entries older than a time; returns how many. */
export const removePasswordChangesBefore = async (
  before: string,
  limit: number,
  db: Database,
): Promise<number> =>
  (
    await db.rows(
      sql`delete from audits_passwordchangelog where id = any(array(select t.id from audits_passwordchangelog t where t.datetime < ${before} order by t.datetime limit ${limit})) returning 1`,
    )
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countPasswordChangesBefore = async (
  before: string,
  most: number,
  db: Database,
): Promise<number> =>
  (
    await db.rows<{ rows: number }>(sql`select count(*)::int as rows from
      (select 1 from audits_passwordchangelog t where t.datetime < ${before} limit ${most}) as old`)
  )[0]?.rows ?? 0;
