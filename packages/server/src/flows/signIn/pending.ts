import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { hashOf, newSecret } from '../../resources/users/user/sessions.ts';
import { isValid, type Person, personColumns } from '../identify/person.ts';
import { type CookieDeps, readable } from '../session/cookies.ts';

/** Seconds between password and code. */
const pendingSeconds = 600;

type Stored = {
  user_id: string;
  backend: SignInMethod;
  is_persistent: boolean;
  next: string;
  stamp: string;
  is_proven: boolean;
  login_secret?: string | undefined;
};

/** A sign-in with the right password that still needs MFA. */
export type Pending = {
  /** Identifies this sign-in; not its secret. */
  key: string;
  person: Person;
  backend: SignInMethod;
  isPersistent: boolean;
  next: string;
  /** Sealed password for the session. */
  loginSecret?: string | undefined;
  /** Whether the code was right. */
  isProven: boolean;
};

const keyOf = (secret: string) => `pending_sign_in:${hashOf(secret)}`;

/** Changes with the password: a sign-in with the old one must start over. */
const stampColumn = sql`coalesce(u.date_password_last_updated::text, '')`;

/**
 * Sign-ins between password and code. They are not sessions: the cookie has the session's name, but no
 * session matches it, so every route except those that look here sees an anonymous caller
 * (docs/decisions/0070).
 */
export const createPendingSignIns = (deps: CookieDeps & { cache: Cache; db: Database }) => {
  const { cache, db } = deps;
  const cookie = `${deps.cookiePrefix}sessionid`;
  const secretOf = (request: FastifyRequest): string => request.cookies[cookie] ?? '';
  const personOf = async (stored: Stored): Promise<Person | undefined> => {
    const rows = await db.rows<Person & { stamp: string }>(
      sql`select ${personColumns}, ${stampColumn} as stamp from ${allUsers} u where u.id = ${stored.user_id}`,
    );
    const person = rows[0];
    return person && isValid(person) && person.stamp === stored.stamp ? person : undefined;
  };
  const opened = async (key: string, stored: Stored | undefined): Promise<Pending | undefined> => {
    const person = stored && (await personOf(stored));
    if (!stored || !person) return undefined;
    const { backend, next, is_persistent: isPersistent, is_proven: isProven } = stored;
    return { key, person, backend, isPersistent, next, isProven, loginSecret: stored.login_secret };
  };

  return {
    /** Stores a sign-in and gives the browser its cookie. */
    begin: async (
      visit: { request: FastifyRequest; reply: FastifyReply },
      given: Omit<Pending, 'key' | 'isProven'>,
    ): Promise<void> => {
      const secret = newSecret();
      const { person, backend, next } = given;
      const rows = await db.rows<{ stamp: string }>(
        sql`select ${stampColumn} as stamp from ${allUsers} u where u.id = ${person.id}`,
      );
      const stored: Stored = {
        user_id: person.id,
        backend,
        is_persistent: given.isPersistent,
        next,
        stamp: rows[0]?.stamp ?? '',
        is_proven: false,
        login_secret: given.loginSecret,
      };
      await cache.set(keyOf(secret), stored, pendingSeconds, db);
      visit.reply.setCookie(cookie, secret, {
        ...readable(visit.request, deps),
        httpOnly: true,
        maxAge: pendingSeconds,
      });
    },
    /** A browser's pending sign-in. */
    find: async (request: FastifyRequest): Promise<Pending | undefined> => {
      const key = keyOf(secretOf(request));
      return secretOf(request) ? opened(key, await cache.get<Stored>(key, db)) : undefined;
    },
    /** Records that the code was right, for a later request to finish. */
    prove: ({ key }: Pending): Promise<void> => cache.patch(key, 'is_proven', true, db),
    /** Uses it up; false when another request just did. */
    take: async ({ key }: Pending): Promise<boolean> => (await cache.take<Stored>(key, db)) !== undefined,
    /** Deletes a browser's pending sign-in. */
    drop: async (request: FastifyRequest): Promise<void> => {
      if (secretOf(request)) await cache.remove(keyOf(secretOf(request)), db);
    },
  };
};

/** The store of sign-ins that still need MFA. */
export type PendingSignIns = ReturnType<typeof createPendingSignIns>;
