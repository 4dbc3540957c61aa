import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Deletes a batch of commands older than a time in Unix seconds; returns how many. */
export const removeCommandsBefore = async (before: number, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from terminal_command where id in
      (select t.id from terminal_command t where t.timestamp < ${before} limit ${limit}) returning 1`)
  ).length;

/** Number of commands older than a time in Unix seconds, counted up to `most`. */
export const countCommandsBefore = async (before: number, most: number, db: Database): Promise<number> =>
  (
    await db.rows<{ rows: number }>(sql`select count(*)::int as rows from
      (select 1 from terminal_command t where t.timestamp < ${before} limit ${most}) as old`)
  )[0]?.rows ?? 0;
