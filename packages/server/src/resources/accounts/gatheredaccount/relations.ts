import { sql } from 'drizzle-orm';

/** Accounts that were found on machines, of every organization. */
export const allFoundAccounts = sql`(select id, org_id, asset, username from accounts_gatheredaccount)`;
