import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { can } from '../../../engine/permission.ts';
import type { Behaviour, Row, Values, WriteEvent, Written } from '../../../engine/resource.ts';
import { readPublicKey } from '../../../platform/crypto/publicKey.ts';
import { allOf, type Database, uuids } from '../../../platform/database.ts';
import { guardLastSuperuser, superusersAmong } from '../../lastSuperuser.ts';
import { isAnyAdmin, rolesOf } from '../../rolesOfUsers.ts';
import { assignRoles, settleRoles } from './assignRoles.ts';
import { userAttributes } from './attributes.ts';
import { type ComputedDeps, memberCondition, userComputed } from './computed.ts';
import { userFilters } from './filters.ts';
import { forgetIdentities } from './identities.ts';
import { lostSuperusers } from './lostSuperusers.ts';
import { guardChange, guardedActs, guardReach } from './reach.ts';
import { endSessionsOf } from './sessions.ts';
import { judgePassword, type PasswordDeps, storePassword } from './setPassword.ts';
import { adminName } from './unused.ts';

/** Tells users that their password or public key was changed. */
type Notify = (
  people: readonly string[],
  message: { key: 'password_changed' | 'public_key_changed'; params: { by: string; ip: string } },
  db: Database,
) => Promise<void>;

/** Tells new users of their account, and whether they set their password by a link. */
type Welcome = (people: readonly string[], password: 'link' | 'set', ctx: Context) => Promise<void>;

/** What the behaviour of users needs. */
export type UserDeps = ComputedDeps &
  PasswordDeps & {
    notify: Notify;
    welcome: Welcome;
    isMailOn: () => boolean;
    /** Removes the jobs of users who are about to be deleted, and stops their runs. */
    forgetJobs: (users: readonly string[], ctx: Context) => Promise<void>;
    /** Stops the runs of jobs of users who have been disabled. */
    stopRuns: (users: readonly string[], ctx: Context) => Promise<void>;
  };

/**
 * The hash of a checked new password, on its way to the user's row and the password history, and whether the
 * user must change that password.
 */
type NewPassword = { new_password_hash: string; password_must_change: boolean };

/** Refuses text that is neither empty nor an SSH public key. */
export const checkPublicKey = (text: string): void => {
  if (text && !readPublicKey(text)) throw fieldError('public_key', 'invalid_public_key');
};

const settlePassword = async (
  { ctx, before, values, input }: WriteEvent<typeof user>,
  deps: PasswordDeps,
): Promise<Values<typeof user> & Partial<NewPassword>> => {
  const sealed = values.password;
  const source = values.source ?? before?.source ?? 'local';
  const isChosen = before !== undefined || values.password_strategy === 'custom';
  if (!sealed || source !== 'local' || !isChosen) return {};
  const password = ctx.engine.vault.open(sealed);
  const roles = before ? (await rolesOf([before], ctx)).get(before.id) : undefined;
  const owner = {
    id: before?.id ?? '00000000-0000-0000-0000-000000000000',
    name: values.name ?? before?.name ?? '',
    username: values.username ?? before?.username ?? '',
    isAdmin: isAnyAdmin(roles),
  };
  const faults = await judgePassword(password, owner, deps, ctx.db);
  if (faults.length) throw new ValidationError({ password: faults });
  const mustChange =
    input.need_update_password ?? values.need_update_password ?? before?.need_update_password;
  const hash = await deps.passwords.hash(password);
  return {
    password_hash: hash,
    date_password_last_updated: new Date().toISOString(),
    new_password_hash: hash,
    password_must_change: mustChange === true,
  };
};

/** Whether a user's roles in the whole system would change. */
const changesRoles = async (
  before: Row<typeof user>,
  roles: readonly string[] | undefined,
  ctx: Context,
): Promise<boolean> => {
  if (!roles) return false;
  const held = ((await rolesOf([before], ctx)).get(before.id) ?? []).filter(({ org }) => org === null);
  const wanted = new Set(roles);
  return wanted.size !== held.length || held.some(({ role }) => !wanted.has(role));
};

