import { sql } from 'drizzle-orm';

/** Roles with the permissions they grant. */
export const allRoles = sql`(select id, builtin, name, scope, codenames, xmin from rbac_role)`;
