import { sql } from 'drizzle-orm';

/** User groups of every organization. */
export const allUserGroups = sql`(select id, org_id, date_created, name, created_by, comment from users_usergroup)`;
