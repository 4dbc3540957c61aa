import { sql } from 'drizzle-orm';

/** Which user holds which role, and where. */
export const allRoleBindings = sql`(select "user", role, org, scope from rbac_rolebinding)`;
