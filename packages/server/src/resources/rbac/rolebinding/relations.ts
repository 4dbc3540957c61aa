import { sql } from 'drizzle-orm';

/** Role bindings of every user and organization. */
export const allRoleBindings = sql`(select "user", role, org, scope from rbac_rolebinding)`;
