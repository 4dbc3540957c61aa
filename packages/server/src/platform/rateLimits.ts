import { AppError } from '@gatehouse/contract/errors.ts';
import type { Cache } from './cache.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';

/** What is counted per minute in the database, so that all servers count together; the API is counted apart. */
export type LimitName = 'sign_in' | 'account' | 'registration' | 'sockets' | 'chat';

const windowSeconds = 60;

/** The answer to whoever comes too often: which limit it was, and when to come back. */
export const throttled = (limit: string, most: number, seconds: number): AppError =>
  new AppError('throttled', { most, seconds }, { messageKey: `throttled_${limit}`, extra: { limit } });

/** Counts per minute and per somebody: an address, an account, a person. A limit of 0 is none. */
export const createRateLimits = (deps: { cache: Cache; db: Database; config: Config }) => {
  const { cache, db, config } = deps;
  const most: Record<LimitName, number> = {
    sign_in: config.GATEHOUSE_LIMIT_SIGN_IN,
    account: config.GATEHOUSE_LIMIT_ACCOUNT,
    registration: config.GATEHOUSE_LIMIT_REGISTRATION,
    sockets: config.GATEHOUSE_LIMIT_SOCKETS,
    chat: config.GATEHOUSE_LIMIT_CHAT,
  };
  const keyOf = (name: LimitName, who: string) => `rate:${name}:${who}`;
  return {
    /** Counts one more; throws 429 when that is too many. Never inside a transaction, which would take the count back. */
    take: async (name: LimitName, who: string): Promise<void> => {
      if (most[name] === 0) return;
      const { count, left } = await cache.count(keyOf(name, who), windowSeconds, db);
      if (count > most[name]) throw throttled(name, most[name], left);
    },
    /** Starts anew for somebody who has proved to be who he says. */
    forget: (name: LimitName, who: string): Promise<void> => cache.remove(keyOf(name, who), db),
  };
};

/** The limits all servers share. */
export type RateLimits = ReturnType<typeof createRateLimits>;
