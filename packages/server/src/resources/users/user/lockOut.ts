import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import { type Cache, createCache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';

/**
 * Why an attempt is blocked, and for how many minutes: for its username, for failures from its client's address, or
 * because the settings list that address.
 */
export type Block = { by: 'user' | 'address' | 'list'; minutes: number };

/** Counts failed attempts of one kind, locks usernames per address, and delays guesses from many addresses. */
export type Tries = {
  /** The current block of an address, whatever the username. */
  findAddress(address: string, db: Database): Promise<Block | undefined>;
  /** The current block of a username at an address that is not blocked itself. */
  findName(username: string, address: string, db: Database): Promise<Block | undefined>;
  /** The current block of either, if any. */
  find(username: string, address: string, db: Database): Promise<Block | undefined>;
  /**
   * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limits; returns the
   * block when there are too many.
   */
  begin(username: string, address: string, db: Database): Promise<Block | undefined>;
  /**
   * Handles a failed attempt: returns how many attempts are left; 0 means that the username is now locked at
   * this address.
   */
  fail(username: string, address: string, db: Database): Promise<{ left: number; minutes: number }>;
  /** Handles a failed attempt that names no user: only its address is counted. */
  failAddress(address: string, db: Database): Promise<void>;
  succeed(username: string, address: string, db: Database): Promise<void>;
};

/** Lockout with counters of its own for each way to prove who one is (docs/decisions/0211). */
export type LockOut = Tries & {
  mfa: Tries;
  /** A signed-in user's own password, asked for again. */
  own: Tries;
  /** Unlocks a username at every address and clears its failures and delays of every kind. */
  release(username: string, db: Database): Promise<void>;
  /** Addresses that are blocked for too many failures, each once, without those never locked. */
  lockedAddresses(db: Database): Promise<string[]>;
  /** Unblocks addresses and clears their failures of every kind. */
  releaseAddresses(addresses: readonly string[], db: Database): Promise<void>;
  /** Names that are locked at some address, or delayed, whether users have them or not. */
  lockedNames(db: Database): Promise<string[]>;
  /** Which of the usernames are locked at some address, or delayed. */
  lockedAmong(usernames: readonly string[], db: Database): Promise<Set<string>>;
};

type Until = { until: number };

const proofs = ['login', 'mfa', 'own'] as const;
type Proof = (typeof proofs)[number];

/** Failures of a name from all addresses are counted for this long. */
const nameSeconds = 86_400;
/** For this long after a right proof, an address is not delayed by failures from elsewhere. */
const knownSeconds = 30 * 86_400;
/** Longest delay between two attempts on a name from addresses that are not known. */
const longestDelay = 300;

/** A name as part of a key; longer names than users can have share a key. */
const partOf = (username: string) => encodeURIComponent(username.slice(0, 128).toWellFormed());

const keysOf = (proof: Proof, username: string) => {
  const name = partOf(username);
  return {
    fails: (address: string) => `${proof}_fail:${name}|${address}`,
    block: (address: string) => `${proof}_block:${name}|${address}`,
    known: (address: string) => `${proof}_known:${name}|${address}`,
    /** Marks a name that is locked at any address. */
    locked: `${proof}_locked:${name}`,
    attempts: `${proof}_attempts:${name}`,
    wait: `${proof}_wait:${name}`,
    everyFail: `${proof}_fail:${name}|`,
    everyBlock: `${proof}_block:${name}|`,
  };
};

type Deps = { cache: Cache; settings: Settings };

const minutesOf = (block: Until | undefined) =>
  block ? Math.max(1, Math.ceil((block.until - Date.now()) / 60_000)) : undefined;

const addressKeys = (proof: Proof) => ({
  block: `${proof}_block_address:`,
  fails: `${proof}_fail_address:`,
});

/** Whether an address is never locked; `*` would end the lockout for all, and counts for none. */
export const isTrustedBy = (settings: Pick<Settings, 'get'>, address: string): boolean =>
  inIpGroup(
    address,
    settings.get('SECURITY_LOGIN_IP_WHITE_LIST').filter((entry) => entry !== '*'),
  );

const lockedAddresses = async ({ cache, settings }: Deps, db: Database): Promise<string[]> => {
  const blocks = await Promise.all(proofs.map((proof) => cache.under(addressKeys(proof).block, db)));
  const addresses = proofs.flatMap((proof, at) =>
    [...(blocks[at]?.keys() ?? [])].map((key) => key.slice(addressKeys(proof).block.length)),
  );
  return [...new Set(addresses)].filter((address) => !isTrustedBy(settings, address)).sort();
};

const lockedNames = async (cache: Cache, db: Database): Promise<string[]> => {
  const prefixes = proofs.flatMap((proof) => [`${proof}_locked:`, `${proof}_wait:`]);
  const names = new Set<string>();
  for (const prefix of prefixes)
    for (const key of (await cache.under(prefix, db)).keys())
      names.add(decodeURIComponent(key.slice(prefix.length)));
  return [...names];
};

const releaseAddresses = async (
  addresses: readonly string[],
  { cache }: Deps,
  db: Database,
): Promise<void> => {
  for (const proof of proofs)
    for (const prefix of Object.values(addressKeys(proof)))
      for (const address of addresses) await cache.remove(prefix + address, db);
};

const createTries = (proof: Proof, { cache, settings }: Deps): Tries => {
  const addressBlock = (address: string) => addressKeys(proof).block + address;
  const addressFails = (address: string) => addressKeys(proof).fails + address;
  const limit = () => settings.get('SECURITY_LOGIN_LIMIT_COUNT');
  const userSeconds = () => settings.get('SECURITY_LOGIN_LIMIT_TIME') * 60;
  const addressSeconds = () => settings.get('SECURITY_LOGIN_IP_LIMIT_TIME') * 60;
  const isTrusted = (address: string) => isTrustedBy(settings, address);
  const lock = (key: string, seconds: number, db: Database) =>
    cache.set(key, { until: Date.now() + seconds * 1000 } satisfies Until, seconds, db);
  /** Failures from elsewhere must not keep users out where they usually work. */
  const isFree = async (username: string, address: string, db: Database) =>
    isTrusted(address) || (await cache.get(keysOf(proof, username).known(address), db)) !== undefined;
  const delay = (excess: number) => Math.min(2 ** excess, longestDelay, userSeconds());

  const failAddress: Tries['failAddress'] = async (address, db) => {
    const count = await cache.increment(addressFails(address), addressSeconds(), db);
    if (count >= settings.get('SECURITY_LOGIN_IP_LIMIT_COUNT') && !isTrusted(address))
      await lock(addressBlock(address), addressSeconds(), db);
  };
  const findAddress: Tries['findAddress'] = async (address, db) => {
    if (isTrusted(address)) return undefined;
    if (inIpGroup(address, settings.get('SECURITY_LOGIN_IP_BLACK_LIST')))
      return { by: 'list', minutes: settings.get('SECURITY_LOGIN_IP_LIMIT_TIME') };
    const minutes = minutesOf(await cache.get<Until>(addressBlock(address), db));
    return minutes ? { by: 'address', minutes } : undefined;
  };
  const findName: Tries['findName'] = async (username, address, db) => {
    const keys = keysOf(proof, username);
    const minutes = minutesOf(await cache.get<Until>(keys.block(address), db));
    if (minutes) return { by: 'user', minutes };
    const [isWaiting] = await cache.present([keys.wait], db);
    if (!isWaiting || (await isFree(username, address, db))) return undefined;
    return { by: 'user', minutes: Math.ceil(longestDelay / 60) };
  };

  return {
    findAddress,
    findName,
    failAddress,
    find: async (username, address, db) =>
      (await findAddress(address, db)) ?? (await findName(username, address, db)),
    begin: async (username, address, db) => {
      const keys = keysOf(proof, username);
      const count = await cache.increment(keys.fails(address), userSeconds(), db);
      if (count > limit()) return { by: 'user', minutes: settings.get('SECURITY_LOGIN_LIMIT_TIME') };
      if (await isFree(username, address, db)) return undefined;
      const excess = (await cache.increment(keys.attempts, nameSeconds, db)) - limit();
      if (excess <= 0) return undefined;
      // The first to count during a delay starts it and may go on; all others must wait.
      const turn = await cache.count(keys.wait, delay(excess), db);
      return turn.count === 1 ? undefined : { by: 'user', minutes: Math.ceil(turn.left / 60) };
    },
    fail: async (username, address, db) => {
      const keys = keysOf(proof, username);
      const count = (await cache.get<number>(keys.fails(address), db)) ?? 1;
      if (count >= limit()) {
        await lock(keys.block(address), userSeconds(), db);
        await lock(keys.locked, userSeconds(), db);
      }
      await failAddress(address, db);
      return { left: Math.max(0, limit() - count), minutes: settings.get('SECURITY_LOGIN_LIMIT_TIME') };
    },
    succeed: async (username, address, db) => {
      const keys = keysOf(proof, username);
      await cache.remove(keys.fails(address), db);
      await cache.remove(addressFails(address), db);
      if (await isFree(username, address, db)) return cache.set(keys.known(address), true, knownSeconds, db);
      await cache.set(keys.known(address), true, knownSeconds, db);
      await cache.remove(keys.attempts, db);
      return cache.remove(keys.wait, db);
    },
  };
};

/** Unlocks a username at every address and clears its failures and delays of every kind. */
export const releaseLocks = async (username: string, db: Database, cache = createCache()): Promise<void> => {
  for (const proof of proofs) {
    const keys = keysOf(proof, username);
    for (const key of [keys.locked, keys.attempts, keys.wait]) await cache.remove(key, db);
    for (const prefix of [keys.everyFail, keys.everyBlock]) await cache.removeUnder(prefix, db);
  }
};

/** Lockout with the limits of the settings. */
export const createLockOut = (deps: Deps): LockOut => ({
  ...createTries('login', deps),
  mfa: createTries('mfa', deps),
  own: createTries('own', deps),
  release: (username, db) => releaseLocks(username, db, deps.cache),
  lockedAddresses: (db) => lockedAddresses(deps, db),
  releaseAddresses: (addresses, db) => releaseAddresses(addresses, deps, db),
  lockedNames: (db) => lockedNames(deps.cache, db),
  lockedAmong: async (usernames, db) => {
    const names = new Map(
      usernames.flatMap((name) =>
        proofs.flatMap((proof) => {
          const { locked, wait } = keysOf(proof, name);
          return [[locked, name] as const, [wait, name] as const];
        }),
      ),
    );
    const locked = await deps.cache.present([...names.keys()], db);
    return new Set(locked.map((key) => names.get(key) ?? ''));
  },
});
