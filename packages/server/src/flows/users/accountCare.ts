import { randomBytes } from 'node:crypto';
import { userActions } from '@gatehouse/contract/actions/users.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { refuseForbidden } from '../../engine/abilities.ts';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import { whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, refusedByHand } from '../../engine/http.ts';
import { findRow, presentOne, selectRows } from '../../engine/operations/read.ts';
import { readQuery } from '../../engine/query.ts';
import type { Row } from '../../engine/resource.ts';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { Settings } from '../../platform/settings.ts';
import { isAnyAdmin, rolesOf } from '../../resources/rolesOfUsers.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { judgePassword, storePassword } from '../../resources/users/user/setPassword.ts';
import { forgetPublicKey } from '../../resources/users/user/statements.ts';
import { notify } from '../notifications/notify.ts';
import { type ResetTokens, resetUrl } from '../signIn/routes/resetToken.ts';
import { noteOnUser } from './noteOnUser.ts';
import { forgetSecondFactors } from './secondFactors.ts';

/** What administering users needs. */
export type CareDeps = {
  settings: Settings;
  passwords: Passwords;
  lockOut: LockOut;
  resetTokens: ResetTokens;
  siteUrl: string | undefined;
};

type CareInput<C extends CallShape = CallShape> = ActionInput<typeof user, C>;

const ownerOf = async (row: Row<typeof user>, ctx: Context) => ({
  id: row.id,
  name: row.name,
  username: row.username,
  isAdmin: isAnyAdmin((await rolesOf([row], ctx)).get(row.id)),
});

const byActor = (ctx: Context) => ({ display: displayOf(ctx.actor), remoteAddr: ctx.remoteAddr });

/** Disables the old password; the holder of the link chooses a new one. */
const resetPassword =
  ({ passwords, resetTokens, settings, siteUrl }: CareDeps) =>
  async (row: Row<typeof user>, { ctx, request }: CareInput) => {
    if (row.source !== 'local') throw fieldError('source', 'not_local');
    const hash = await passwords.hash(randomBytes(24).toString('base64url'));
    await storePassword(await ownerOf(row, ctx), hash, { ...byActor(ctx), mustChange: true }, ctx.db);
    await noteOnUser(row, 'change_password', 'password', ctx);
    await notify([row.id], { key: 'password_reset', params: { by: displayOf(ctx.actor) } }, ctx.db);
    const token = await resetTokens.make(row.id, 'reset', ctx.db);
    const site = settings.get('SITE_URL') || siteUrl || `${request.protocol}://${request.host}`;
    // The administrator passes the link on; where mail is set up, the mail brings one as well (docs/decisions/0291).
    return { reset_url: resetUrl(site, token) };
  };

const setPassword =
  (deps: CareDeps) =>
  async (row: Row<typeof user>, { ctx, body }: CareInput<typeof userActions.shapes.setPassword>) => {
    const { password: sealed } = await body();
    if (row.source !== 'local') throw fieldError('password', 'not_local');
    const password = ctx.decrypt(sealed);
    const owner = await ownerOf(row, ctx);
    const faults = await judgePassword(password, owner, deps, ctx.db);
    if (faults.length) throw new ValidationError({ password: faults });
    const mustChange = row.need_update_password === true;
    await storePassword(owner, await deps.passwords.hash(password), { ...byActor(ctx), mustChange }, ctx.db);
    await noteOnUser(row, 'change_password', 'password', ctx);
    const params = { by: displayOf(ctx.actor), ip: ctx.remoteAddr };
    await notify([row.id], { key: 'password_changed', params }, ctx.db);
    return {};
  };

const resetPublicKey = async (row: Row<typeof user>, { ctx }: CareInput) => {
  await forgetPublicKey(row.id, ctx.db);
  if (!row.public_key) return {};
  await noteOnUser(row, 'update', 'public_key', ctx, ['******', '']);
  await notify([row.id], { key: 'public_key_removed', params: { by: displayOf(ctx.actor) } }, ctx.db);
  return {};
};

const release = async (row: Row<typeof user>, lockOut: LockOut, ctx: Context): Promise<void> => {
  await lockOut.release(row.username, ctx.db);
  const sides: [string, string] = [ctx.t('common.words.yes'), ctx.t('common.words.no')];
  await noteOnUser(row, 'update', 'login_blocked', ctx, sides);
};

const unblock =
  ({ lockOut }: CareDeps) =>
  async (row: Row<typeof user>, { ctx }: CareInput) => {
    await release(row, lockOut, ctx);
    return {};
  };

/** Users the caller sees, of these ids; refuses others. */
const chosenUsers = async (ids: readonly string[], resource: CareInput['resource'], ctx: Context) => {
  const query = await readQuery(resource, new URLSearchParams({ ids: ids.join(',') }), ctx);
  const rows = await selectRows(resource, { ...query, limit: undefined, offset: 0 }, ctx);
  if (rows.length < new Set(ids).size) throw new AppError('object_does_not_exist');
  return rows;
};

const unblockMany =
  ({ lockOut }: CareDeps) =>
  async ({ ctx, resource, body }: CareInput<typeof userActions.shapes.unblockMany>) => {
    const rows = await chosenUsers((await body()).ids, resource, ctx);
    await refuseForbidden(resource, 'unblock', rows, ctx);
    const locked = await lockOut.lockedAmong(
      rows.map(({ username }) => username),
      ctx.db,
    );
    const blocked = rows.filter(({ username }) => locked.has(username));
    for (const row of blocked) await release(row, lockOut, ctx);
    return { unblocked: blocked.length };
  };

const caring =
  <C extends CallShape, More extends object>(
    care: (row: Row<typeof user>, input: CareInput<C>) => Promise<More>,
  ) =>
  async (input: CareInput<C>) => {
    const { ctx, resource, row } = input;
    const found = await row({ lock: true });
    const more = await care(found, input);
    const after = await findRow(resource, found.id, ctx);
    return { ...(await presentOne(resource, after, ctx)), ...more };
  };

const resetMfa = async ({ ctx, row: find }: CareInput) => {
  const row = await find();
  if (row.id === ctx.actor.id) return whole(refusedByHand('mfa_reset_oneself', ctx));
  await ctx.db.transaction(async (db) => {
    const had = await forgetSecondFactors(row.id, db);
    if (had.length === 0) return;
    for (const { label } of had) await noteOnUser(row, 'update', label, { ...ctx, db }, ['******', '']);
    await notify([row.id], { key: 'mfa_reset', params: { by: displayOf(ctx.actor) } }, db);
  });
  return { msg: 'success' as const };
};

/** Registers administrators' actions on single users (passwords, keys, MFA, locks) and on membership. */
export const addAccountCare = (
  ports: HttpPorts,
  deps: CareDeps,
  membership: Pick<Actions<typeof userActions>, 'invite' | 'remove' | 'removeMany'>,
): void => {
  implement(ports, userActions, {
    ...membership,
    resetPassword: caring(resetPassword(deps)),
    setPassword: caring(setPassword(deps)),
    resetPublicKey: caring(resetPublicKey),
    unblock: caring(unblock(deps)),
    unblockMany: unblockMany(deps),
    resetMfa,
  });
};
