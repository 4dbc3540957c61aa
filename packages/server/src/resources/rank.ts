import { AppError } from '@gatehouse/contract/errors.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf, once } from '../engine/context.ts';
import type { Row } from '../engine/resource.ts';
import { isUuid, uuids } from '../platform/database.ts';
import { allRoles } from './rbac/role/relations.ts';
import { codenamesOf } from './rolePermissions.ts';
import { hasSystemAdmin, rolesOf, type UserRole } from './rolesOfUsers.ts';
import { allUsers } from './users/user/relations.ts';

/** A user on whom the caller acts, and the organization where the act takes effect; null means everywhere. */
export type Target = { user: string; org: string | null };

/** Permissions of every user, which give no rank. */
const everyday: ReadonlySet<string> = new Set(
  [builtinRoles.user, builtinRoles.orgUser].flatMap(permissionsOfBuiltinRole),
);
const ranking = (names: readonly string[]) => names.filter((name) => !everyday.has(name));
const builtin: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(builtinRoles).map((role) => [role.id, ranking(permissionsOfBuiltinRole(role))]),
);

/** What other than built-in roles permit beyond what all users may do. */
const chosenNames = (roleId: string, ctx: Context): Promise<readonly string[]> =>
  once(ctx, `rank.role:${roleId}`, async () => {
    const roles = await ctx.db.rows<Pick<Row<typeof role>, 'id' | 'scope' | 'codenames'>>(
      sql`select id::text as id, scope, codenames from ${allRoles} r where id = ${roleId}`,
    );
    return ranking(roles.flatMap(codenamesOf));
  });

/** The caller's permissions in an organization, or in the root organization. */
export const permissionsIn = (
  org: string,
  ctx: Context,
): Promise<ReadonlySet<string>> | ReadonlySet<string> =>
  org === ctx.org.id
    ? ctx.actor.permissions
    : once(ctx, `rank.org:${org}`, () => ctx.engine.permissionsOf(ctx.actor.id, org, ctx.db));

/** Whether a role holds, in an organization, what the caller lacks there. */
const isAbove = (roleId: string, org: string, ctx: Context): Promise<boolean> =>
  once(ctx, `rank.above:${roleId}:${org}`, async () => {
    const names = builtin.get(roleId) ?? (await chosenNames(roleId, ctx));
    if (names.length === 0) return false;
    const mine = await permissionsIn(org, ctx);
    return names.some((name) => !mine.has(name));
  });

/** Why roles put a user above the caller; undefined if they do not. */
const reasonOf = async (
  roles: readonly UserRole[],
  org: string | null,
  ctx: Context,
): Promise<string | undefined> => {
  // A stolen key of a component must not reach a user, whatever permissions the component holds.
  if (ctx.actor.isServiceAccount) return 'component_acts_on_no_user';
  if (hasSystemAdmin(roles)) return 'superusers_only';
  const everywhere = [ROOT_ORG_ID, ...roles.flatMap((held) => held.org ?? [])];
  for (const each of new Set(org === null ? everywhere : [org]))
    for (const held of roles)
      if ((held.org ?? each) === each && (await isAbove(held.role, each, ctx))) return 'outranked';
  return undefined;
};

const displays = async (ids: readonly string[], ctx: Context): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const users = await ctx.db.rows<{ id: string; name: string; username: string }>(
    sql`select id::text as id, name, username from ${allUsers} u where id = any(${uuids(ids)})`,
  );
  return new Map(users.map((user) => [user.id, displayOf(user)]));
};

/**
 * Why the caller may not act on each of the users: the only place that compares ranks (docs/decisions/0210).
 * Superusers rank above all others; otherwise a user who holds a permission, beyond those of every user, that
 * the caller lacks where the act takes effect.
 */
export const rankRefusals = async (
  targets: readonly Target[],
  ctx: Context,
): Promise<(AppError | undefined)[]> => {
  if (ctx.actor.isSuperuser || targets.length === 0) return targets.map(() => undefined);
  const others = new Set(targets.map(({ user }) => user).filter((id) => isUuid(id) && id !== ctx.actor.id));
  const ids = [...others];
  const roles = await rolesOf(
    ids.map((id) => ({ id })),
    ctx,
  );
  const reasons: (string | undefined)[] = [];
  for (const { user, org } of targets)
    reasons.push(others.has(user) ? await reasonOf(roles.get(user) ?? [], org, ctx) : undefined);
  const names = await displays(
    targets.flatMap(({ user }, index) => (reasons[index] ? user : [])),
    ctx,
  );
  return targets.map(({ user }, index) => {
    const messageKey = reasons[index];
    if (messageKey === undefined) return undefined;
    return new AppError('permission_denied', { user: names.get(user) ?? user }, { messageKey });
  });
};

/** Throws when one of the users ranks above the caller, before anything is done to any of them. */
export const guardRank = async (targets: readonly Target[], ctx: Context): Promise<void> => {
  const refused = (await rankRefusals(targets, ctx)).find((error) => error !== undefined);
  if (refused) throw refused;
};

/** A user who belongs to something, such as a group or a role, and the organization where that counts. */
export type Holder = Target & { of: string };

/** For each thing, why the caller may not act on it: one of its holders ranks above the caller. */
export const holderRefusals = async (
  things: readonly { id: string }[],
  holders: readonly Holder[],
  ctx: Context,
): Promise<(AppError | undefined)[]> => {
  const errors = await rankRefusals(holders, ctx);
  return things.map(({ id }) => errors.find((error, index) => error && holders[index]?.of === id));
};
