import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { Notices } from '../notices.ts';

/** A server that runs background jobs. */
export type Worker = { name: string; date_seen: string; running: number };

/** Name of this process among the servers. */
export const serverName = `${hostname()} (${process.pid})`;

/** How often a server says that it is there. */
const beatMs = 30_000;

/** Kind of the locks by which servers are seen to be there: an arbitrary number. */
const presenceLock = 704_070;

/** How often servers look for those that are gone. A server counts as gone when it is missed twice in a row. */
const lookMs = 2_000;
/** After a break of the own connection others may be missed that have yet to come back. */
const settleMs = 15_000;

/** Records that a server runs background jobs. */
const recordWorker = (name: string, presence: number, db: Database): Promise<unknown> =>
  db.rows(
    sql`insert into system_worker (name, date_seen, presence) values (${name}, now(), ${presence})
      on conflict (name) do update set date_seen = now(), presence = excluded.presence`,
  );

/** Servers that were there in the past 90 seconds, with the number of runs on each. */
export const livingWorkers = (db: Database): Promise<Worker[]> =>
  db.rows<Worker>(sql`select w.name, w.date_seen, (select count(*)::int from ops_celerytaskexecution j
      where j.server = w.name and j.state = 'running') as running
    from system_worker w where w.date_seen > now() - interval '90 seconds' order by w.name`);

/** Forgets servers that have not been there for a day. */
export const sweepWorkers = (db: Database): Promise<unknown> =>
  db.rows(sql`delete from system_worker where date_seen < now() - interval '1 day'`);

/** A server by its name and the lock it holds. */
type Present = { name: string; presence: number };

/** Other servers whose lock is free; none shortly after the start of the database, when all have yet to come back. */
const missingWorkers = (own: number, db: Database): Promise<Present[]> =>
  db.rows<Present>(sql`select w.name, w.presence from system_worker w
    where w.presence <> ${own} and pg_postmaster_start_time() < now() - interval '10 seconds'
      and pg_try_advisory_xact_lock(${presenceLock}::int, w.presence)`);

/** Forgets a server; returns whether it was known. */
const forgetWorker = async (name: string, db: Database): Promise<boolean> =>
  (await db.rows(sql`delete from system_worker where name = ${name} returning 1`)).length > 0;

type Deps = { db: Database; notices: Pick<Notices, 'hold' | 'lost_ms'> };
type Handlers = {
  /** A server is gone, killed or cut off; called by each server that misses it. */
  gone: (name: string) => Promise<void>;
  failed: (error: unknown) => void;
};

/** Looks for servers that are gone; the returned function ends that. */
const watchWorkers = (own: number, { db, notices }: Deps, { gone, failed }: Handlers): (() => void) => {
  let missed: readonly number[] = [];
  let isLooking = false;
  let hasFailed = false;
  const look = async () => {
    const missing = await missingWorkers(own, db);
    const isSettled = Date.now() - notices.lost_ms() > settleMs;
    for (const { name, presence } of isSettled ? missing : []) {
      if (!missed.includes(presence)) continue;
      await gone(name);
      await forgetWorker(name, db);
    }
    missed = missing.map(({ presence }) => presence);
    hasFailed = false;
  };
  const tryToLook = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await look();
    } catch (error) {
      // While the database is away, once is enough.
      if (!hasFailed) failed(error);
      hasFailed = true;
    }
    isLooking = false;
  };
  const timer = setInterval(() => void tryToLook(), lookMs).unref();
  return () => clearInterval(timer);
};

/**
 * Says from now on that a server is there, by a lock that ends with its connection, and looks for others that are gone.
 * The returned function ends that.
 */
export const keepWorker = async (
  name: string,
  deps: Deps,
  handlers: Handlers,
): Promise<() => Promise<void>> => {
  const { db, notices } = deps;
  const presence = randomInt(2 ** 31 - 1);
  await notices.hold({ kind: presenceLock, key: presence });
  // One of this name was another process, such as that of a container before it was restarted.
  if (await forgetWorker(name, db)) await handlers.gone(name);
  await recordWorker(name, presence, db);
  const timer = setInterval(
    () => void recordWorker(name, presence, db).catch(handlers.failed),
    beatMs,
  ).unref();
  const rest = watchWorkers(presence, deps, handlers);
  return async () => {
    clearInterval(timer);
    rest();
    await forgetWorker(name, db);
  };
};
