import { sql } from 'drizzle-orm';

/** Sign-ins, those refused too. */
export const allLoginLogs = sql`(select id, datetime, username, ip, reason, status from audits_userloginlog)`;
