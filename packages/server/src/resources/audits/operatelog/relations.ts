import { sql } from 'drizzle-orm';

/** Recorded operations of every organization. */
export const allOperateLogs = sql`(select id, org_id, datetime, "user", resource_id, action from audits_operatelog)`;
