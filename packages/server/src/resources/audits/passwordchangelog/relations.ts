import { sql } from 'drizzle-orm';

/** Changed passwords. */
export const allPasswordChanges = sql`(select id, datetime, "user" from audits_passwordchangelog)`;
