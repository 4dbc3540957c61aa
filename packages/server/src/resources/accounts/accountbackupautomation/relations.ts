import { sql } from 'drizzle-orm';

/** Backup plans of every organization, without their passwords. */
export const allBackupPlans = sql`(select id, org_id, name from accounts_accountbackupautomation)`;