const own = (before: Row<typeof user> | undefined, ctx: Context) =>
  before !== undefined && before.id === ctx.actor.id;

const stricter = (before: '0' | '1' | '2' | undefined, requested: 0 | 1 | 2 | undefined) =>
  user.fields.mfa_level.choices.find((level) => level === Math.max(Number(before ?? 0), requested ?? 0));

const beforeWrite =
  (deps: UserDeps) =>
  async (event: WriteEvent<typeof user>): Promise<Values<typeof user> & Partial<NewPassword>> => {
    const { ctx, before, values } = event;
    if (before) await guardChange(before, values, ctx);
    if (values.public_key !== undefined) checkPublicKey(values.public_key);
    const roles = await settleRoles(values, before, ctx);
    if (before && (await changesRoles(before, roles.system_roles, ctx))) await guardReach(before, ctx);
    // Users cannot disable themselves, change their own roles, or lower their own MFA level here.
    const kept = own(before, ctx)
      ? {
          is_active: before?.is_active,
          mfa_level: stricter(before?.mfa_level, values.mfa_level),
          system_roles: undefined,
          org_roles: undefined,
        }
      : roles;
    const isAdmin = (values.username ?? before?.username) === adminName;
    return { ...kept, ...(await settlePassword(event, deps)), ...(isAdmin ? { is_active: true } : {}) };
  };

const storePasswords = async (written: readonly Written<typeof user, NewPassword>[], ctx: Context) => {
  for (const { row, values } of written) {
    if (values.new_password_hash === undefined) continue;
    const owner = { id: row.id, name: row.name, username: row.username, isAdmin: false };
    const by = {
      display: displayOf(ctx.actor),
      remoteAddr: ctx.remoteAddr,
      mustChange: values.password_must_change === true,
    };
    await storePassword(owner, values.new_password_hash, by, ctx.db);
  }
};

/** Users are notified when their password or key is changed, even by themselves. */
const tellOwners = async (
  written: readonly Written<typeof user, NewPassword>[],
  notify: Notify,
  ctx: Context,
) => {
  const params = { by: displayOf(ctx.actor), ip: ctx.remoteAddr };
  for (const { row, before, values } of written) {
    if (!before) continue;
    if (values.new_password_hash !== undefined)
      await notify([row.id], { key: 'password_changed', params }, ctx.db);
    if (row.public_key !== before.public_key)
      await notify([row.id], { key: 'public_key_changed', params }, ctx.db);
  }
};

/** New users who sign in here are told of their account; those without a password get a link to set one. */
const welcome = async (
  written: readonly Written<typeof user, NewPassword>[],
  tell: Welcome,
  ctx: Context,
) => {
  const added = written.filter(
    ({ before, row }) => !before && row.source === 'local' && !row.is_service_account,
  );
  for (const password of ['link', 'set'] as const) {
    const those = added.filter(
      ({ values }) => (values.new_password_hash === undefined) === (password === 'link'),
    );
    await tell(
      those.map(({ row }) => row.id),
      password,
      ctx,
    );
  }
};

/** Users who have been disabled are signed out at once, and their commands on machines end. */
const signOutInvalid = async (
  written: readonly Written<typeof user, NewPassword>[],
  stopRuns: UserDeps['stopRuns'],
  ctx: Context,
) => {
  const disabled = written
    .filter(({ row, before }) => before?.is_active === true && row.is_active === false)
    .map(({ row }) => row.id);
  for (const id of disabled) await endSessionsOf(id, ctx.db);
  if (disabled.length > 0) await stopRuns(disabled, ctx);
};

/** Bulk deletion needs a filter, and may not match all users unless it matches only one. */
const beforeDeleteMany: Behaviour<typeof user>['beforeDeleteMany'] = ({ narrowed, matched, all }) => {
  if (!narrowed || (matched > 1 && matched >= all)) throw new AppError('unable_to_delete_all_users');
};

