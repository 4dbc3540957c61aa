import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Records that a copy of a transferred file is stored. */
export const noteFileKept = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_ftplog set has_file = true where id = ${id}`);
};

/** Deletes a batch of entries older than a time; returns how many. */
export const removeTransfersBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from audits_ftplog where id in
      (select t.id from audits_ftplog t where t.date_start < ${before} limit ${limit}) returning 1`)
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countTransfersBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (
    await db.rows<{ rows: number }>(sql`select count(*)::int as rows from
      (select 1 from audits_ftplog t where t.date_start < ${before} limit ${most}) as old`)
  )[0]?.rows ?? 0;
