import { sql } from 'drizzle-orm';

/** Sign-ins, including refused ones. */
export const allLoginLogs = sql`(select id, datetime, username, ip, reason, status from audits_userloginlog)`;
