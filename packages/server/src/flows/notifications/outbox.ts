import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';

/** A site message still to be delivered by other channels. */
export type Waiting = {
  message: string;
  attempts: number;
  /** Names of the channels that have already delivered the message. */
  delivered: string[];
};

/** Minutes until a failed delivery is retried, and the number of attempts in all. */
const retryMinutes = 10;
const mostAttempts = 6;

/**
 * Takes the next due delivery. One that is neither completed nor postponed becomes due again after ten
 * minutes.
 */
export const takeWaiting = async (db: Database): Promise<Waiting | undefined> =>
  (
    await db.rows<Waiting>(sql`update notifications_delivery set date_due = now() + interval '10 minutes'
      where message = (select message from notifications_delivery where date_due <= now()
        order by date_due limit 1 for update skip locked)
      returning message::text as message, attempts, delivered`)
  )[0];

/** Records that a channel has delivered a message. */
export const markDelivered = ({ message }: Waiting, channel: string, db: Database): Promise<unknown> =>
  db.rows(sql`update notifications_delivery set delivered = array_append(delivered, ${channel}::text)
    where message = ${message}`);

/** Removes a delivery that was made, was given up or has no receiver. */
export const dropWaiting = (message: string, db: Database): Promise<unknown> =>
  db.rows(sql`delete from notifications_delivery where message = ${message}`);

/** Postpones a failed delivery; returns whether it will be retried. */
export const postpone = async ({ message, attempts }: Waiting, db: Database): Promise<boolean> => {
  if (attempts + 1 >= mostAttempts) {
    await dropWaiting(message, db);
    return false;
  }
  await db.rows(sql`update notifications_delivery set attempts = attempts + 1,
    date_due = now() + make_interval(mins => ${retryMinutes}) where message = ${message}`);
  return true;
};

/** Removes all waiting deliveries, as no channel is configured. */
export const dropAll = (db: Database): Promise<unknown> => db.rows(sql`delete from notifications_delivery`);
