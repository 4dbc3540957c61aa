import { availableParallelism } from 'node:os';
import pg from 'pg';
import { isForeignPlan, isOutdatedPlan } from './planErrors.ts';

/** Runs statements that are built already; their SQL is checked where they are written, at `Database.rows`. */
export type Driver = { query(statement: pg.QueryConfig): Promise<{ rows: unknown[] }> };

/** Statements that one connection is sent at once. */
const mostTogether = 16;
/**
 * A statement that took longer than `slowMs` travels alone for a while, so that no other waits behind it. While
 * `mostUnderWay` carriages are under way, reads gather for the next one, for `gatherMs` at most: more processes
 * than processors only take turns.
 */
const patience = {
  slowMs: 200,
  aloneMs: 30_000,
  mostUnderWay: Math.max(2, availableParallelism()),
  gatherMs: 4,
};

type Passenger = {
  statement: pg.QueryConfig;
  resolve: (result: { rows: unknown[] }) => void;
  reject: (error: unknown) => void;
};

/** Reads wait for no other transaction; a write, or a read that locks or calls what writes, may. */
const isRead = (text: string): boolean =>
  /^\s*select\s/i.test(text) &&
  !/\bfor\s+(no\s+key\s+)?(update|share|key\s+share)\b|\b(pg|setval|nextval)_?\w*\(/i.test(text);

/**
 * The error for which a connection is closed. One whose statement was merely refused goes on; one that keeps
 * other plans than the driver believes does not.
 */
const ruinOf = (error: unknown): Error | undefined => {
  const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR';
  if (isRefusal && !isForeignPlan(error) && !isOutdatedPlan(error)) return undefined;
  return error instanceof Error ? error : new Error('the statement failed');
};

/** Runs each statement on a connection of its own. */
const aloneOn = (pool: pg.Pool): Driver => ({
  query: async (statement) => {
    const client = await pool.connect();
    const carrier: Driver = client;
    let ruin: Error | undefined;
    try {
      return await carrier.query(statement);
    } catch (error) {
      ruin = ruinOf(error);
      throw error;
    } finally {
      client.release(ruin);
    }
  },
});

/**
 * Sends named reads that are asked for in one turn over one connection in one write: of the cost of a short
 * statement, the way to the database and back is the largest part.
 */
export const carriageOn = (pool: pg.Pool, own: Partial<typeof patience> = {}): Driver => {
  const { slowMs, aloneMs, mostUnderWay, gatherMs } = { ...patience, ...own };
  const alone = aloneOn(pool);
  const slow = new Map<string, number>();
  let waiting: Passenger[] = [];
  let underWay = 0;
  let gathering: NodeJS.Timeout | undefined;

  const noteTime = (name: string, ms: number): void => {
    if (ms > slowMs) slow.set(name, performance.now() + aloneMs);
  };
  const isSlow = (name: string): boolean => {
    const until = slow.get(name);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    slow.delete(name);
    return false;
  };

  const send = async (passengers: Passenger[]): Promise<void> => {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      for (const { reject } of passengers) reject(error);
      return;
    }
    const { stream } = client.connection;
    const carrier: Driver = client;
    let ruin: Error | undefined;
    let last = performance.now();
    stream.cork();
    const answered = passengers.map(async ({ statement, resolve, reject }) => {
      try {
        resolve(await carrier.query(statement));
      } catch (error) {
        ruin ??= ruinOf(error);
        reject(error);
      }
      // One that was cut off at its time limit took longest of all.
      const now = performance.now();
      noteTime(statement.name ?? '', now - last);
      last = now;
    });
    stream.uncork();
    await Promise.all(answered);
    client.release(ruin);
  };

  const sendAll = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += mostTogether) {
      underWay += 1;
      void send(all.slice(from, from + mostTogether)).then(() => {
        underWay -= 1;
        if (waiting.length) sendAll();
      });
    }
  };

  const leave = (): void => {
    if (underWay < mostUnderWay) sendAll();
    else gathering ??= setTimeout(sendAll, gatherMs);
  };

  return {
    query: (statement) => {
      const { name, text } = statement;
      if (name === undefined || !isRead(text) || isSlow(name)) return alone.query(statement);
      return new Promise((resolve, reject) => {
        // Runs after the promises of this turn, so that what they ask for travels along.
        if (waiting.push({ statement, resolve, reject }) === 1) process.nextTick(leave);
      });
    },
  };
};
