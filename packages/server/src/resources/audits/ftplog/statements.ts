import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Notes that a copy of a transferred file is kept. */
export const noteFileKept = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_ftplog set has_file = true where id = ${id}`);
};

/** Removes a batch of the log of transferred files before a moment; answers how many. */
export const removeTransfersBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from audits_ftplog where id in
      (select t.id from audits_ftplog t where t.date_start < ${before} limit ${limit}) returning 1`)
  ).length;
