import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { permissionName, permissionsOfScope } from '@gatehouse/contract/permissions/catalogue.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { allRoles } from '../../resources/rbac/role/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';

type HeldRole = { id: string; scope: 'system' | 'org'; codenames: string[] };

const builtin: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(builtinRoles).map((role) => [role.id, permissionsOfBuiltinRole(role)]),
);
const grantable = {
  system: new Set(permissionsOfScope('system').map(permissionName)),
  org: new Set(permissionsOfScope('org').map(permissionName)),
};

const rolesOf = (userId: string, orgId: string, db: Database): Promise<HeldRole[]> =>
  db.rows<HeldRole>(sql`select distinct r.id::text as id, r.scope, r.codenames from ${allRoleBindings} b join ${allRoles} r on r.id = b.role
    where b."user" = ${userId} and (r.scope = 'system' or ${orgId === ROOT_ORG_ID ? sql`false` : sql`b.org = ${orgId}`})`);

/**
 * Codenames a user holds in an organization: from system roles and, outside the root organization, from the
 * roles bound to the user there (reference 02 §4.2).
 */
export const permissionsOfUser = async (
  userId: string,
  orgId: string,
  db: Database,
): Promise<ReadonlySet<string>> => {
  const held = new Set<string>();
  for (const role of await rolesOf(userId, orgId, db)) {
    const names = builtin.get(role.id) ?? (Array.isArray(role.codenames) ? role.codenames : []);
    for (const name of names) if (grantable[role.scope].has(name)) held.add(name);
  }
  return held;
};
