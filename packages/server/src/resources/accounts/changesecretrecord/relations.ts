import { sql } from 'drizzle-orm';

/** Changes of secrets with an unknown outcome, of every organization. */
export const openSecretChanges = sql`(select account, secret_type, is_kept, new_secret from accounts_changesecretrecord where status = 'pending')`;
