import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../database.ts';
import { createReporter } from './reporter.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-04T05:06:07Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const start = () => {
  const written: unknown[][] = [];
  const db = {
    rows: async (query: SQL) => {
      written.push(new PgDialect().sqlToQuery(query).params.slice(0, 2));
      return [];
    },
  } as unknown as Database;
  return { ...createReporter({ id: '7', attempt: 1 }, db, () => expect.fail('not written')), written };
};
const now = '2026-03-04T05:06:07.000Z';

test('the reports of a run are collected for up to a second and written once', async () => {
  const { progress, log, written } = start();
  log('one');
  progress(4.6);
  log('two');
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([[5, `${now} one\n${now} two\n`]]);
  await vi.advanceTimersByTimeAsync(5_000);
  progress(50);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written.slice(1)).toEqual([[50, '']]);
});

test('flushing writes the remaining reports of a run at once and stops the timer', async () => {
  const { log, flush, written } = start();
  log('last');
  await flush();
  expect(written).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a log that grows too long between two writes keeps only its end', async () => {
  const { log, flush, written } = start();
  const line = 'x'.repeat(64 * 1024 - 26);
  log(line);
  log(line);
  await flush();
  expect(String(written[0]?.[1])).toHaveLength(128 * 1024);
  log(line);
  log(line);
  log('end');
  await flush();
  expect(String(written[1]?.[1])).toHaveLength(64 * 1024);
  expect(String(written[1]?.[1])).toMatch(/ end\n$/);
});
