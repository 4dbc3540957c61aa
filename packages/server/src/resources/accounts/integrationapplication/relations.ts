import { sql } from 'drizzle-orm';

/** Applications of every organization that may fetch secrets. */
export const allApplications = sql`(select id, org_id, name, account_names, ip_group, is_active, date_expired, secret from accounts_integrationapplication)`;

/** The accounts that applications name themselves. */
export const accountsOfApplications = sql`(select account, integrationapplication as application from accounts_integrationapplication_accounts)`;

/** The assets on which applications fetch accounts by their names. */
export const assetsOfApplications = sql`(select asset, integrationapplication as application from accounts_integrationapplication_assets)`;
