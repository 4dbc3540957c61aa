import { sql } from 'drizzle-orm';

/** Plans of every organization that look for accounts. */
export const allGatherPlans = sql`(select id, org_id, name from accounts_gatheraccountsautomation)`;
