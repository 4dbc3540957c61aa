import { fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { permissionName, permissionsOfScope } from '@gatehouse/contract/permissions/catalogue.ts';
import type { PermissionScope } from '@gatehouse/contract/permissions/permission.ts';
import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../engine/context.ts';
import type { Row } from '../engine/resource.ts';
import { uuids } from '../platform/database.ts';
import { allRoles } from './rbac/role/relations.ts';

/** What roles of each scope may hold. */
export const grantable = {
  system: new Set(permissionsOfScope('system').map(permissionName)),
  org: new Set(permissionsOfScope('org').map(permissionName)),
};

/** A role's permissions: by definition for built-in roles, as chosen for others. */
export const codenamesOf = (row: Pick<Row<typeof role>, 'id' | 'scope' | 'codenames'>): readonly string[] => {
  const builtin = Object.values(builtinRoles).find((role) => role.id === row.id);
  if (builtin) return permissionsOfBuiltinRole(builtin);
  const known = grantable[row.scope];
  return row.codenames?.filter((name) => known.has(name)) ?? [];
};

/**
 * Permissions the caller holds wherever a role of this scope would apply: permissions held in one
 * organization cannot be granted everywhere.
 */
export const heldFor = async (scope: PermissionScope, ctx: Context): Promise<ReadonlySet<string>> =>
  scope === 'system' && !ctx.org.isRoot
    ? ctx.engine.permissionsOf(ctx.actor.id, ROOT_ORG_ID, ctx.db)
    : ctx.actor.permissions;

/** Default roles, which every caller who may bind roles at all may bind. */
const everybodys: readonly string[] = [builtinRoles.user.id, builtinRoles.orgUser.id];

/**
 * Refuses to grant a role with permissions that the caller does not hold: its new holder could grant it to
 * the caller in turn.
 */
export const refuseHigherRoles = async (
  field: string,
  roleIds: readonly string[],
  ctx: Context,
): Promise<void> => {
  const checkedIds = roleIds.filter((id) => !everybodys.includes(id));
  if (ctx.actor.isSuperuser || checkedIds.length === 0) return;
  const roles = await ctx.db.rows<Pick<Row<typeof role>, 'id' | 'scope' | 'codenames'>>(
    sql`select id::text as id, scope, codenames from ${allRoles} r where id = any(${uuids(checkedIds)})`,
  );
  for (const role of roles) {
    const held = await heldFor(role.scope, ctx);
    const permission = codenamesOf(role).find((name) => !held.has(name));
    if (permission) throw fieldError(field, 'not_yours_to_grant', { permission });
  }
};
