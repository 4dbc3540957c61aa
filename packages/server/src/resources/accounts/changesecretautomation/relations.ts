import { sql } from 'drizzle-orm';

/** Plans that change secrets, of every organization, without the secrets themselves. */
export const allChangeSecretPlans = sql`(select id, org_id, name from accounts_changesecretautomation)`;
