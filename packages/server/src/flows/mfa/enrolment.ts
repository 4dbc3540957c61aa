import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { newTotpSecret, stepOfCode } from '../../platform/crypto/totp.ts';
import { endSessionsOf } from '../../resources/users/user/sessions.ts';
import { storeOtp, switchMfaOff } from '../../resources/users/user/statements.ts';
import type { User } from '../identify/user.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { noteOnUser } from '../users/noteOnUser.ts';

/** Time limit for setting up an app, in seconds. */
const enrolmentSeconds = 600;

/** A user who may set up a second factor: signed in, or sent here by the guard. */
export type Enroller = { user: User; isPending: boolean; key: string };

/** The user setting up a second factor in this browser. */
export const enrollerOf = async (
  request: FastifyRequest,
  deps: SignInDeps,
): Promise<Enroller | undefined> => {
  const { signedIn } = request;
  if (signedIn)
    return signedIn.credential.scheme === 'session'
      ? { user: signedIn.user, isPending: false, key: `otp_enrolment:${signedIn.credential.id}` }
      : undefined;
  const pending = await deps.pendingSignIns.find(request);
  return pending && { user: pending.user, isPending: true, key: `otp_enrolment:${pending.key}` };
};

/** Creates a secret to set up, for a user who has just entered the first factor in this browser. */
export const openEnrolment = ({ key }: Enroller, { cache, vault, db }: SignInDeps): Promise<void> =>
  cache.set(key, vault.seal(newTotpSecret()), enrolmentSeconds, db);

/** The secret for the app; undefined without a recent first factor. */
export const offeredSecret = async (
  { key }: Enroller,
  { cache, vault, db }: SignInDeps,
): Promise<string | undefined> => {
  const sealed = await cache.get<string>(key, db);
  return sealed && vault.open(sealed);
};

/** Records a change of the second factor as the user's own, although they may not be signed in yet. */
const noteChange = (user: User, sides: [string, string], ctx: Context) => {
  const actor = { ...ctx.actor, id: user.id, name: user.name, username: user.username };
  return noteOnUser({ ...user }, 'update', 'is_otp_secret_key_bound', { ...ctx, actor }, sides);
};

/**
 * Stores the secret when the code proves that the app has it, and signs the user out everywhere, as existing
 * web sessions were opened without a code. False for a wrong code or an existing app.
 */
export const bindOtp = async (
  enroller: Enroller,
  input: { secret: string; code: string },
  ctx: Context,
  deps: SignInDeps,
): Promise<boolean> => {
  const step = stepOfCode({ ...input, window: deps.settings.get('OTP_VALID_WINDOW') });
  if (step === undefined) return false;
  const { user } = enroller;
  const sealed = deps.vault.seal(input.secret);
  return deps.db.transaction(async (db) => {
    if (!(await storeOtp(user.id, { sealed, step }, db))) return false;
    await deps.cache.remove(enroller.key, db);
    await endSessionsOf(user.id, db);
    await noteChange(user, ['', '******'], { ...ctx, db });
    return true;
  });
};

/**
 * Removes the secret of a user who is not forced to have one, which the caller has checked, and signs the
 * user out everywhere.
 */
export const unbindOtp = (user: User, ctx: Context, deps: SignInDeps): Promise<void> =>
  deps.db.transaction(async (db) => {
    await switchMfaOff(user.id, db);
    await endSessionsOf(user.id, db);
    await noteChange(user, ['******', ''], { ...ctx, db });
  });
