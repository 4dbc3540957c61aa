import {
  changePassword,
  changeProfile,
  changePublicKey,
  describePassword,
  getProfile,
  getPublicKey,
  refuseMfaReset,
} from '@gatehouse/contract/calls/users.ts';
import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, inTransaction, queryOf, refusedByHand } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import { isAnyAdmin, rolesOf } from '../../resources/rolesOfUsers.ts';
import { checkPublicKey } from '../../resources/users/user/index.ts';
import { passwordFaults, passwordRules } from '../../resources/users/user/passwordPolicy.ts';
import { judgePassword, storePassword } from '../../resources/users/user/setPassword.ts';
import { ownerOfToken } from '../connect/tokens.ts';
import { isOwnPassword, type ProofDeps } from '../credentials/proof.ts';
import { forgetInitialPassword } from '../firstStart/firstStart.ts';
import { findUser, type User } from '../identify/user.ts';
import { notify } from '../notifications/notify.ts';
import { changeOwnRow } from './changeOwnRow.ts';
import { addKeyPair } from './keyPair.ts';
import { ownRow, type ProfileDeps, profileBody } from './profileBody.ts';
import { keyFactsOf } from './publicKey.ts';

type Deps = ProfileDeps & ProofDeps & { home: string };

/** The signed-in user, or the owner of a valid connection token. */
const callerOf = async (request: FastifyRequest, ctx: Context): Promise<User> => {
  if (request.signedIn) return request.signedIn.user;
  const token = queryOf(request).get('token');
  const found = isUuid(token)
    ? await findUser(sql`u.is_active and u.id = (select k.id from ${ownerOfToken(token)} k)`, ctx.db)
    : undefined;
  if (!found) throw new AppError('not_authenticated');
  return found;
};

const changeOwnProfile =
  (deps: Deps, { confirmed }: Pick<HttpPorts, 'confirmed'>): CallHandler<typeof changeProfile> =>
  async ({ ctx, request, body }) => {
    const user = await callerOf(request, ctx);
    const input = await body();
    const before = await ownRow(user.id, ctx);
    if (Number(before.mfa_level) === 2) input.mfa_level = undefined;
    // An open web session must not be enough to remove the second factor.
    if (before.otp_secret && input.mfa_level === 0 && Number(before.mfa_level) > 0)
      await confirmed(request, 'mfa');
    if (input.public_key) {
      if (!deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) throw fieldError('public_key', 'key_login_off');
      checkPublicKey(input.public_key);
    }
    const values = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    await changeOwnRow(user.id, values, ctx);
    return profileBody(user, deps, ctx);
  };

/** Checks both passwords and hashes the new one outside the transaction that stores it. */
const changeOwnPassword =
  (deps: Deps, ports: HttpPorts): CallHandler<typeof changePassword> =>
  async ({ ctx, request, body }) => {
    const user = await callerOf(request, ctx);
    if (user.source !== 'local') throw fieldError('old_password', 'not_local');
    const input = await body();
    const opened = (sealed: string | null) => (sealed === null ? '' : ctx.engine.vault.open(sealed));
    const password = opened(input.new_password);
    const isOwn = await isOwnPassword(
      { ...user, remoteAddr: ctx.remoteAddr },
      opened(input.old_password),
      deps,
    );
    const roles = await rolesOf([{ id: user.id }], ctx);
    const owner = { ...user, isAdmin: isAnyAdmin(roles.get(user.id)) };
    if (!isOwn) {
      // The rules are public; whether a password was used before is told only with the current one.
      const broken = passwordFaults(password, passwordRules(deps.settings, owner.isAdmin));
      const wrong = { old_password: [{ key: 'old_password_wrong' }] };
      throw new ValidationError({ ...wrong, ...(broken.length > 0 && { new_password: broken }) });
    }
    const faults = await judgePassword(password, owner, deps, ctx.db);
    if (faults.length) throw new ValidationError({ new_password: faults });
    if (password !== opened(input.new_password_again))
      throw fieldError('new_password_again', 'password_mismatch');
    const hash = await deps.passwords.hash(password);
    const credential = request.signedIn?.credential;
    const keepSession = credential?.scheme === 'session' ? credential.id : undefined;
    const by = displayOf(user);
    await inTransaction(ctx, ports, async ({ db }) => {
      await storePassword(owner, hash, { display: by, remoteAddr: ctx.remoteAddr, keepSession }, db);
      await notify([user.id], { key: 'password_changed', params: { by, ip: ctx.remoteAddr } }, db);
    });
    if (user.username === 'admin') await forgetInitialPassword(deps.home);
    return {};
  };

const addOwnKey = (ports: HttpPorts, { settings }: Deps) => {
  bind(ports, getPublicKey, async ({ ctx }) => keyFactsOf((await ownRow(ctx.actor.id, ctx)).public_key));
  bind(ports, changePublicKey, async ({ ctx, body, request }) => {
    const { public_key } = await body();
    if (public_key === undefined) {
      if (request.method === 'PUT') throw fieldError('public_key', 'required');
      return keyFactsOf((await ownRow(ctx.actor.id, ctx)).public_key);
    }
    if (!settings.get('TERMINAL_PUBLIC_KEY_AUTH')) throw fieldError('public_key', 'key_login_off');
    checkPublicKey(public_key);
    await changeOwnRow(ctx.actor.id, { public_key }, ctx);
    return keyFactsOf(public_key);
  });
};

const sizeOf = (size: string | undefined) => (size === 'mini' || size === 'small' ? size : undefined);

/** Registers the user's own profile: identity, permissions, and what may be changed. */
export const addProfile = (ports: HttpPorts, deps: Deps): void => {
  bind(ports, getProfile, async ({ ctx, query, request }) =>
    profileBody(await callerOf(request, ctx), deps, ctx, sizeOf(query.fields_size)),
  );
  bind(ports, changeProfile, changeOwnProfile(deps, ports));
  bind(ports, describePassword, async () => ({}));
  bind(ports, changePassword, changeOwnPassword(deps, ports), { noTransaction: true });
  addOwnKey(ports, deps);
  addKeyPair(ports, deps);
  bind(ports, refuseMfaReset, async ({ ctx }) => whole(refusedByHand('mfa_reset_oneself', ctx)));
};
