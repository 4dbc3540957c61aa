import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';
import { hashOf, newSecret } from '../../../resources/users/user/sessions.ts';
import { type CookieDeps, readable } from '../../session/cookies.ts';
import type { Memory } from '../backends/backend.ts';

/** For how long a browser may stay at the other system, in seconds. */
const awaySeconds = 600;

type Visit = { request: FastifyRequest; reply: FastifyReply };
type Away = { way: string; next: string; memory: Memory };
type Stored = Away & { browser: string };

const keyOf = (state: string) => `way:${hashOf(state)}`;
const isState = (state: string): boolean => /^[\w-]{43}$/.test(state);

/**
 * Browsers that are at another system. A state works once, for ten minutes, and only in the browser that began: its own
 * cookie proves that, because the session cookie may be that of another tab.
 */
export const createWayStates = (deps: CookieDeps & { cache: Cache; db: Database }) => {
  const { cache, db } = deps;
  const cookieOf = (state: string) => `${deps.cookiePrefix}way_${state.slice(0, 8)}`;
  const path = '/core/auth/';
  return {
    make: newSecret,
    keep: async ({ request, reply }: Visit, state: string, away: Away): Promise<void> => {
      const secret = newSecret();
      const stored: Stored = { ...away, browser: hashOf(secret) };
      await cache.set(keyOf(state), stored, awaySeconds, db);
      const options = { ...readable(request, deps), httpOnly: true, path, maxAge: awaySeconds };
      reply.setCookie(cookieOf(state), secret, options);
    },
    take: async ({ request, reply }: Visit, state: string, way: string): Promise<Away | undefined> => {
      if (!isState(state)) return undefined;
      const secret = request.cookies[cookieOf(state)];
      reply.clearCookie(cookieOf(state), { path });
      const stored = await cache.take<Stored>(keyOf(state), db);
      return stored && secret && stored.way === way && hashOf(secret) === stored.browser ? stored : undefined;
    },
  };
};

/** The store of browsers that are at another system. */
export type WayStates = ReturnType<typeof createWayStates>;
