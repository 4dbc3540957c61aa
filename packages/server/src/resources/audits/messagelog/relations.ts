import { type SQL, sql } from 'drizzle-orm';

/**
 * Users whom a type of message has reached today, in a time zone, with the organization it was about. Each has a line on
 * the site, written together with the message.
 */
export const toldToday = (
  type: string,
  zone: string,
): SQL => sql`(select "user", org_id from audits_messagelog
  where message_type = ${type} and backend = 'site_msg'
    and date_created >= date_trunc('day', now() at time zone ${zone}) at time zone ${zone})`;
