import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { hashOf, newSecret, type SessionProvider } from '../../resources/users/user/sessions.ts';
import { isValid, type User, userColumns } from '../identify/user.ts';
import { type CookieDeps, readable } from '../session/cookies.ts';

/** Seconds the user has between password and code. */
const pendingSeconds = 600;
/** Seconds a sign-in is kept that waits for a reviewer: a little longer than its ticket. */
const reviewSeconds = CONFIRMATION_MINUTES * 60 + 60;

/** What a sign-in waits for whose user is proven: the decision on a ticket. */
export type Review = {
  ticket: string;
  /** Who may decide, as logs name them. */
  reviewers: string[];
  /** The address whose sign-in they decide about. */
  ip: string;
  /** Since when it waits, in milliseconds since 1970. */
  since: number;
  /** Name of the rule that asks. */
  rule: string;
};

type Stored = {
  user_id: string;
  backend: SignInMethod;
  is_persistent: boolean;
  next: string;
  stamp: string;
  is_proven: boolean;
  login_secret?: string | undefined;
  provider?: SessionProvider | undefined;
  review?: Review | undefined;
};

/** A sign-in with the right password that still needs MFA, or a reviewer. */
export type Pending = {
  /** Identifies this sign-in; not its secret. */
  key: string;
  user: User;
  backend: SignInMethod;
  isPersistent: boolean;
  next: string;
  /** Sealed password for the web session. */
  loginSecret?: string | undefined;
  provider?: SessionProvider | undefined;
  /** Whether the code was right. */
  isProven: boolean;
  review?: Review | undefined;
};

const keyOf = (secret: string) => `pending_sign_in:${hashOf(secret)}`;

/** Changes with the password: a sign-in with the old one must start over. */
const stampColumn = sql`coalesce(u.date_password_last_updated::text, '')`;

/**
 * Sign-ins between password and web session. They are not web sessions: they use the session cookie, but no web
 * session matches it, so only routes that look up pending sign-ins see more than an anonymous caller
 * (docs/decisions/0070).
 */
export const createPendingSignIns = (deps: CookieDeps & { cache: Cache; db: Database }) => {
  const { cache, db } = deps;
  const cookie = `${deps.cookiePrefix}sessionid`;
  const secretOf = (request: FastifyRequest): string => request.cookies[cookie] ?? '';
  const userOf = async (stored: Stored): Promise<User | undefined> => {
    const rows = await db.rows<User & { stamp: string }>(
      sql`select ${userColumns}, ${stampColumn} as stamp from ${allUsers} u where u.id = ${stored.user_id}`,
    );
    const user = rows[0];
    return user && isValid(user) && user.stamp === stored.stamp ? user : undefined;
  };
  const opened = async (key: string, stored: Stored | undefined): Promise<Pending | undefined> => {
    const user = stored && (await userOf(stored));
    if (!stored || !user) return undefined;
    const { backend, next, is_persistent: isPersistent, is_proven: isProven, review, provider } = stored;
    const loginSecret = stored.login_secret;
    return { key, user, backend, isPersistent, next, isProven, loginSecret, provider, review };
  };

  return {
    /** Stores a sign-in and gives the browser its cookie. */
    begin: async (
      visit: { request: FastifyRequest; reply: FastifyReply },
      signIn: Omit<Pending, 'key' | 'isProven'> & { isProven?: boolean },
    ): Promise<void> => {
      const secret = newSecret();
      const { user, backend, next, review, isProven = false } = signIn;
      const seconds = review ? reviewSeconds : pendingSeconds;
      const rows = await db.rows<{ stamp: string }>(
        sql`select ${stampColumn} as stamp from ${allUsers} u where u.id = ${user.id}`,
      );
      const stored: Stored = {
        user_id: user.id,
        backend,
        is_persistent: signIn.isPersistent,
        next,
        stamp: rows[0]?.stamp ?? '',
        is_proven: isProven,
        login_secret: signIn.loginSecret,
        provider: signIn.provider,
        review,
      };
      await cache.set(keyOf(secret), stored, seconds, db);
      visit.reply.setCookie(cookie, secret, {
        ...readable(visit.request, deps),
        httpOnly: true,
        maxAge: seconds,
      });
    },
    /** A browser's pending sign-in. */
    find: async (request: FastifyRequest): Promise<Pending | undefined> => {
      const key = keyOf(secretOf(request));
      return secretOf(request) ? opened(key, await cache.get<Stored>(key, db)) : undefined;
    },
    /** Records that the code was right, for a later request to finish. */
    prove: ({ key }: Pending): Promise<void> => cache.patch(key, 'is_proven', true, db),
    /** Uses up a pending sign-in; false when another request just did. */
    take: async ({ key }: Pending): Promise<boolean> => (await cache.take<Stored>(key, db)) !== undefined,
    /** Whether nothing has told yet how the review of a pending sign-in ended. */
    isFirstToTell: async ({ key }: Pending): Promise<boolean> =>
      (await cache.increment(`${key}:told`, reviewSeconds, db)) === 1,
    /** Deletes a browser's pending sign-in. */
    drop: async (request: FastifyRequest): Promise<void> => {
      if (secretOf(request)) await cache.remove(keyOf(secretOf(request)), db);
    },
  };
};

/** The store of sign-ins that still need MFA, or a reviewer. */
export type PendingSignIns = ReturnType<typeof createPendingSignIns>;
