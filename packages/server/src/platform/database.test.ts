import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { databaseOf, openPool, wasCutOff } from './database.ts';

test('work runs concurrently on a pool, and one piece at a time in a transaction', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 3);
  const db = databaseOf(pool);
  let [running, most] = [0, 0];
  const work = (answer: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await db.rows(sql`select pg_sleep(0.02)`);
    running -= 1;
    return answer;
  };
  expect(await db.together([work(1), () => 'plain', work(2)])).toEqual([1, 'plain', 2]);
  expect(most).toBe(2);
  most = 0;
  const inside = (tx: typeof db) => tx.transaction((savepoint) => savepoint.together([work(3), work(4)]));
  expect(await db.transaction(inside)).toEqual([3, 4]);
  expect(most).toBe(1);
  await pool.end();
  await drop();
});

test('a connection that breaks during a transaction fails the transaction, not the process', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const db = databaseOf(pool);
  const broken = db.transaction(async (tx) => {
    const [row] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.rows(sql`select pg_terminate_backend(${row?.pid})`);
    await sleep(200);
    await tx.rows(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect(await db.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await pool.end();
  await drop();
});

test('a statement ended by the time limit is distinguished from a failed one', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2, 1);
  const db = databaseOf(pool);
  const errorOf = (statement: ReturnType<typeof sql>) =>
    db.rows(statement).then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(wasCutOff(await errorOf(sql`select pg_sleep(30)`))).toBe(true);
  expect(wasCutOff(await errorOf(sql`select 1 / 0`))).toBe(false);
  expect(wasCutOff(undefined)).toBe(false);
  await pool.end();
  await drop();
});
