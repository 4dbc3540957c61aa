import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Locks a ticket until the transaction ends; other rows may still refer to it. */
export const lockTicket = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from tickets_ticket where id = ${id} for no key update`);
};
