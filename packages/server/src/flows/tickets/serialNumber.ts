import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { formatLocal } from '../../platform/time.ts';

/** Any fixed number; tickets opened at the same time take turns here until they are stored. */
const lockKey = 7_204_434;

/** Number of the next ticket: the day in the server's time zone and a counter that starts anew with it. */
export const nextSerialNumber = async (zone: string, db: Database): Promise<string> => {
  await db.rows(sql`select pg_advisory_xact_lock(${lockKey})`);
  const day = formatLocal(new Date(), zone).slice(0, 10).replaceAll('-', '');
  const [last] = await db.rows<{ count: number }>(
    sql`select coalesce(max(substr(serial_num, 9)::int), 0) as count from tickets_ticket
      where date_created > now() - interval '2 days' and serial_num like ${`${day}%`}`,
  );
  return `${day}${String((last?.count ?? 0) + 1).padStart(4, '0')}`;
};
