import { sql } from 'drizzle-orm';

/** Runs of jobs of every user. */
export const allJobRuns = sql`(select id, org_id, creator, date_created from ops_jobexecution)`;
