import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Settings } from '../../../packages/server/src/platform/settings.ts';
import type { Measure } from '../report.ts';
import type { WholeServer } from '../wholeServer.ts';

const lists = [
  '/api/v1/assets/assets/?limit=15',
  '/api/v1/users/users/?limit=15',
  '/api/v1/terminal/sessions/?limit=15',
  '/api/v1/settings/public/',
  '/api/v1/users/profile/',
];

/** PostgreSQL adds up what an idle connection did after ten seconds at the latest. */
const addedUpMs = 11_000;

/** How often the table of settings was read so far, by any process. */
const tableReads = async ({ db }: WholeServer['services']): Promise<number> => {
  const [found] = await db.rows<{ reads: number }>(
    sql`select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname = 'settings_setting'`,
  );
  return found?.reads ?? Number.NaN;
};

/** Adds up the time that reads of settings take. */
const watchReads = (settings: Settings) => {
  const { get, all } = settings;
  const spent = { ms: 0 };
  const taking =
    <A extends unknown[], R>(read: (...args: A) => R) =>
    (...args: A): R => {
      const began = performance.now();
      try {
        return read(...args);
      } finally {
        spent.ms += performance.now() - began;
      }
    };
  Object.assign(settings, { get: taking(get), all: taking(all) });
  return { spent, stop: () => void Object.assign(settings, { get, all }) };
};

/** What reading settings adds to requests, each sent `rounds` times: in time, and in reads of their table. */
export const measureSettings = async (server: WholeServer, rounds: number): Promise<Measure[]> => {
  const { services } = server;
  for (const url of lists) await server.get(url);
  await sleep(addedUpMs);
  const before = await tableReads(services);
  const { spent, stop } = watchReads(services.settings);
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const url of lists) {
      spent.ms = 0;
      await server.get(url);
      values.push(spent.ms);
    }
  stop();
  await sleep(addedUpMs);
  const reads = (await tableReads(services)) - before;
  return [
    { what: 'reading settings, per request', unit: 'ms', values, budget: { p99: 0.05 } },
    {
      what: `reads of their table during ${values.length} requests`,
      unit: 'reads',
      values: [reads],
      budget: { max: 0 },
    },
  ];
};
