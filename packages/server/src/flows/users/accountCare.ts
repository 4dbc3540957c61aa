import { randomBytes } from 'node:crypto';
import { fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import type { FastifyRequest } from 'fastify';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type Answer, type HttpPorts, refusedByHand } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { Settings } from '../../platform/settings.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { guardReach, guardSuperusers } from '../../resources/users/user/reach.ts';
import { isAnyAdmin, rolesOf } from '../../resources/users/user/rolesOfUsers.ts';
import { judgePassword, storePassword } from '../../resources/users/user/setPassword.ts';
import { forgetOtp, forgetPublicKey } from '../../resources/users/user/statements.ts';
import { notify } from '../notifications/notify.ts';
import type { ResetTokens } from '../signIn/resetToken.ts';
import { noteOnUser } from './noteOnUser.ts';

/** What account administration needs. */
export type CareDeps = {
  settings: Settings;
  passwords: Passwords;
  lockOut: LockOut;
  resetTokens: ResetTokens;
  siteUrl: string | undefined;
};

type CareInput = Pick<ActionInput<typeof user>, 'ctx' | 'resource' | 'row' | 'request'>;
type Care = (
  row: Row<typeof user>,
  ctx: Context,
  request: FastifyRequest,
) => Promise<Record<string, unknown> | undefined>;

const ownerOf = async (row: Row<typeof user>, ctx: Context) => ({
  id: row.id,
  name: row.name,
  username: row.username,
  isAdmin: isAnyAdmin((await rolesOf([row], ctx)).get(row.id)),
});

const byActor = (ctx: Context) => ({ display: displayOf(ctx.actor), remoteAddr: ctx.remoteAddr });

/** Disables the old password; the holder of the link chooses a new one. */
const resetPassword =
  ({ passwords, resetTokens, settings, siteUrl }: CareDeps): Care =>
  async (row, ctx, request) => {
    if (row.source !== 'local') throw fieldError('source', 'not_local');
    const hash = await passwords.hash(randomBytes(24).toString('base64url'));
    await storePassword(await ownerOf(row, ctx), hash, { ...byActor(ctx), mustChange: true }, ctx.db);
    await noteOnUser(row, 'change_password', 'password', ctx);
    await notify([row.id], { key: 'password_reset', params: { by: displayOf(ctx.actor) } }, ctx.db);
    const token = await resetTokens.make(row.id, 'reset', ctx.db);
    const site = settings.get('SITE_URL') || siteUrl || `${request.protocol}://${request.host}`;
    const url = new URL('/core/auth/password/reset/', site);
    url.searchParams.set('token', token);
    // Without a mail server the administrator passes the link on (docs/decisions/0024).
    return { reset_url: url.href };
  };

const setPassword =
  (deps: CareDeps): Care =>
  async (row, ctx, request) => {
    const sealed = (request.body as { password?: unknown } | null)?.password;
    if (typeof sealed !== 'string' || sealed === '') throw fieldError('password', 'required');
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
    return undefined;
  };

const resetPublicKey: Care = async (row, ctx) => {
  await forgetPublicKey(row.id, ctx.db);
  if (!row.public_key) return undefined;
  await noteOnUser(row, 'update', 'public_key', ctx, ['******', '']);
  await notify([row.id], { key: 'public_key_removed', params: { by: displayOf(ctx.actor) } }, ctx.db);
  return undefined;
};

const unblock =
  ({ lockOut }: CareDeps): Care =>
  async (row, ctx) => {
    await lockOut.release(row.username, ctx.db);
    return undefined;
  };

const caring =
  (care: Care, guard = guardReach) =>
  async ({ ctx, resource, row, request }: CareInput): Promise<Answer> => {
    const found = await row({ lock: true });
    await guard(found, ctx);
    const more = await care(found, ctx, request);
    const after = await findRow(resource, found.id, ctx);
    return {
      headers: { 'cache-control': 'no-store' },
      body: { ...(await presentOne(resource, after, ctx)), ...more },
    };
  };

const resetMfa = async ({ ctx, row: find }: CareInput): Promise<Answer> => {
  const row = await find();
  if (row.id === ctx.actor.id) return refusedByHand('mfa_reset_oneself', ctx);
  await guardReach(row, ctx);
  await ctx.db.transaction(async (db) => {
    await forgetOtp(row.id, db);
    if (!row.otp_secret) return;
    await noteOnUser(row, 'update', 'is_otp_secret_key_bound', { ...ctx, db }, ['******', '']);
    await notify([row.id], { key: 'mfa_reset', params: { by: displayOf(ctx.actor) } }, db);
  });
  return { body: { msg: 'success' } };
};

/** Registers administrators' actions on single accounts (passwords, keys, MFA, locks) and membership. */
export const addAccountCare = (
  ports: HttpPorts,
  deps: CareDeps,
  membership: Pick<Actions<typeof user>, 'invite' | 'remove' | 'removeMany'>,
): void => {
  implement(ports, user, {
    ...membership,
    resetPassword: caring(resetPassword(deps)),
    setPassword: caring(setPassword(deps)),
    resetPublicKey: caring(resetPublicKey),
    unblock: caring(unblock(deps), (row, ctx) => guardSuperusers([row], ctx)),
    resetMfa,
  });
};
