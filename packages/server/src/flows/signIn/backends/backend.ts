import type { SignInFailure, SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Identity, NewcomerRules, Source } from '../../../resources/users/user/identities.ts';
import type { User } from '../../identify/user.ts';

/** Why a password must be changed before the user can sign in with it. */
export type MustChange = 'password_expired' | 'need_update_password';

/** Why a user is refused; texts of the page and the API follow from it. */
export type Refusal =
  | { code: 'password_failed' | 'backend_unavailable'; left: number; minutes: number }
  | { code: 'block_login' | 'block_global_ip_login'; minutes: number }
  | {
      code:
        | 'user_expired'
        | 'user_inactive'
        | 'password_decrypt_failed'
        | 'only_local_users_are_allowed'
        | 'identity_refused'
        | 'provider_failed'
        | 'acl_not_allow'
        | 'no_reviewer';
    };

/** A refusal with what the login log says of it; `cause` is for administrators, the user is never told. */
export type Refused = { refusal: Refusal; reason: SignInFailure; cause?: string | undefined };

/** The backend could not ask: another is asked, and this one is left alone for a while. */
export type Unavailable = { unavailable: string };

/** A user with the password data of local sign-in. */
export type Candidate = User & {
  password_hash: string | null;
  need_update_password: boolean;
  date_password_last_updated: string | null;
};

/** What every way to sign in has. */
type Common = {
  /** The name in login logs and online sessions. */
  name: SignInMethod;
  /** Source of the only users it may sign in while `ONLY_ALLOW_AUTH_FROM_SOURCE` is on. */
  source: Source | 'local';
  isEnabled(settings: Pick<Settings, 'get'>): boolean;
  /** Whether it needs a valid licence. */
  isLicensed?: boolean;
  /** What becomes of users it is the first to name, and of what it says of those known. */
  newcomers?(settings: Pick<Settings, 'get'>): NewcomerRules;
  /** Tries values of its panel before they are saved; throws with what is wrong, in words for administrators. */
  trial?(values: Readonly<Record<string, unknown>>): Promise<void>;
};

/** What a password backend gets besides username and password. */
export type BackendContext = {
  db: Database;
  settings: Pick<Settings, 'get'>;
  /** The user of that name, unless a service account; one of its source, or none, for a backend of a source. */
  user: Candidate | undefined;
  /** Aborts when the time of the backend is over. */
  signal: AbortSignal;
};

/**
 * Why a backend passes. When all do, the attempt fails with `password_failed` if one of them said so, else
 * with `user_not_exist`.
 */
export type Pass = { pass: 'user_not_exist' | 'password_failed' };

/** A user who gave the right password: one who is stored here, or as another system knows one. */
export type Accepted =
  | { user: User; mustChange?: MustChange | undefined; isPassword: boolean }
  | { identity: Identity; isPassword: boolean };

/** A password backend's answer: the user, a refusal that ends the attempt, or why the next one is asked. */
export type BackendAnswer = Accepted | Refused | Pass | Unavailable;

/** Checks a username and a password. */
export type PasswordBackend = Common & {
  shape: 'password';
  /** Longest wait for its answer, in milliseconds; none for a backend that asks no other system. */
  patienceMs?(settings: Pick<Settings, 'get'>): number;
  /** Whether the user currently has what this backend asks for; answered without asking another system. */
  knows(user: Candidate, db: Database): Promise<boolean>;
  authenticate(username: string, password: string, ctx: BackendContext): Promise<BackendAnswer>;
};

/** What a way over another page or device gets. */
export type ArrivalContext = {
  db: Database;
  settings: Pick<Settings, 'get'>;
  /** Address of this site, without a path. */
  site: string;
  /** Where the provider sends the browser back to, with `state`. */
  callback: string;
  state: string;
  signal: AbortSignal;
};

/** What a way remembers between begin and end, such as a nonce; kept on the server. */
export type Memory = { readonly [name: string]: string };

/** What a provider sent back. */
export type Sent = Readonly<Record<string, string>>;

/** Who arrived by a way that asks for no password here. */
export type Arrival = { identity: Identity } | { user: User } | Refused | Unavailable;

/** Sends the browser to another system, which sends it back with the proof of who its user is. */
export type ElsewhereBackend = Common & {
  shape: 'elsewhere';
  /** The system as users know it; empty for the usual name of this way. */
  label(settings: Pick<Settings, 'get'>): string;
  /** Longest wait for the system, in milliseconds. */
  patienceMs(settings: Pick<Settings, 'get'>): number;
  /** Whether the sign-in page may lead to it by itself. */
  leads?: boolean;
  begin(ctx: ArrivalContext): Promise<{ url: string; memory: Memory } | Unavailable>;
  finish(sent: Sent, memory: Memory, ctx: ArrivalContext): Promise<Arrival>;
  /** Where the user signs out at the system too; undefined where that is not wanted. */
  signOut?(
    session: { token: string | undefined; back: string },
    settings: Pick<Settings, 'get'>,
  ): string | undefined;
};

/** Takes a proof that the browser made itself: a key of a device, a key of a link. */
export type AssertionBackend = Common & {
  shape: 'assertion';
  patienceMs(settings: Pick<Settings, 'get'>): number;
  finish(sent: Sent, memory: Memory, ctx: ArrivalContext): Promise<Arrival>;
};

/** One way to sign in (docs/decisions/0484). */
export type SignInBackend = PasswordBackend | ElsewhereBackend | AssertionBackend;
