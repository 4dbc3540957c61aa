import { thirdPartyMethods } from '@gatehouse/contract/authentication/signIn.ts';
import type { ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { CONFIRM_SECONDS } from '@gatehouse/contract/wire/confirmation.ts';
import type { FastifyRequest } from 'fastify';
import type { Cache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Credential, SignedIn } from '../identify/credentials.ts';
import type { User } from '../identify/user.ts';
import { mfaStateOf } from '../mfa/duty.ts';

/** What confirmation needs. */
export type ConfirmDeps = { db: Database; cache: Cache; settings: Settings };

/** Rank of each confirmation level. */
const worth: Record<ConfirmLevel, number> = { relogin: 1, password: 2, mfa: 3 };

const keyOf = (credential: Credential) => `confirm:${credential.scheme}:${credential.id}`;

type Reached = { level: number; time: number };

/** Sources whose users sign in on a page of another system, so that Gatehouse cannot ask for a password. */
const withoutPassword: ReadonlySet<string> = new Set(thirdPartyMethods);

/** The strongest confirmation a user without MFA can give. */
const withoutMfa = (user: User): ConfirmLevel => (withoutPassword.has(user.source) ? 'relogin' : 'password');

/**
 * The level to ask for: `mfa` from users with MFA, and from all others when it is required, who then have to
 * set it up first (docs/decisions/0233). An installation may accept less from those who need not. Otherwise
 * the required level, or what the user can provide if that is less (docs/decisions/0023).
 */
export const effectiveLevel = (
  level: ConfirmLevel,
  user: User,
  settings: Pick<Settings, 'get'>,
): ConfirmLevel => {
  const mfa = mfaStateOf(user, settings);
  const accepted = !mfa.mustEnrol && settings.get('SECURITY_VIEW_AUTH_BY_PASSWORD');
  if (mfa.isUsable || (level === 'mfa' && !accepted)) return 'mfa';
  const strongest = withoutMfa(user);
  return worth[level] > worth[strongest] ? strongest : level;
};

/** The lowest level accepted: the required one, or what the user can provide if that is less. */
const least = (level: ConfirmLevel, user: User, settings: Settings): number =>
  Math.min(worth[level], worth[effectiveLevel(level, user, settings)]);

/** Remembers that the holder of the credential has just confirmed their identity. */
export const rememberProof = async (
  credential: Credential,
  level: ConfirmLevel,
  { cache, settings, db }: ConfirmDeps,
): Promise<void> => {
  const seconds = Math.max(CONFIRM_SECONDS, settings.get('SECURITY_MFA_VERIFY_TTL'));
  await cache.set(
    keyOf(credential),
    { level: worth[level], time: Date.now() } satisfies Reached,
    seconds,
    db,
  );
};

const isFresh = async ({ user, credential }: SignedIn, level: ConfirmLevel, deps: ConfirmDeps) => {
  const reached = await deps.cache.get<Reached>(keyOf(credential), deps.db);
  const seconds = level === 'mfa' ? deps.settings.get('SECURITY_MFA_VERIFY_TTL') : CONFIRM_SECONDS;
  return (
    reached !== undefined &&
    reached.level >= least(level, user, deps.settings) &&
    Date.now() - reached.time <= seconds * 1000
  );
};

/**
 * Throws 412 unless the credential has a fresh confirmation of the level, or the settings require none
 * (protocol reference §12).
 */
export const createConfirmed =
  (deps: ConfirmDeps) =>
  async (request: FastifyRequest, level: ConfirmLevel): Promise<void> => {
    if (!deps.settings.get('SECURITY_VIEW_AUTH_NEED_MFA')) return;
    if (request.signedIn && (await isFresh(request.signedIn, level, deps))) return;
    throw new AppError(
      'user_confirm_required',
      {},
      { extra: { type: 'user_confirm_required', code: level } },
    );
  };
