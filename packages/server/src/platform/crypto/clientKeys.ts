import type { Cache } from '../cache.ts';
import type { Database } from '../database.ts';
import { type ClientKey, clientKeyOf, newClientKey, openClientValue } from './clientCipher.ts';
import type { Vault } from './vault.ts';

/**
 * The key pairs that browsers encrypt for. Shared by all servers, one a day, so that no request has to
 * generate a key (docs/decisions/0021).
 */
export type ClientKeys = {
  /** Current value of the `jms_public_key` cookie: base64 of the PEM. */
  cookie(): string;
  /** Plain text of an encrypted value; plain values unchanged; undefined when no key opens it. */
  open(value: string): string | undefined;
  /**
   * Loads the keys of other servers, forgets expired ones, and creates those of today and tomorrow where
   * missing.
   */
  rotate(): Promise<void>;
};

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Days a key stays usable after its own day. */
const keptDays = 3;

/** Prefix of the cache keys under which each day's pair is stored. */
const prefix = 'client_key:';

type Stored = { publicPem: string; sealed: string };

/** Loads the keys and ensures that today's and tomorrow's exist. */
export const createClientKeys = async (
  { db, cache, vault }: { db: Database; cache: Cache; vault: Vault },
  now: () => number = Date.now,
): Promise<ClientKeys> => {
  const ring = new Map<string, ClientKey>();

  const learn = async () => {
    const stored = await cache.under<Stored>(prefix, db);
    const days = [...stored.keys()].map((key) => key.slice(prefix.length));
    for (const day of ring.keys()) if (!days.includes(day)) ring.delete(day);
    for (const [key, { publicPem, sealed }] of stored) {
      const day = key.slice(prefix.length);
      if (!ring.has(day)) ring.set(day, clientKeyOf(publicPem, vault.open(sealed)));
    }
  };
  const make = async (time: number) => {
    const { publicPem, privatePem } = await newClientKey();
    const until = new Date(time + (keptDays + 1) * dayMs);
    await cache.add(`${prefix}${dayOf(time)}`, { publicPem, sealed: vault.seal(privatePem) }, until, db);
  };
  const rotate = async () => {
    await learn();
    const missing = [now(), now() + dayMs].filter((time) => !ring.has(dayOf(time)));
    if (missing.length === 0) return;
    for (const time of missing) await make(time);
    await learn();
  };
  const newestFirst = () => [...ring].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, key]) => key);

  await rotate();
  return {
    rotate,
    cookie: () => {
      const key = ring.get(dayOf(now())) ?? newestFirst()[0];
      return key ? Buffer.from(key.publicPem).toString('base64') : '';
    },
    open: (value) => openClientValue(newestFirst(), value),
  };
};
