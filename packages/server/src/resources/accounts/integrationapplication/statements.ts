import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Gives an application another secret. */
export const setSecret = async (id: string, sealed: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update accounts_integrationapplication set secret = ${sealed}, date_updated = now() where id = ${id}::uuid`,
  );
};

/** Records that an application fetched a secret. */
export const noteApplicationUsed = async (id: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update accounts_integrationapplication set date_last_used = now() where id = ${id}::uuid`,
  );
};
