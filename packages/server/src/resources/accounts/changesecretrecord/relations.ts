import { sql } from 'drizzle-orm';

/** Changes of secrets with an unknown outcome, of every organization. */
export const openSecretChanges = sql`(select account, secret_type, is_kept, new_secret from accounts_changesecretrecord where status = 'pending')`;

/** Changes of secrets of every organization that gave accounts another one, or were to: what ends a check-out. */
export const changesAfterReturns = sql`(select account, work, status, failure, date_created from accounts_changesecretrecord where not is_kept)`;
