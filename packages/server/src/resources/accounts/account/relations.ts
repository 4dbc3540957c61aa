import { sql } from 'drizzle-orm';

/** Accounts of every organization, without their secrets. */
export const allAccounts = sql`(select id, org_id, privileged, is_active, su_from, asset, date_updated, name, username, secret_type,
  (coalesce(secret, '') <> '') as has_secret from accounts_account)`;

/** Dates of the current and earlier secrets of accounts, without the secrets. */
export const allPastSecrets = sql`(select id, history_date, account from accounts_historicalaccount)`;
