import { sql } from 'drizzle-orm';

/** Users with their roles, and where. */
export const allRoleBindings = sql`(select "user", role, org, scope from rbac_rolebinding)`;
