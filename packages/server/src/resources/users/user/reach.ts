import { AppError } from '@gatehouse/contract/errors.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import { hasColumn } from '../../../engine/fields/registry.ts';
import type { Refusals, Resource, Row, Values } from '../../../engine/resource.ts';
import { permissionsIn, rankRefusals } from '../../rank.ts';
import { rolesOf } from '../../rolesOfUsers.ts';

type Users = readonly Pick<Row<typeof user>, 'id' | 'name' | 'username'>[];
type Errors = (AppError | undefined)[];

/** An organization's own data about a user; changing them does not help to take over the user. */
const harmless: ReadonlySet<string> = new Set(['comment']);

/** Rule: nobody acts on users who rank higher in the organization of the request. */
const outrankedHere = (rows: Users, ctx: Context): Promise<Errors> => {
  const org = ctx.org.isRoot ? null : ctx.org.id;
  return rankRefusals(
    rows.map(({ id }) => ({ user: id, org })),
    ctx,
  );
};

/** Rule: nobody acts on users who rank higher anywhere. */
const outranked = (rows: Users, ctx: Context): Promise<Errors> =>
  rankRefusals(
    rows.map(({ id }) => ({ user: id, org: null })),
    ctx,
  );

/** Whether a user belongs to another organization where the caller may change no users. */
const isElsewhere = async (orgs: readonly (string | null)[], ctx: Context): Promise<boolean> => {
  for (const org of new Set(orgs))
    if (org !== null && org !== ctx.org.id && !(await permissionsIn(org, ctx)).has('users.change_user'))
      return true;
  return false;
};

/**
 * Refuses a caller who would take over or delete the account of a user who has a higher rank anywhere, or who
 * belongs to an organization where the caller may not change users (docs/decisions/0028).
 */
export const beyondReach = async (rows: Users, ctx: Context): Promise<Errors> => {
  const errors = await outranked(rows, ctx);
  if (ctx.actor.isSuperuser) return errors;
  const roles = await rolesOf(rows, ctx);
  for (const [index, row] of rows.entries()) {
    const orgs = roles.get(row.id)?.map(({ org }) => org) ?? [];
    if (errors[index] || row.id === ctx.actor.id || !(await isElsewhere(orgs, ctx))) continue;
    const params = { user: displayOf(row) };
    errors[index] = new AppError('permission_denied', params, { messageKey: 'beyond_your_reach' });
  }
  return errors;
};

/**
 * Rule: users change their own password in the profile, which asks for the old one; an open web session alone
 * must not be enough to set a new password.
 */
const ownPassword = (rows: Users, ctx: Context): Errors =>
  rows.map(({ id }) =>
    id === ctx.actor.id
      ? new AppError('permission_denied', {}, { messageKey: 'own_password_in_profile' })
      : undefined,
  );

/** Every verb and action on a user, guarded as strictly as taking over the account, unless named here. */
export const guardedActs: Refusals<typeof user> = {
  ...Object.fromEntries(Object.keys(user.actions).map((name) => [name, [beyondReach]])),
  destroy: [beyondReach],
  update: [outrankedHere],
  remove: [outrankedHere],
  unblock: [outranked],
  resetPassword: [beyondReach, ownPassword],
  setPassword: [beyondReach, ownPassword],
};

/** Throws when the account of a user is beyond the caller's reach. */
export const guardReach = async (row: Row<typeof user>, ctx: Context): Promise<void> => {
  const [refused] = await beyondReach([row], ctx);
  if (refused) throw refused;
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
