import { sql } from 'drizzle-orm';

/** Entries of the password change log. */
export const allPasswordChanges = sql`(select id, datetime, "user" from audits_passwordchangelog)`;
