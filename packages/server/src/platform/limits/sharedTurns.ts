import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, onConnection } from '../database.ts';
import { type Caller, createTurns } from './turns.ts';

/** Classes of PostgreSQL's advisory locks: one stands for a user's turn, the other for a place. */
const lockOf = { user: 7_081, place: 7_082 };
/** Delay before retrying a turn that another server holds. */
const againMs = 100;

/** The turn was not free: `isOwn` when another server is serving the same user. */
class Taken {
  readonly isOwn: boolean;
  constructor(isOwn: boolean) {
    this.isOwn = isOwn;
  }
}

const lockUser = async (who: string, db: Database): Promise<boolean> => {
  const [row] = await db.rows<{ free: boolean }>(
    sql`select pg_try_advisory_lock(${lockOf.user}::int, hashtext(${who})) as free`,
  );
  return row?.free === true;
};

const lockPlace = async (places: number, db: Database): Promise<boolean> => {
  const found = await db.rows(
    sql`select 1 from generate_series(1, ${places}::int) n where pg_try_advisory_lock(${lockOf.place}::int, n) limit 1`,
  );
  return found.length > 0;
};

/**
 * Runs work on the connections of a pool, in turns over all servers of a database: at most one place for each
 * user, and as many in all as the pool has connections. Locks belong to the connection, so those of a killed
 * server are free at once.
 */
export const createSharedTurns = (pool: pg.Pool) => {
  const places = pool.options.max;
  const turns = createTurns(places);

  const whenFree =
    <T>(who: string, work: (db: Database) => Promise<T>) =>
    async (db: Database): Promise<T | Taken> => {
      try {
        if (!(await lockUser(who, db))) return new Taken(true);
        return (await lockPlace(places, db)) ? await work(db) : new Taken(false);
      } finally {
        // An aborted connection is closed, which releases its locks.
        await db.rows(sql`select pg_advisory_unlock_all()`).catch(() => undefined);
      }
    };

  return async <T>(work: (db: Database) => Promise<T>, caller: Caller): Promise<T> => {
    const { who, signal, patience } = caller;
    const until = patience && Date.now() + patience.ms;
    for (;;) {
      const left = patience && until && { ...patience, ms: Math.max(0, until - Date.now()) };
      const outcome = await turns(() => onConnection(pool, signal, whenFree(who, work)), {
        who,
        signal,
        ...(left && { patience: left }),
      });
      if (!(outcome instanceof Taken)) return outcome;
      if (patience && until && Date.now() >= until) throw patience.refusal(outcome.isOwn);
      await sleep(againMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
};
