import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../engine/context.ts';
import { uuids } from '../platform/database.ts';
import { allRoles } from './rbac/role/relations.ts';
import { allRoleBindings } from './rbac/rolebinding/relations.ts';

/** A role of a user; without an organization it applies everywhere. */
export type UserRole = {
  user: string;
  role: string;
  name: string;
  builtin: boolean;
  scope: 'system' | 'org';
  org: string | null;
};

const memoPrefix = 'users.roles:';

/** Roles of the users in some rows, looked up once however many columns need them. */
export const rolesOf = (rows: readonly { id: string }[], ctx: Context): Promise<Map<string, UserRole[]>> => {
  const ids = rows.map((row) => row.id);
  return once(ctx, memoPrefix + ids.join(), () =>
    ctx.db
      .rows<UserRole>(
        sql`select b."user"::text as "user", r.id::text as role, r.name, r.builtin, r.scope, b.org::text as org
        from ${allRoleBindings} b join ${allRoles} r on r.id = b.role where b."user" = any(${uuids(ids)}) order by r.name`,
      )
      .then((roles) => Map.groupBy(roles, (role) => role.user)),
  );
};

/** Clears looked-up roles after a change. */
export const forgetRoles = (ctx: Context): void => {
  for (const key of ctx.memo.keys()) if (key.startsWith(memoPrefix)) ctx.memo.delete(key);
};

/** Whether roles include that of the system administrator. */
export const hasSystemAdmin = (roles: readonly UserRole[] | undefined): boolean =>
  roles?.some(({ role }) => role === builtinRoles.systemAdmin.id) ?? false;

/**
 * Whether roles make a user an administrator of an organization; a superuser administers every organization.
 */
export const administers = (roles: readonly UserRole[] | undefined, orgId: string): boolean =>
  hasSystemAdmin(roles) ||
  (roles?.some(({ role, org }) => role === builtinRoles.orgAdmin.id && org === orgId) ?? false);

/**
 * Whether roles make a user an administrator anywhere, so that the password and MFA rules for administrators
 * apply.
 */
export const isAnyAdmin = (roles: readonly UserRole[] | undefined): boolean =>
  hasSystemAdmin(roles) || (roles?.some(({ role }) => role === builtinRoles.orgAdmin.id) ?? false);
