import { sql } from 'drizzle-orm';

/** File operations of every organization. */
export const allTransfers = sql`(select id, org_id, date_start from audits_ftplog)`;
