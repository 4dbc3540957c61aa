import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Ends a temporary password now. */
export const expireNow = async (id: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update authentication_temptoken set date_expired = now(), date_updated = now() where id = ${id}`,
  );
};
