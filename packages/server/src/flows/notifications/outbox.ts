import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';

/** A site message that other channels have yet to carry. */
export type Waiting = { message: string; attempts: number };

/** Minutes until a delivery that failed is tried again, and how often that is. */
const retryMinutes = 10;
const mostAttempts = 6;

/** Takes the next delivery that is due, if there is one. One that is neither made nor put off is due again soon. */
export const takeWaiting = async (db: Database): Promise<Waiting | undefined> =>
  (
    await db.rows<Waiting>(sql`update notifications_delivery set date_due = now() + interval '5 minutes'
      where message = (select message from notifications_delivery where date_due <= now()
        order by date_due limit 1 for update skip locked)
      returning message::text as message, attempts`)
  )[0];

/** Forgets a delivery: it was made, or there is nobody to make it to. */
export const dropWaiting = (message: string, db: Database): Promise<unknown> =>
  db.rows(sql`delete from notifications_delivery where message = ${message}`);

/** Puts a failed delivery off; answers whether it will be tried again. */
export const postpone = async ({ message, attempts }: Waiting, db: Database): Promise<boolean> => {
  if (attempts + 1 >= mostAttempts) {
    await dropWaiting(message, db);
    return false;
  }
  await db.rows(sql`update notifications_delivery set attempts = attempts + 1,
    date_due = now() + make_interval(mins => ${retryMinutes}) where message = ${message}`);
  return true;
};

/** Forgets everything that waits: no channel is set up that could carry it. */
export const dropAll = (db: Database): Promise<unknown> => db.rows(sql`delete from notifications_delivery`);
