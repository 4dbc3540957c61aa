import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { formatLocal } from '../../platform/time.ts';

/**
 * Number of the next ticket: the day in the server's time zone and a daily counter. A request holds the
 * counter until its transaction ends; concurrent ones wait.
 */
export const nextSerialNumber = async (zone: string, db: Database): Promise<string> => {
  const day = formatLocal(new Date(), zone).slice(0, 10).replaceAll('-', '');
  const [counter] = await db.rows<{
    last: number;
  }>(sql`insert into tickets_number as n (day, last) values (${day}, 1)
    on conflict (day) do update set last = n.last + 1 returning last`);
  return `${day}${String(counter?.last).padStart(4, '0')}`;
};
