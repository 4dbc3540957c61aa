import { sql } from 'drizzle-orm';

/** Secret change plans of every organization, without the secrets themselves. */
export const allChangeSecretPlans = sql`(select id, org_id, name from accounts_changesecretautomation)`;
