import { sql } from 'drizzle-orm';

/** Virtual accounts. */
export const allVirtualAccounts = sql`(select id, org_id, secret_from_login, alias from accounts_virtualaccount)`;
