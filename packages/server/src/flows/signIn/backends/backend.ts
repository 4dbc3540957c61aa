import type { SignInFailure, SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { User } from '../../identify/user.ts';

/** Why a password must be changed before the user can sign in with it. */
export type MustChange = 'password_expired' | 'need_update_password';

/** Why a user is refused; texts of the page and the API follow from it. */
export type Refusal =
  | { code: 'password_failed'; left: number; minutes: number }
  | { code: 'block_login' | 'block_global_ip_login'; minutes: number }
  | {
      code:
        | 'user_expired'
        | 'user_inactive'
        | 'password_decrypt_failed'
        | 'only_local_users_are_allowed'
        | 'acl_not_allow'
        | 'no_reviewer';
    };

/** A user with the password data of local sign-in. */
export type Candidate = User & {
  password_hash: string | null;
  need_update_password: boolean;
  date_password_last_updated: string | null;
};

/** What a backend gets besides username and password. */
export type BackendContext = {
  db: Database;
  settings: Settings;
  /** The user of that name, unless a service account. */
  user: Candidate | undefined;
};

/**
 * Why a backend passes. When all do, the attempt fails with `password_failed` if one of them said so, else
 * with `user_not_exist`.
 */
export type Pass = { pass: 'user_not_exist' | 'password_failed' };

/** A backend's answer: the user, a refusal that ends the attempt, or a pass to the next backend. */
export type BackendAnswer =
  | { user: User; mustChange?: MustChange | undefined; isPassword: boolean }
  | { refusal: Refusal; reason: SignInFailure }
  | Pass;

/** One way to check a username and a password. */
export type SignInBackend = {
  /** The backend's name in login logs and online sessions. */
  name: Extract<SignInMethod, 'password' | 'temp_token' | 'ldap' | 'radius'>;
  /** Source of the only users it may sign in while `ONLY_ALLOW_AUTH_FROM_SOURCE` is on. */
  source: string;
  isEnabled(settings: Settings): boolean;
  /** Whether the user currently has what this backend asks for. */
  knows(user: Candidate, db: Database): Promise<boolean>;
  authenticate(username: string, password: string, ctx: BackendContext): Promise<BackendAnswer>;
};
