import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Cache } from '../cache.ts';
import type { Database } from '../database.ts';
import type { KeyRing } from './keyRing.ts';

/** The ids of the master keys of a running server: the one that seals and those that open. */
export type KeyReport = { server: string; seals: string; opens: string[] };

const prefix = 'key_report:';

/** How often a server reports, and how long a report counts: a server that is gone stops reporting. */
const everySeconds = 10;
const countsSeconds = 30;

/** The reports of the servers that are running. */
export const readKeyReports = async (cache: Cache, db: Database): Promise<KeyReport[]> => [
  ...(await cache.under<KeyReport>(prefix, db)).values(),
];

/** Reports the keys that this server holds to the change of the master key, now and at intervals until it stops. */
export const createKeyReporter = (ports: { cache: Cache; db: Database; keyRing: KeyRing }) => {
  const { cache, db, keyRing } = ports;
  const key = `${prefix}${randomUUID()}`;
  const server = `${hostname()}, process ${process.pid}`;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const report = async (): Promise<void> => {
    if (isStopped) return;
    keyRing.reread();
    const opens = keyRing.keys().map(({ id }) => id);
    await cache.set(key, { server, seals: opens[0] ?? '', opens }, countsSeconds, db);
  };
  return {
    report,
    start: async (failed: (error: unknown) => void): Promise<void> => {
      await report();
      timer = setInterval(() => void report().catch(failed), everySeconds * 1000).unref();
    },
    stop: (): Promise<void> => {
      isStopped = true;
      clearInterval(timer);
      return cache.remove(key, db).catch(() => undefined);
    },
  };
};
