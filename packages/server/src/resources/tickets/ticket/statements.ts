import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Holds a ticket until the transaction ends, while others may still refer to it. */
export const lockTicket = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from tickets_ticket where id = ${id} for no key update`);
};
