import type { SignInFailure } from '@gatehouse/contract/authentication/signIn.ts';
import { sql } from 'drizzle-orm';
import type { ClientKeys } from '../../platform/clientKeys.ts';
import type { Database } from '../../platform/database.ts';
import type { Passwords } from '../../platform/password.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import type { Vault } from '../../platform/vault.ts';
import { takeTempToken } from '../../resources/authentication/temptoken/index.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { type Person, personColumns } from '../identify/person.ts';
import { logSignIn, type Origin } from './log.ts';

/** What checking a name and a password needs. */
export type AuthenticateDeps = {
  db: Database;
  settings: Settings;
  passwords: Passwords;
  clientKeys: ClientKeys;
  vault: Vault;
  lockOut: LockOut;
};

/** Why a password must be changed before it opens anything. */
export type MustChange = 'password_expired' | 'need_update_password';

/** Why somebody was not let in; what the page and the API say about it. */
export type Refusal =
  | { code: 'password_failed'; left: number; minutes: number }
  | { code: 'block_login' | 'block_global_ip_login'; minutes: number }
  | { code: 'user_expired' | 'user_inactive' | 'password_decrypt_failed' | 'only_local_users_are_allowed' };

/** Outcome of an attempt. */
export type Verdict =
  | {
      person: Person;
      backend: 'password' | 'temp_token';
      mustChange?: MustChange;
      loginSecret?: string;
      refusal?: undefined;
    }
  | { person?: undefined; refusal: Refusal };

type Candidate = Person & {
  password_hash: string | null;
  need_update_password: boolean;
  date_password_last_updated: string | null;
};

const findCandidate = async (username: string, db: Database): Promise<Candidate | undefined> =>
  (
    await db.rows<Candidate>(
      sql`select ${personColumns}, u.password_hash, u.need_update_password, u.date_password_last_updated from users_user u where u.username = ${username}`,
    )
  )[0];

/** Longest password that is looked at at all. */
const longest = 1024;

const dayMs = 86_400_000;

const mustChange = (user: Candidate, settings: Settings): MustChange | undefined => {
  if (user.source !== 'local') return undefined;
  const changed = instantOf(user.date_password_last_updated);
  const days = settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
  if (changed && Date.now() - changed.getTime() > days * dayMs) return 'password_expired';
  return user.need_update_password ? 'need_update_password' : undefined;
};

const stateOf = (user: Candidate): 'user_expired' | 'user_inactive' | undefined => {
  if (user.is_expired) return 'user_expired';
  return user.is_active ? undefined : 'user_inactive';
};

/** A password as the session keeps it for accounts that take it; nothing unless settings say so. */
export const keptSecret = (
  password: string,
  { settings, vault }: Pick<AuthenticateDeps, 'settings' | 'vault'>,
): string | undefined => (settings.get('CACHE_LOGIN_PASSWORD_ENABLED') ? vault.seal(password) : undefined);

type Attempt = { username: string; password: string; origin: Origin };

/** Judges a name and a password in the order of reference 02 §6.1; every outcome but success is logged here. */
export const createAuthenticate = (deps: AuthenticateDeps) => {
  const { db, settings, passwords, clientKeys, lockOut } = deps;

  const refuse = async (attempt: Attempt, reason: SignInFailure, refusal: Refusal): Promise<Verdict> => {
    await logSignIn({ ...attempt, backend: 'password', mfa: 2, reason }, db);
    return { refusal };
  };

  const refuseBlocked = async (attempt: Attempt): Promise<Verdict | undefined> => {
    const block = await lockOut.find(attempt.username, attempt.origin.remoteAddr, db);
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

  return async (attempt: Attempt): Promise<Verdict> => {
    const { username } = attempt;
    const address = attempt.origin.remoteAddr;
    const blocked = await refuseBlocked(attempt);
    if (blocked) return blocked;
    if (!(await lockOut.begin(username, address, db))) return refusePassword(attempt, 'login_blocked');
    const password = clientKeys.open(attempt.password);
    if (password === undefined)
      return refuse(attempt, 'password_decrypt_failed', { code: 'password_decrypt_failed' });
    const user = await findCandidate(username, db);
    const hash = user?.is_service_account ? null : user?.password_hash;
    const isRight = (await passwords.matches(password.slice(0, longest), hash)) && password.length <= longest;
    if (!user || user.is_service_account) return refusePassword(attempt, 'user_not_exist');
    const isTemporary =
      !isRight &&
      settings.get('AUTH_TEMP_TOKEN') &&
      (await takeTempToken(username, password, deps.vault, db));
    if (!isRight && !isTemporary) return refusePassword(attempt, 'password_failed');
    const state = stateOf(user);
    if (state) return refuse(attempt, state, { code: state });
    if (user.source !== 'local' && settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE'))
      return refuse(attempt, 'only_local_users_are_allowed', { code: 'only_local_users_are_allowed' });
    await lockOut.succeed(username, address, db);
    if (isTemporary) return { person: user, backend: 'temp_token' };
    const loginSecret = keptSecret(password, deps);
    return { person: user, backend: 'password', mustChange: mustChange(user, settings), loginSecret };
  };
};

/** Checks one attempt. */
export type Authenticate = ReturnType<typeof createAuthenticate>;
