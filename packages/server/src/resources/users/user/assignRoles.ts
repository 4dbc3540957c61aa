import { fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { rolebinding } from '@gatehouse/contract/resources/rbac/rolebinding.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { can } from '../../../engine/permission.ts';
import type { Row, Values, Written } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { bindRoles, unbindOtherRoles } from '../../rbac/rolebinding/statements.ts';
import { roleName } from '../../roleName.ts';
import { refuseHigherRoles } from '../../rolePermissions.ts';
import { forgetRoles, rolesOf, type UserRole } from '../../rolesOfUsers.ts';
import { joinGroupNamed } from './statements.ts';

type Field = 'system_roles' | 'org_roles';

const scopeOf = { system_roles: 'system', org_roles: 'org' } as const;
const fallback = { system_roles: builtinRoles.user.id, org_roles: builtinRoles.orgUser.id } as const;
const needed = {
  system_roles: 'rbac.add_systemrolebinding',
  org_roles: 'rbac.add_orgrolebinding',
} as const;

/**
 * Roles to store, by scope. Ignores roles of a scope that the caller may not bind, and organization roles in
 * the root organization; refuses added ones with permissions that the caller does not hold, and an empty list
 * for an existing user. A new user without roles of a scope gets its default one; in the root organization,
 * only the system role.
 */
export const settleRoles = async (
  values: Values<typeof user>,
  before: Row<typeof user> | undefined,
  ctx: Context,
): Promise<Pick<Values<typeof user>, Field>> => {
  const settled: Pick<Values<typeof user>, Field> = {};
  const held = before ? ((await rolesOf([before], ctx)).get(before.id) ?? []) : [];
  const hereOrEverywhere = held.filter(({ org }) => org === null || org === ctx.org.id);
  const kept = new Set(hereOrEverywhere.map(({ role }) => role));
  for (const field of ['system_roles', 'org_roles'] as const) {
    const mayAssign = can(ctx.actor, needed[field]) && !(field === 'org_roles' && ctx.org.isRoot);
    const roles = mayAssign ? values[field] : undefined;
    if (before && roles?.length === 0) throw fieldError(field, 'empty_list');
    if (roles?.includes(builtinRoles.systemAdmin.id) && !ctx.actor.isSuperuser)
      throw fieldError(field, 'only_superusers_grant', { role: builtinRoles.systemAdmin.name });
    const added = roles?.filter((role) => !kept.has(role)) ?? [];
    await refuseHigherRoles(field, added, ctx);
    const withoutOrg = field === 'org_roles' && ctx.org.isRoot;
    settled[field] = roles?.length || before || withoutOrg ? roles : [fallback[field]];
  }
  return settled;
};

/** Sets a user's roles of one scope (and organization). */
const replaceRoles = async (userId: string, field: Field, roleIds: readonly string[], ctx: Context) => {
  const org = field === 'org_roles' ? ctx.org.id : null;
  await unbindOtherRoles(userId, { org, kept: roleIds }, ctx.db);
  await bindRoles(
    roleIds.map((role) => ({ user: userId, role, scope: scopeOf[field], org })),
    ctx.db,
  );
};

/** Adds roles of many new users at once, as they have none yet. */
const giveRoles = (written: readonly Written<typeof user>[], ctx: Context) => {
  const rows = written.flatMap(({ row, values }) =>
    (['system_roles', 'org_roles'] as const).flatMap((field) =>
      (values[field] ?? []).map((role) => ({
        user: row.id,
        role,
        scope: scopeOf[field],
        org: field === 'org_roles' ? ctx.org.id : null,
      })),
    ),
  );
  return bindRoles(rows, ctx.db);
};

const namesOf = (roles: readonly UserRole[] | undefined, field: Field, ctx: Context): string =>
  (roles ?? [])
    .filter(({ scope, org }) => scope === scopeOf[field] && (org === null || org === ctx.org.id))
    .map((role) => roleName(role, ctx))
    .sort()
    .join(', ');

/** Adds users without an organization to the default one and to its group `Default`. */
const joinDefault = async (userIds: string[], ctx: Context): Promise<void> => {
  const homeless = (
    await ctx.db.rows<{
      id: string;
    }>(sql`select u.id::text as id from users_user u where u.id = any(${uuids(userIds)})
      and not exists (select 1 from ${allRoleBindings} b where b."user" = u.id and b.org is not null)`)
  ).map(({ id }) => id);
  if (homeless.length === 0) return;
  const org = DEFAULT_ORG_ID;
  await bindRoles(
    homeless.map((user) => ({ user, role: builtinRoles.orgUser.id, scope: 'org', org })),
    ctx.db,
  );
  await joinGroupNamed(homeless, { org, name: 'Default' }, ctx.db);
};

/** Name of the default role of a field; for a new user with only default roles, no roles are logged. */
const defaultName = (field: Field, ctx: Context): string =>
  roleName(
    { name: field === 'system_roles' ? builtinRoles.user.name : builtinRoles.orgUser.name, builtin: true },
    ctx,
  );

/** Logs changed roles, which are not columns and therefore missing from the engine's own diff. */
const recordRoles = async (
  written: readonly Written<typeof user>[],
  before: Map<string, UserRole[]>,
  after: Map<string, UserRole[]>,
  ctx: Context,
): Promise<void> => {
  const entries = written.map(({ row, before: known }) => {
    const diff: Record<string, [string, string]> = {};
    for (const field of ['system_roles', 'org_roles'] as const) {
      const old = namesOf(before.get(row.id), field, ctx);
      const now = namesOf(after.get(row.id), field, ctx);
      const isUsual = !known && (now === '' || now === defaultName(field, ctx));
      if (old !== now && !isUsual) diff[ctx.t(`users.user.fields.${field}`)] = [old, now];
    }
    const display = `${row.name}(${row.username})`;
    return known
      ? { action: 'update', resource: ctx.engine.resource(user), row, display, diff }
      : { action: 'create', resource: ctx.engine.resource(rolebinding), row, display, diff };
  });
  await ctx.engine.record(
    entries.filter(({ diff }) => Object.keys(diff).length > 0),
    ctx,
  );
};

/** Stores the resolved roles of written users. */
export const assignRoles = async (written: readonly Written<typeof user>[], ctx: Context): Promise<void> => {
  const rows = written.map(({ row }) => row);
  forgetRoles(ctx);
  const before = await rolesOf(rows, ctx);
  const added = written.filter((written) => !written.before);
  if (added.length) await giveRoles(added, ctx);
  for (const { row, values } of written.filter((written) => written.before))
    for (const field of ['system_roles', 'org_roles'] as const) {
      const roles = values[field];
      if (roles) await replaceRoles(row.id, field, roles, ctx);
    }
  if (added.length)
    await joinDefault(
      added.map(({ row }) => row.id),
      ctx,
    );
  forgetRoles(ctx);
  await recordRoles(written, before, await rolesOf(rows, ctx), ctx);
};
