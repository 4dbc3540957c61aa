import { sql } from 'drizzle-orm';

/** Jobs of every user, quick ones too. */
export const allJobs = sql`(select id, creator from ops_job)`;
