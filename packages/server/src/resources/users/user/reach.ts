import { AppError } from '@gatehouse/contract/errors.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../../engine/context.ts';
import { hasColumn } from '../../../engine/fields/registry.ts';
import type { Resource, Row, Values } from '../../../engine/resource.ts';
import { hasSystemAdmin, rolesOf } from './rolesOfUsers.ts';

/** Permissions of every user: taking over a user who has only these gains nothing. */
const everyday: ReadonlySet<string> = new Set(
  [builtinRoles.user, builtinRoles.orgUser].flatMap(permissionsOfBuiltinRole),
);

/** An organization's own data about a user; changing them does not help to take over the user. */
const harmless: ReadonlySet<string> = new Set(['comment']);

const refused = () => new AppError('permission_denied', {}, { messageKey: 'beyond_your_reach' });

/** Rule: only superusers may change superusers. */
export const superusers = async (
  rows: readonly { id: string }[],
  ctx: Context,
): Promise<(AppError | undefined)[]> => {
  if (ctx.actor.isSuperuser) return [];
  const roles = await rolesOf(rows, ctx);
  return rows.map(({ id }) =>
    hasSystemAdmin(roles.get(id))
      ? new AppError('permission_denied', {}, { messageKey: 'superusers_only' })
      : undefined,
  );
};

/** Refuses callers who are not superusers if one of the users is a superuser. */
export const guardSuperusers = async (rows: readonly { id: string }[], ctx: Context): Promise<void> => {
  const refused = (await superusers(rows, ctx)).find((refusal) => refusal !== undefined);
  if (refused) throw refused;
};

/**
 * Rule: users change their own password in the profile, which asks for the old one; an open web session alone
 * must not be enough to set a new password.
 */
export const ownPassword = (rows: readonly { id: string }[], ctx: Context): (AppError | undefined)[] =>
  rows.map(({ id }) =>
    id === ctx.actor.id
      ? new AppError('permission_denied', {}, { messageKey: 'own_password_in_profile' })
      : undefined,
  );

/**
 * Whether a user has permissions in an organization, beyond those of every user, that the caller lacks; also
 * true for another organization where the caller may change no users.
 */
const opensMoreIn = async (org: string, userId: string, ctx: Context): Promise<boolean> => {
  const isHere = org === ctx.org.id;
  const mine = isHere ? ctx.actor.permissions : await ctx.engine.permissionsOf(ctx.actor.id, org, ctx.db);
  if (!isHere && org !== ROOT_ORG_ID && !mine.has('users.change_user')) return true;
  const theirs = await ctx.engine.permissionsOf(userId, org, ctx.db);
  return [...theirs].some((name) => !everyday.has(name) && !mine.has(name));
};

/**
 * Refuses changes with which the caller could take over a user with more permissions, or a member of an
 * organization where the caller may change no users (docs/decisions/0028).
 */
export const guardReach = async (row: { id: string }, ctx: Context): Promise<void> => {
  await guardSuperusers([row], ctx);
  // A stolen key of a component must not take over a user, whatever permissions the component holds.
  if (ctx.actor.isServiceAccount) throw refused();
  if (ctx.actor.isSuperuser || row.id === ctx.actor.id) return;
  const roles = (await rolesOf([row], ctx)).get(row.id) ?? [];
  const orgs = roles.map(({ org }) => org).filter((org) => org !== null);
  for (const org of new Set([ROOT_ORG_ID, ...orgs])) if (await opensMoreIn(org, row.id, ctx)) throw refused();
};

/**
 * Refuses changes of the user itself beyond the caller's reach, and a new password for the caller; what the
 * organization stores about the user stays editable.
 */
export const guardChange = async (
  before: Row<typeof user>,
  values: Values<typeof user>,
  ctx: Context,
): Promise<void> => {
  const resource: Resource = ctx.engine.resource(user);
  const names = Object.keys(values).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && hasColumn(field) && !harmless.has(name);
  });
  const [was, now] = await ctx.engine.present(
    resource,
    [before, { ...before, ...values, id: before.id }],
    names,
    ctx,
  );
  const isChanged = names.some((name) => JSON.stringify(was?.[name]) !== JSON.stringify(now?.[name]));
  const [refusedPassword] = values.password ? ownPassword([before], ctx) : [];
  if (refusedPassword) throw refusedPassword;
  if (isChanged || values.password) await guardReach(before, ctx);
};
