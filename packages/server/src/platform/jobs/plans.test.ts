import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOf, openPool } from '../database.ts';
import { defineJob } from './defineJob.ts';
import { forgetPlans, keepPlan, nextOf, runPlans } from './plans.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 8);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from system_plan'));

const db = () => databaseOf(pool);
const at = (text: string) => new Date(`2026-03-04T${text}:00Z`);
const job = defineJob({
  name: 'greet',
  payload: z.object({ of: z.string() }),
  concurrency: 1,
  timeoutSeconds: 60,
  isStoppable: true,
  retries: 0,
});
const keep = (key: string, rhythm: { cron: string | null; hours: number | null }, now: Date) =>
  keepPlan({ job: job.name, key, payload: { of: key }, ...rhythm }, 'UTC', now, db());
const hourly = { cron: null, hours: 1 };
const seen: unknown[] = [];
const look = (now: Date, enqueue = async (_job: unknown, payload: object) => void seen.push(payload)) =>
  runPlans([job], { zone: 'UTC', now, db: db() }, enqueue);
const run = async (now: Date) => {
  seen.length = 0;
  await look(now);
  return seen.length;
};

test('the next moment follows from the times, or from the hours since the last one', () => {
  const next = (rhythm: { cron: string | null; hours: number | null }, last: Date, now = last) =>
    nextOf(rhythm, 'Asia/Tokyo', last, now)?.toISOString().slice(0, 16);
  expect(next({ cron: '0 3 * * *', hours: 5 }, at('10:00'))).toBe('2026-03-04T18:00');
  expect(next({ cron: null, hours: 5 }, at('10:00'))).toBe('2026-03-04T15:00');
  expect(next({ cron: null, hours: 5 }, at('01:00'), at('12:30'))).toBe('2026-03-04T16:00');
  expect(next({ cron: null, hours: null }, at('10:00'))).toBeUndefined();
});

test('a plan runs at its times, once for all that were missed, and is put off neither by saving it nor by another', async () => {
  const [key, other] = [randomUUID(), randomUUID()];
  await keep(key, hourly, at('10:00'));
  expect(await run(at('10:59'))).toBe(0);
  await keep(key, hourly, at('10:59'));
  await keep(other, { cron: '0 12 * * *', hours: null }, at('10:59'));
  expect(await run(at('11:00'))).toBe(1);
  expect(seen).toEqual([{ of: key }]);
  expect(await run(at('11:30'))).toBe(0);
  // No server ran for five hours.
  expect(await run(at('16:20'))).toBe(2);
  expect(await run(at('16:59'))).toBe(0);
  await keep(key, { cron: null, hours: 24 }, at('16:59'));
  expect(await run(at('17:00'))).toBe(0);
  await forgetPlans(job.name, [key, other], db());
  expect(await run(new Date('2027-01-01'))).toBe(0);
});

test('servers that look at once start a run once; one that dies before it is enqueued loses none', async () => {
  for (let count = 0; count < 20; count += 1) await keep(randomUUID(), hourly, at('10:00'));
  await expect(
    look(at('11:00'), async () => {
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  seen.length = 0;
  await Promise.all([look(at('11:00')), look(at('11:00')), look(at('11:01'))]);
  expect(seen).toHaveLength(20);
  expect(new Set(seen.map((payload) => JSON.stringify(payload))).size).toBe(20);
});

test('plans of jobs that this version does not know wait for one that does', async () => {
  await keepPlan({ job: 'later', key: randomUUID(), payload: {}, ...hourly }, 'UTC', at('10:00'), db());
  expect(await run(at('12:00'))).toBe(0);
  expect((await pool.query('select job from system_plan')).rows).toEqual([{ job: 'later' }]);
});
