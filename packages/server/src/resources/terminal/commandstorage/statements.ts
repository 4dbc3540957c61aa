import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Takes the mark of the default from every command storage but one. */
export const keepOneDefault = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update terminal_commandstorage set is_default = false where is_default and id <> ${id}`);
};

/** Notes that a storage cannot be reached; returns its name if it could be until now. */
export const noteFailed = async (id: string, db: Database): Promise<string | undefined> =>
  (
    await db.rows<{ name: string }>(sql`update terminal_commandstorage set date_failed = now()
      where id = ${id} and date_failed is null returning name`)
  )[0]?.name;

/** Notes that a storage can be reached; returns whether it could not until now. */
export const noteWorking = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update terminal_commandstorage set date_failed = null
      where id = ${id} and date_failed is not null returning 1`)
  ).length > 0;
