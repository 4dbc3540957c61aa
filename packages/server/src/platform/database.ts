import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { countQuery } from './queryTally.ts';
import { carriageOn } from './statements/carriage.ts';
import { type RunStatement, statementRunner } from './statements/runStatement.ts';

/** Runs SQL: on the pool, or in one transaction. Parameters are always sent apart from the text. */
export type Database = {
  /**
   * The rows of a statement. Connections keep its plan, unless it is to be planned `anew`: where the best way
   * depends on the values, as for searches.
   */
  rows<Row = Record<string, unknown>>(query: SQL, planning?: 'anew'): Promise<Row[]>;
  /**
   * Runs `work` in a transaction or, when already inside one, in a savepoint. Rolls back when `work` throws.
   */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /** Runs several functions concurrently; inside a transaction, with its single connection, one by one. */
  together<const Works extends readonly (() => unknown)[]>(works: Works): Promise<Results<Works>>;
};

/** The results of several functions. */
type Results<Works extends readonly (() => unknown)[]> = {
  -readonly [K in keyof Works]: Awaited<ReturnType<Works[K]>>;
};

type Runner = {
  execute: RunStatement;
  transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T>;
};

const atOnce = (works: readonly (() => unknown)[]): Promise<unknown[]> =>
  Promise.all(works.map(async (work) => work()));

const inOrder = async (works: readonly (() => unknown)[]): Promise<unknown[]> => {
  const results: unknown[] = [];
  for (const work of works) results.push(await work());
  return results;
};

const wrap = (runner: Runner, together: typeof atOnce): Database => ({
  rows: async <Row>(query: SQL, planning?: 'anew') => {
    countQuery();
    return (await runner.execute(query, planning)).rows as Row[];
  },
  transaction: (work) => runner.transaction((tx) => work(wrap(tx, inOrder))),
  together: (async (works: readonly (() => unknown)[]) => together(works)) as Database['together'],
});

/**
 * Opens a connection pool with at most `max` connections. PostgreSQL cancels their statements after
 * `statementSeconds`; absent or 0 means never.
 */
export const openPool = (connectionString: string, max: number, statementSeconds = 0): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    // Statements need not wait for the answers to those before them.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    ...(statementSeconds > 0 && { statement_timeout: statementSeconds * 1000 }),
  });
  // A broken connection (database restart) must not end the process, whether it is idle or between two
  // queries of a transaction: the next query on it fails, and later work gets a new connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/**
 * Opens a connection of its own to the database of a pool, for COPY: its stream cannot share a connection
 * with statements that do not wait for each other. The caller ends it.
 */
export const openCopyClient = async ({ options }: pg.Pool): Promise<pg.Client> => {
  const client = new pg.Client({ ...options, pipeline: false });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * How long to wait, in ms by error code: for a database that replays its log after a crash, or that does not
 * listen yet.
 */
const passing: Readonly<Record<string, number>> = { '57P03': 120_000, ECONNREFUSED: 5_000, ENOENT: 5_000 };
const againMs = 50;

/** Waits for a database that is starting; any other error is thrown at once. */
export const untilAnswers = async (pool: pg.Pool): Promise<void> => {
  for (const since = Date.now(); ; await sleep(againMs)) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const patienceMs = passing[(error as { code?: string }).code ?? ''] ?? 0;
      if (Date.now() - since >= patienceMs) throw error;
    }
  }
};

/** The driver's description of a failed statement. */
export const databaseError = (error: unknown): { code?: string; constraint?: string; detail?: string } => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === 'object' && cause !== null ? cause : {};
};

/** Whether the database cancelled a statement, at its time limit or on request. */
export const wasCutOff = (error: unknown): boolean => {
  const { code } = databaseError(error);
  return code === '57014';
};

/** Whether a transaction gave way to another (deadlock, conflict, lock timeout); it may be retried. */
export const gaveWay = (error: unknown): boolean =>
  ['40001', '40P01', '55P03'].includes(databaseError(error).code ?? '');

/**
 * Whether a foreign key refused a statement. PostgreSQL 18 reports 23001 where older versions report 23503.
 */
export const brokeReference = (error: unknown): boolean =>
  ['23503', '23001'].includes(databaseError(error).code ?? '');

/**
 * The column and value of a reference to a row that no longer exists, because it was deleted after the
 * look-up; undefined for other errors.
 */
export const missingReference = (error: unknown): { column: string; value: string } | undefined => {
  const [, column = '', value = ''] = /\((.*?)\)=\((.*?)\)/.exec(databaseError(error).detail ?? '') ?? [];
  // A row that others still refer to is reported by its own id.
  return brokeReference(error) && column !== '' && column !== 'id' ? { column, value } : undefined;
};

/** The database over a pool. */
export const databaseOf = (pool: pg.Pool): Database => {
  const runner = drizzle(pool) as unknown as Runner;
  return wrap(
    { execute: statementRunner(carriageOn(pool)), transaction: (work) => runner.transaction(work) },
    atOnce,
  );
};

/** Cancels a connection's statement through another connection; if that fails, the time limit ends it. */
const stopStatement = async (pool: pg.Pool, pid: unknown): Promise<void> => {
  const messenger = new pg.Client(pool.options);
  messenger.on('error', () => undefined);
  try {
    await messenger.connect();
    await messenger.query('select pg_cancel_backend($1)', [pid]);
  } catch {
    return;
  } finally {
    await messenger.end().catch(() => undefined);
  }
};

/** Runs work on one connection of a pool. The signal cancels its statement at once, and no other follows. */
export const onConnection = async <T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  const runner = drizzle(client) as unknown as Runner;
  let pid: unknown;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped = stopStatement(pool, pid);
  };
  const execute: Runner['execute'] = (query) => {
    signal.throwIfAborted();
    return runner.execute(query);
  };
  signal.addEventListener('abort', stop);
  try {
    // Asked on the connection itself: a proxy may have assigned another pid.
    const { rows } = await client.query('select pg_backend_pid() as pid');
    pid = rows[0].pid;
    return await work(wrap({ execute, transaction: (within) => runner.transaction(within) }, inOrder));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await stopped;
    // The next work on the connection must not get a late cancellation meant for this one.
    client.release(signal.aborted);
  }
};

/** `a, b, c` from SQL parts. */
export const list = (parts: SQL[], separator = sql`, `): SQL => sql.join(parts, separator);

/** Quoted identifier. */
export const id = (name: string): SQL => sql`${sql.identifier(name)}`;

/** `(a) and (b)`; true without conditions. */
export const allOf = (parts: (SQL | undefined)[]): SQL => {
  const present = parts.filter((part): part is SQL => part !== undefined);
  return present.length
    ? list(
        present.map((part) => sql`(${part})`),
        sql` and `,
      )
    : sql`true`;
};

/** `(a) or (b)`; false without conditions. */
export const anyOf = (parts: SQL[]): SQL =>
  parts.length
    ? list(
        parts.map((part) => sql`(${part})`),
        sql` or `,
      )
    : sql`false`;

/**
 * One uuid-array parameter, so that a thousand ids are one placeholder; strings of another form are left out.
 */
export const uuids = (values: readonly string[]): SQL =>
  sql`${`{${values.filter(isUuid).join(',')}}`}::uuid[]`;

/** One text-array parameter. */
export const texts = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** Whether a string has the form of a uuid. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);

/** Escapes text for `like`. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** `like` pattern for values that contain the text. */
export const containing = (text: string): string => `%${likeLiteral(text)}%`;
