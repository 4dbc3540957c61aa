import { sql } from 'drizzle-orm';

/** Runs of secret change plans of every organization. */
export const allChangeSecretRuns = sql`(select id, snapshot from accounts_changesecretexecution)`;
