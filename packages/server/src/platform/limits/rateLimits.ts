import { AppError } from '@gatehouse/contract/errors.ts';
import type { Cache } from '../cache.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';

/** Limits per minute counted in the database, so that all servers count together; the API has its own. */
export type LimitName = 'sign_in' | 'account' | 'registration' | 'sockets' | 'chat';

const windowSeconds = 60;

/** A limit that the next request would exceed, and how long it has to wait. */
export type Exceeded<Name extends string> = { name: Name; most: number; seconds: number };

/** The answer to a caller over a limit: which limit, and when to retry. */
export const throttled = (limit: string, most: number, seconds: number): AppError =>
  new AppError('throttled', { most, seconds }, { messageKey: `throttled_${limit}`, extra: { limit } });

/** Counts per minute and key: an address, an account, a user. A limit of 0 means none. */
export const createRateLimits = (deps: { cache: Cache; db: Database; config: Config }) => {
  const { cache, db, config } = deps;
  const most: Record<LimitName, number> = {
    sign_in: config.GATEHOUSE_LIMIT_SIGN_IN,
    account: config.GATEHOUSE_LIMIT_ACCOUNT,
    registration: config.GATEHOUSE_LIMIT_REGISTRATION,
    sockets: config.GATEHOUSE_LIMIT_SOCKETS,
    chat: config.GATEHOUSE_LIMIT_CHAT,
  };
  const isOver = (name: LimitName, count: number) => most[name] > 0 && count > most[name];
  const keyOf = (name: LimitName, who: string) => `rate:${name}:${who}`;
  return {
    /**
     * Counts a request; throws 429 when the limit is exceeded. Never in a transaction, which would roll the
     * count back.
     */
    take: async (name: LimitName, who: string): Promise<void> => {
      if (most[name] === 0) return;
      const { count, left } = await cache.count(keyOf(name, who), windowSeconds, db);
      if (isOver(name, count)) throw throttled(name, most[name], left);
    },
    /** The limit, if the next request would exceed it; counts nothing. */
    find: async <Name extends LimitName>(name: Name, who: string): Promise<Exceeded<Name> | undefined> => {
      const { count, left } = await cache.peek(keyOf(name, who), db);
      return isOver(name, count + 1) ? { name, most: most[name], seconds: left } : undefined;
    },
    /** Resets the count of a caller who has authenticated. */
    forget: (name: LimitName, who: string): Promise<void> => cache.remove(keyOf(name, who), db),
  };
};

/** The limits shared by all servers. */
export type RateLimits = ReturnType<typeof createRateLimits>;
