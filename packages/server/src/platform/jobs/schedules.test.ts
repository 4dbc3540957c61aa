import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOf, openPool } from '../database.ts';
import { defineJob } from './defineJob.ts';
import { dueRun, planSchedule, runSchedules } from './schedules.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 4);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const minute = 60_000;
const nightly = '0 2 * * *';

/** When a job runs in a zone, looked at every ten minutes for some days. */
const runsIn = (zone: string, from: string, days: number, cron = nightly): string[] => {
  const start = new Date(from).getTime();
  const runs: string[] = [];
  let last = new Date(start);
  for (let at = start; at < start + days * 1440 * minute; at += 10 * minute) {
    const due = dueRun(cron, zone, last, new Date(at));
    if (!due) continue;
    last = due;
    runs.push(due.toISOString().slice(5, 16));
  }
  return runs;
};

test.each([
  [
    'Europe/Berlin, where 2:00 does not exist',
    'Europe/Berlin',
    '2026-03-27T12:00:00Z',
    ['03-28T01:00', '03-29T01:00', '03-30T00:00'],
  ],
  [
    'Europe/Berlin, where 2:00 comes twice',
    'Europe/Berlin',
    '2026-10-23T12:00:00Z',
    ['10-24T00:00', '10-25T00:00', '10-26T01:00'],
  ],
  [
    'America/New_York in March',
    'America/New_York',
    '2026-03-06T12:00:00Z',
    ['03-07T07:00', '03-08T07:00', '03-09T06:00'],
  ],
  [
    'America/New_York in November',
    'America/New_York',
    '2026-10-30T12:00:00Z',
    ['10-31T06:00', '11-01T07:00', '11-02T07:00'],
  ],
  [
    'Asia/Shanghai, where clocks never change',
    'Asia/Shanghai',
    '2026-03-27T00:00:00Z',
    ['03-27T18:00', '03-28T18:00', '03-29T18:00'],
  ],
])('A-9-014 a nightly job runs once a day at two, also in %s', (_what, zone, from, expected) => {
  expect(runsIn(zone, from, 3)).toEqual(expected);
});

test('a zone whose clocks change by half an hour has one run a day as well', () => {
  for (const from of ['2026-04-03T06:00:00Z', '2026-10-02T06:00:00Z'])
    expect(runsIn('Australia/Lord_Howe', from, 4)).toHaveLength(4);
});

test('a job that runs every ten minutes misses none when the clocks change', () => {
  for (const from of ['2026-03-28T23:00:00Z', '2026-10-24T23:00:00Z'])
    expect(runsIn('Europe/Berlin', from, 1 / 6, '*/10 * * * *').length).toBeGreaterThanOrEqual(23);
});

const jobOf = (name: string, catchUp: boolean) =>
  defineJob({
    name,
    payload: z.object({}),
    schedule: { cron: nightly, catchUp },
    concurrency: 1,
    timeoutSeconds: 60,
    isStoppable: true,
    retries: 0,
  });

test('A-9-014 two servers enqueue each night once; a night without servers is made up for once, where declared', async () => {
  const db = databaseOf(pool);
  const jobs = [jobOf('caught', true), jobOf('skipped', false)];
  const at = (text: string) => new Date(`2026-${text}:00Z`);
  for (const { name } of jobs) await planSchedule(name, true, at('10-24T12:00'), db);
  const runs: string[] = [];
  /** Both servers look at the same moment. */
  const look = async (text: string) => {
    const server = () =>
      runSchedules(jobs, { zone: 'Europe/Berlin', now: at(text), db }, async (job) => {
        runs.push(`${job.name} ${text}`);
      });
    await Promise.all([server(), server()]);
  };
  for (const time of ['10-24T23:59', '10-25T00:00', '10-25T00:01', '10-25T01:00', '10-25T01:01'])
    await look(time);
  expect(runs.toSorted()).toEqual(['caught 10-25T00:00', 'skipped 10-25T00:00']);
  runs.length = 0;
  for (const time of ['10-28T09:00', '10-28T09:01']) await look(time);
  expect(runs).toEqual(['caught 10-28T09:00']);
  runs.length = 0;
  await planSchedule('caught', false, at('10-28T10:00'), db);
  await look('10-29T01:00');
  expect(runs).toEqual(['skipped 10-29T01:00']);
  runs.length = 0;
  await planSchedule('caught', true, at('10-29T12:00'), db);
  await look('10-29T12:01');
  expect(runs).toEqual([]);
});
