import type { Cache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';
import { inIpGroup } from '../../../platform/http/ip.ts';
import type { Settings } from '../../../platform/settings.ts';

/** Why an attempt is blocked, for its username or its client's address, and for how many minutes. */
export type Block = { by: 'user' | 'address'; minutes: number };

/** Counts failed passwords, or failed codes, and temporarily locks usernames and addresses. */
export type Tries = {
  /** The current block, if any. */
  find(username: string, address: string, db: Database): Promise<Block | undefined>;
  /**
   * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. False: too
   * many.
   */
  begin(username: string, address: string, db: Database): Promise<boolean>;
  /**
   * Handles a failed attempt: returns how many attempts are left; 0 means that the username is now locked.
   */
  fail(username: string, address: string, db: Database): Promise<{ left: number; minutes: number }>;
  succeed(username: string, address: string, db: Database): Promise<void>;
};

/** Lockout for passwords, and with separate counters for MFA codes (reference 02 §6.7). */
export type LockOut = Tries & {
  mfa: Tries;
  /** Unlocks a username and clears its failures of both kinds. */
  release(username: string, db: Database): Promise<void>;
  /** Which of the usernames are locked, after failed passwords or failed codes. */
  lockedAmong(usernames: readonly string[], db: Database): Promise<Set<string>>;
};

type Until = { until: number };

const proofs = ['login', 'mfa'] as const;
type Proof = (typeof proofs)[number];

const blockKey = (proof: Proof, kind: 'user' | 'address', value: string) => `${proof}_block:${kind}:${value}`;
/** A code can only be tried after the password, so failed codes count together from all addresses. */
const failKey = (proof: Proof, username: string, address: string) =>
  `${proof}_fail:${username}|${proof === 'login' ? address : ''}`;

type Deps = { cache: Cache; settings: Settings };

const createTries = (proof: Proof, { cache, settings }: Deps): Tries => {
  const addressKey = (address: string) => `${proof}_fail_address:${address}`;
  const userSeconds = () => settings.get('SECURITY_LOGIN_LIMIT_TIME') * 60;
  const addressSeconds = () => settings.get('SECURITY_LOGIN_IP_LIMIT_TIME') * 60;
  const isTrusted = (address: string) =>
    inIpGroup(
      address,
      settings.get('SECURITY_LOGIN_IP_WHITE_LIST').filter((entry) => entry !== '*'),
    );
  const lock = (kind: 'user' | 'address', value: string, seconds: number, db: Database) =>
    cache.set(
      blockKey(proof, kind, value),
      { until: Date.now() + seconds * 1000 } satisfies Until,
      seconds,
      db,
    );
  const minutesOf = (block: Until | undefined) =>
    block ? Math.max(1, Math.ceil((block.until - Date.now()) / 60_000)) : undefined;

  return {
    find: async (username, address, db) => {
      if (inIpGroup(address, settings.get('SECURITY_LOGIN_IP_BLACK_LIST')))
        return { by: 'address', minutes: settings.get('SECURITY_LOGIN_IP_LIMIT_TIME') };
      const ofAddress = isTrusted(address)
        ? undefined
        : minutesOf(await cache.get<Until>(blockKey(proof, 'address', address), db));
      if (ofAddress) return { by: 'address', minutes: ofAddress };
      const ofUser = minutesOf(await cache.get<Until>(blockKey(proof, 'user', username), db));
      return ofUser ? { by: 'user', minutes: ofUser } : undefined;
    },
    begin: async (username, address, db) => {
      const count = await cache.increment(failKey(proof, username, address), userSeconds(), db);
      return count <= settings.get('SECURITY_LOGIN_LIMIT_COUNT');
    },
    fail: async (username, address, db) => {
      const limit = settings.get('SECURITY_LOGIN_LIMIT_COUNT');
      const count = (await cache.get<number>(failKey(proof, username, address), db)) ?? 1;
      if (count >= limit) await lock('user', username, userSeconds(), db);
      const fromAddress = await cache.increment(addressKey(address), addressSeconds(), db);
      if (fromAddress >= settings.get('SECURITY_LOGIN_IP_LIMIT_COUNT') && !isTrusted(address))
        await lock('address', address, addressSeconds(), db);
      return { left: Math.max(0, limit - count), minutes: settings.get('SECURITY_LOGIN_LIMIT_TIME') };
    },
    succeed: async (username, address, db) => {
      await cache.remove(failKey(proof, username, address), db);
      await cache.remove(addressKey(address), db);
    },
  };
};

/** Lockout with the limits of the settings. */
export const createLockOut = (deps: Deps): LockOut => ({
  ...createTries('login', deps),
  mfa: createTries('mfa', deps),
  release: async (username, db) => {
    for (const proof of proofs) {
      await deps.cache.remove(blockKey(proof, 'user', username), db);
      await deps.cache.removeUnder(`${proof}_fail:${username}|`, db);
    }
  },
  lockedAmong: async (usernames, db) => {
    const names = new Map(
      usernames.flatMap((name) => proofs.map((proof) => [blockKey(proof, 'user', name), name])),
    );
    const locked = await deps.cache.present([...names.keys()], db);
    return new Set(locked.map((key) => names.get(key) ?? ''));
  },
});
