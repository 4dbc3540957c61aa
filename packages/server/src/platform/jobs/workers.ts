import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** A server that runs background jobs. */
export type Worker = { name: string; date_seen: string; running: number };

/** Name of this process among the servers. */
export const serverName = `${hostname()} (${process.pid})`;

/** How often a server says that it is there. */
const beatMs = 30_000;

/** Records that a server runs background jobs. */
const recordWorker = (name: string, db: Database): Promise<unknown> =>
  db.rows(
    sql`insert into system_worker (name, date_seen) values (${name}, now())
      on conflict (name) do update set date_seen = now()`,
  );

/** Servers that were there in the past 90 seconds, with the number of runs on each. */
export const livingWorkers = (db: Database): Promise<Worker[]> =>
  db.rows<Worker>(sql`select w.name, w.date_seen, (select count(*)::int from ops_celerytaskexecution j
      where j.server = w.name and j.state = 'running') as running
    from system_worker w where w.date_seen > now() - interval '90 seconds' order by w.name`);

/** Forgets servers that have not been there for a day. */
export const sweepWorkers = (db: Database): Promise<unknown> =>
  db.rows(sql`delete from system_worker where date_seen < now() - interval '1 day'`);

/** Says from now on that a server is there; the returned function ends that. */
export const keepWorker = async (
  name: string,
  db: Database,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> => {
  await recordWorker(name, db);
  const timer = setInterval(() => void recordWorker(name, db).catch(failed), beatMs).unref();
  return async () => {
    clearInterval(timer);
    await db.rows(sql`delete from system_worker where name = ${name}`);
  };
};
