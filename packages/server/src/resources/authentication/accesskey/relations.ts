import { sql } from 'drizzle-orm';

/** Access keys, without their secrets. */
export const allAccessKeys = sql`(select id, is_active, date_last_used, "user", ip_group from authentication_accesskey)`;
