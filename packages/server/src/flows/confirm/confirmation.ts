import type { ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Cache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Credential, SignedIn } from '../identify/credentials.ts';
import type { Person } from '../identify/person.ts';
import { mfaStateOf } from '../mfa/duty.ts';

/** What asking for confirmations needs. */
export type ConfirmDeps = { db: Database; cache: Cache; settings: Settings };

/** How much each proof is worth. */
const worth: Record<ConfirmLevel, number> = { relogin: 1, password: 2, mfa: 3 };

/** Seconds a fresh proof of identity lasts, where no setting says otherwise. */
const usualSeconds = 300;

const keyOf = (credential: Credential) => `confirm:${credential.scheme}:${credential.id}`;

type Reached = { level: number; time: number };

/** Sources whose users have no password here. */
const withoutPassword = new Set(['cas', 'saml2', 'oauth2', 'openid']);

/** The strongest proof a person without MFA can give at all. */
const withoutMfa = (person: Person): ConfirmLevel =>
  withoutPassword.has(person.source) ? 'relogin' : 'password';

/**
 * What really is asked: the code of whoever has MFA; and nobody else is asked for a proof he cannot give, except for
 * MFA by those who must have it and do not (docs/decisions/0023, 0070).
 */
export const effectiveLevel = (
  level: ConfirmLevel,
  person: Person,
  settings: Pick<Settings, 'get'>,
): ConfirmLevel => {
  const mfa = mfaStateOf(person, settings);
  if (mfa.isUsable || (mfa.isOwed && level === 'mfa')) return 'mfa';
  const strongest = withoutMfa(person);
  return worth[level] > worth[strongest] ? strongest : level;
};

/** The least that counts: whoever has MFA needs the code for what asks for it, and no more than that for the rest. */
const least = (level: ConfirmLevel, person: Person, settings: Settings): number =>
  Math.min(worth[level], worth[effectiveLevel(level, person, settings)]);

/** Remembers that whoever holds the credential has just proved himself. */
export const rememberProof = async (
  credential: Credential,
  level: ConfirmLevel,
  { cache, settings, db }: ConfirmDeps,
): Promise<void> => {
  const seconds = Math.max(usualSeconds, settings.get('SECURITY_MFA_VERIFY_TTL'));
  await cache.set(
    keyOf(credential),
    { level: worth[level], time: Date.now() } satisfies Reached,
    seconds,
    db,
  );
};

const isFresh = async ({ person, credential }: SignedIn, level: ConfirmLevel, deps: ConfirmDeps) => {
  const reached = await deps.cache.get<Reached>(keyOf(credential), deps.db);
  const seconds = level === 'mfa' ? deps.settings.get('SECURITY_MFA_VERIFY_TTL') : usualSeconds;
  return (
    reached !== undefined &&
    reached.level >= least(level, person, deps.settings) &&
    Date.now() - reached.time <= seconds * 1000
  );
};

/** Throws 412 unless the credential carries a fresh proof of the level (protocol reference §12). */
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
