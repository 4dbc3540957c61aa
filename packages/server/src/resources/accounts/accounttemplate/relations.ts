import { sql } from 'drizzle-orm';

/** Account templates of every organization, without their secrets. */
export const allAccountTemplates = sql`(select id, org_id, name, username, secret_type, su_from from accounts_accounttemplate)`;
