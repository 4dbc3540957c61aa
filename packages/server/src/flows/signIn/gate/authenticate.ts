import type { SignInFailure } from '@gatehouse/contract/authentication/signIn.ts';
import { sql } from 'drizzle-orm';
import type { ClientKeys } from '../../../platform/crypto/clientKeys.ts';
import type { Passwords } from '../../../platform/crypto/password.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { LockOut } from '../../../resources/users/user/lockOut.ts';
import { passwordHash } from '../../../resources/users/user/proofs.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import type { RuleBook } from '../../accessRules/ruleBook.ts';
import { type User, userColumns } from '../../identify/user.ts';
import type { Candidate, MustChange, Refusal, SignInBackend } from '../backends/backend.ts';
import { localPassword } from '../backends/password/localPassword.ts';
import { tempToken } from '../backends/password/tempToken.ts';
import { type BackendOutcome, tryBackends } from '../backends/tryBackends.ts';
import { logSignIn, type Origin } from '../log.ts';
import { judgeSignIn } from './rules.ts';

/** What checking a name and a password needs. */
export type AuthenticateDeps = {
  db: Database;
  settings: Settings;
  passwords: Passwords;
  clientKeys: ClientKeys;
  vault: Vault;
  lockOut: LockOut;
  ruleBook: RuleBook;
};

/** Outcome of an attempt. */
export type Verdict =
  | {
      user: User;
      backend: SignInBackend['name'];
      mustChange?: MustChange | undefined;
      loginSecret?: string | undefined;
      refusal?: undefined;
    }
  | { user?: undefined; refusal: Refusal };

/** The user of a name, with what a sign-in needs to know of the password. */
export const findCandidate = async (username: string, db: Database): Promise<Candidate | undefined> =>
  (
    await db.rows<Candidate>(
      sql`select ${userColumns}, ${passwordHash} as password_hash, u.need_update_password, u.date_password_last_updated from ${allUsers} u where u.username = ${username}`,
    )
  )[0];

/** Why a user may not sign in at all, whatever the password. */
export const stateOf = (
  user: Pick<User, 'is_active' | 'is_expired'>,
): 'user_expired' | 'user_inactive' | undefined => {
  if (user.is_expired) return 'user_expired';
  return user.is_active ? undefined : 'user_inactive';
};

/** The password as the web session stores it for accounts that use it; undefined unless settings allow it. */
export const keptSecret = (
  password: string,
  { settings, vault }: Pick<AuthenticateDeps, 'settings' | 'vault'>,
): string | undefined => (settings.get('CACHE_LOGIN_PASSWORD_ENABLED') ? vault.seal(password) : undefined);

/** Whether a user may sign in by a backend: only by that of the user's own source, if the setting requires it. */
export const mayUse = (
  { source }: Pick<User, 'source'>,
  backend: SignInBackend,
  settings: Pick<Settings, 'get'>,
): boolean => source === backend.source || !settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE');

type Attempt = { username: string; password: string; origin: Origin };

/** The backends, in the order in which they are tried. */
export const backendsOf = (deps: Pick<AuthenticateDeps, 'passwords' | 'vault'>): SignInBackend[] => [
  localPassword(deps),
  tempToken(deps),
];

/** Checks a username and a password in the order of reference 02 §6.1; logs every refusal. */
export const createAuthenticate = (deps: AuthenticateDeps, backends = backendsOf(deps)) => {
  const { db, settings, clientKeys, lockOut } = deps;

  const refuse = async (
    attempt: Attempt,
    reason: SignInFailure,
    refusal: Refusal,
    rule = '',
  ): Promise<Verdict> => {
    await logSignIn({ ...attempt, backend: 'password', mfa: 2, reason, rule }, db);
    return { refusal };
  };

  /** Rules that refuse do so before a code is asked for; a review comes after it. */
  const refuseByRule = async (attempt: Attempt, user: User): Promise<Verdict | undefined> => {
    const { outcome, rule, isWithoutReviewer } = await judgeSignIn(user, attempt.origin, deps);
    if (outcome !== 'reject') return undefined;
    const code = isWithoutReviewer ? 'no_reviewer' : 'acl_not_allow';
    return refuse(attempt, 'acl_not_allow', { code }, rule?.name);
  };

  const refuseBlocked = async (attempt: Attempt): Promise<Verdict | undefined> => {
    const { username, origin } = attempt;
    const block =
      (await lockOut.find(username, origin.remoteAddr, db)) ??
      (await lockOut.begin(username, origin.remoteAddr, db));
    if (!block) return undefined;
    const code = block.by === 'user' ? 'block_login' : 'block_global_ip_login';
    return refuse(attempt, 'login_blocked', { code, minutes: block.minutes });
  };

  const refusePassword = async (attempt: Attempt, reason: SignInFailure): Promise<Verdict> => {
    const { left, minutes } = await lockOut.fail(attempt.username, attempt.origin.remoteAddr, db);
    return refuse(
      attempt,
      reason,
      left > 0 ? { code: 'password_failed', left, minutes } : { code: 'block_login', minutes },
    );
  };

  const ask = async (username: string, password: string): Promise<BackendOutcome> => {
    const found = await findCandidate(username, db);
    const user = found?.is_service_account ? undefined : found;
    return tryBackends(backends, { username, password }, { db, settings, user });
  };

  return async (attempt: Attempt): Promise<Verdict> => {
    const { username } = attempt;
    const address = attempt.origin.remoteAddr;
    const blocked = await refuseBlocked(attempt);
    if (blocked) return blocked;
    const password = clientKeys.open(attempt.password);
    if (password === undefined)
      return refuse(attempt, 'password_decrypt_failed', { code: 'password_decrypt_failed' });
    const outcome = await ask(username, password);
    if ('pass' in outcome) return refusePassword(attempt, outcome.pass);
    const { backend, answer } = outcome;
    if ('refusal' in answer) return refuse(attempt, answer.reason, answer.refusal);
    const { user, mustChange, isPassword } = answer;
    const state = stateOf(user);
    if (state) return refuse(attempt, state, { code: state });
    if (!mayUse(user, backend, settings))
      return refuse(attempt, 'only_local_users_are_allowed', { code: 'only_local_users_are_allowed' });
    const ruled = await refuseByRule(attempt, user);
    if (ruled) return ruled;
    await lockOut.succeed(username, address, db);
    const loginSecret = isPassword ? keptSecret(password, deps) : undefined;
    return { user, backend: backend.name, mustChange, loginSecret };
  };
};

/** Checks one attempt. */
export type Authenticate = ReturnType<typeof createAuthenticate>;
