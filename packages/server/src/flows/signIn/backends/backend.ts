import type { SignInFailure, SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Person } from '../../identify/person.ts';

/** Why a password must be changed before it opens anything. */
export type MustChange = 'password_expired' | 'need_update_password';

/** Why a user is not let in; what the page and the API say about it. */
export type Refusal =
  | { code: 'password_failed'; left: number; minutes: number }
  | { code: 'block_login' | 'block_global_ip_login'; minutes: number }
  | { code: 'user_expired' | 'user_inactive' | 'password_decrypt_failed' | 'only_local_users_are_allowed' };

/** A user with what local sign-in keeps about the password. */
export type Candidate = Person & {
  password_hash: string | null;
  need_update_password: boolean;
  date_password_last_updated: string | null;
};

/** What a backend may look at besides username and password. */
export type BackendContext = {
  db: Database;
  settings: Settings;
  /** The user of that name, unless it is a service account. */
  user: Candidate | undefined;
};

/** Why a backend has no say; when all pass, the attempt failed for the last reason that names the password. */
export type Pass = { pass: 'user_not_exist' | 'password_failed' };

/** What a backend says: who it is, a refusal that ends the attempt, or that the next may be asked. */
export type BackendAnswer =
  | { person: Person; mustChange?: MustChange | undefined; isPassword: boolean }
  | { refusal: Refusal; reason: SignInFailure }
  | Pass;

/** One way to check a username and a password. */
export type SignInBackend = {
  /** As login logs and online sessions name it. */
  name: Extract<SignInMethod, 'password' | 'temp_token' | 'ldap' | 'radius'>;
  /** Source of the users that are its own (`ONLY_ALLOW_AUTH_FROM_SOURCE`). */
  source: string;
  isEnabled(settings: Settings): boolean;
  authenticate(username: string, password: string, ctx: BackendContext): Promise<BackendAnswer>;
};
