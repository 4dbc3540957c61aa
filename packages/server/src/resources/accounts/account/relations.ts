import { sql } from 'drizzle-orm';

/** Accounts of every organization, without their secrets. */
export const allAccounts = sql`(select id, org_id, privileged, is_active, su_from, asset, date_updated, name, username, secret_type,
  checkout_required, checkout_minutes,
  (coalesce(secret, '') <> '') as has_secret from accounts_account)`;

/** Order over alias `t`: the accounts that manage a machine first, in pickers. */
export const rootFirst = sql`lower(t.username) not in ('root', 'admin', 'administrator')`;

/** When accounts of every organization got their secrets, and of which kind. */
export const secretsOfHistory = sql`(select account, secret_type, history_date from accounts_historicalaccount)`;
