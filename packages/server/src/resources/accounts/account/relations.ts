import { sql } from 'drizzle-orm';

/** Accounts of every organization, without their secrets. */
export const allAccounts = sql`(select id, org_id, privileged, is_active, su_from, asset, date_updated, name, username, secret_type,
  (coalesce(secret, '') <> '') as has_secret from accounts_account)`;

/** Order over alias `t`: the accounts that manage a machine first, in pickers. */
export const rootFirst = sql`lower(t.username) not in ('root', 'admin', 'administrator')`;

/** Dates of the current and earlier secrets of accounts, without the secrets. */
export const allPastSecrets = sql`(select id, history_date, account from accounts_historicalaccount)`;
