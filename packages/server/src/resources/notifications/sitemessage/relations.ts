import { sql } from 'drizzle-orm';

/** Site messages of every user. */
export const allSiteMessages = sql`(select has_read, "user" from notifications_sitemessage)`;
