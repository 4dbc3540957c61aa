import type pg from 'pg';
import { expect, onTestFinished } from 'vitest';

/**
 * A transaction that blocks writes to a table, or reads too, until it ends: its statements take effect in the
 * middle of the requests that wait for it.
 */
export const blockTable = async (
  pool: pg.Pool,
  table: string,
  mode: 'exclusive' | 'access exclusive' = 'exclusive',
) => {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in ${mode} mode`);
  let isOpen = true;
  const end = async (how: 'commit' | 'rollback') => {
    if (!isOpen) return;
    isOpen = false;
    await client.query(how);
    client.release();
  };
  onTestFinished(() => end('rollback'));
  return {
    run: (sql: string, values: unknown[] = []) => client.query(sql, values),
    commit: () => end('commit'),
    release: () => end('rollback'),
  };
};

/** How many statements wait for a lock. */
export const waitingStatements = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0]?.n ?? 0;
};

/** Waits until this many statements, by default one, wait for a lock. */
export const untilWaiting = (pool: pg.Pool, statements = 1): Promise<void> =>
  expect.poll(() => waitingStatements(pool), { interval: 10 }).toBe(statements);