const stays = (messageKey: string) => new AppError('permission_denied', {}, { messageKey });

const oneself = (rows: Row<typeof user>[], ctx: Context) =>
  rows.map(({ id }) => (id === ctx.actor.id ? stays('delete_oneself') : undefined));

const firstAdmin = (rows: Row<typeof user>[]) =>
  rows.map(({ username }) => (username === adminName ? stays('first_admin_stays') : undefined));

const beforeDelete = async (
  rows: Row<typeof user>[],
  ctx: Context,
  { forgetJobs }: Pick<UserDeps, 'forgetJobs'>,
): Promise<void> => {
  const ids = uuids(rows.map((row) => row.id));
  const rest = await ctx.db.rows(
    sql`select 1 from users_user t where ${allOf([visible(ctx), sql`not t.id = any(${ids})`])} limit 1`,
  );
  if (rows.length > 1 && rest.length === 0) throw new AppError('unable_to_delete_all_users');
  const going = rows.map((row) => row.id);
  await guardLastSuperuser(await superusersAmong(going, ctx.db), ctx.db);
  await forgetJobs(going, ctx);
};

const afterDelete = async (rows: Row<typeof user>[], ctx: Context): Promise<void> => {
  for (const { id } of rows) await endSessionsOf(id, ctx.db);
  const ids = uuids(rows.map((row) => row.id));
  await forgetIdentities(
    rows.map((row) => row.id),
    ctx.db,
  );
  await ctx.db.rows(sql`delete from users_userpasswordhistory where user_id = any(${ids})`);
  await ctx.db.rows(sql`delete from users_preference where user_id = any(${ids})`);
};

const visible = (ctx: Context): SQL => allOf([sql`not t.is_service_account`, memberCondition(ctx)]);

/**
 * Fields hidden from the caller: roles, without the permission to view their bindings, and `orgs_roles`
 * outside the root organization.
 */
const hiddenFields: Behaviour<typeof user>['hiddenFields'] = (ctx) => [
  ...(can(ctx.actor, 'rbac.view_systemrolebinding') ? [] : (['system_roles'] as const)),
  ...(can(ctx.actor, 'rbac.view_orgrolebinding') ? [] : (['org_roles'] as const)),
  ...(ctx.org.isRoot ? [] : (['orgs_roles'] as const)),
];

/**
 * Without mail nobody gets a link to set a password, so forms only offer to set the password directly
 * (docs/decisions/0024, 0291).
 */
const withoutMail = (meta: { password_strategy?: FieldMeta }) => {
  const { password_strategy: strategy } = meta;
  if (!strategy) return;
  const offered = strategy.choices?.filter(({ value }) => value === 'custom');
  strategy.own = { choices: offered, default: 'custom' };
};

/** Users: membership, roles, passwords and their protection. */
export const userBehaviour = (deps: UserDeps): Behaviour<typeof user, NewPassword> => ({
  visibleTo: visible,
  filters: userFilters(deps),
  attributes: userAttributes,
  computed: userComputed(deps),
  hiddenFields,
  describe: (meta) => (deps.isMailOn() ? undefined : withoutMail(meta)),
  display: (row) => `${row.name}(${row.username})`,
  beforeWrite: beforeWrite(deps),
  afterWrite: async (written, ctx) => {
    const lost = await lostSuperusers(written, ctx);
    await assignRoles(written, ctx);
    await storePasswords(written, ctx);
    await tellOwners(written, deps.notify, ctx);
    await welcome(written, deps.welcome, ctx);
    await signOutInvalid(written, deps.stopRuns, ctx);
    await guardLastSuperuser(lost, ctx.db);
  },
  refusals: { ...guardedActs, destroy: [...(guardedActs.destroy ?? []), firstAdmin, oneself] },
  beforeDeleteMany,
  beforeDelete: (rows, ctx) => beforeDelete(rows, ctx, deps),
  afterDelete,
});
