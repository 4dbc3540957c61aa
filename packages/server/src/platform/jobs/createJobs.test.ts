import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOf, openPool } from '../database.ts';
import { createEvents } from '../events.ts';
import { createNotices } from '../notices.ts';
import { createJobs, type Jobs } from './createJobs.ts';
import { defineJob, handleJob } from './defineJob.ts';
import { stopped } from './runOnce.ts';

let pool: ReturnType<typeof openPool>;
let jobs: Jobs;
const failures: unknown[] = [];
const seen: unknown[] = [];
const definition = defineJob({
  name: 'endless',
  payload: z.object({}),
  concurrency: 1,
  timeoutSeconds: 60,
  isStoppable: true,
  retries: 0,
});
const job = handleJob(definition, (_payload, { signal }) => {
  seen.push('begun');
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => {
      seen.push(signal.reason);
      reject(signal.reason);
    }),
  );
});

let stop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  pool = openPool(database.url, 4);
  const notices = createNotices(database.url);
  const events = createEvents(notices);
  jobs = createJobs({ pool, notices, events, zone: 'UTC', pace: { poll: 1, cron: 1, supervise: 1 } });
  await jobs.start([job], (...failure) => failures.push(failure));
  stop = async () => {
    await jobs.close(1_000);
    await events.close();
    await pool.end();
    await database.drop();
  };
});
afterAll(() => stop());

test('the handler of a stopped run learns that it was stopped, and nothing counts as failed', async () => {
  const db = databaseOf(pool);
  const id = await jobs.enqueue(definition, {}, { db });
  await expect.poll(() => seen).toEqual(['begun']);
  expect(await jobs.stop(id ?? '', db)).toBe(true);
  await expect.poll(() => seen).toEqual(['begun', stopped]);
  expect(failures).toEqual([]);
});

test('an error of the queue itself is reported, and the server goes on', async () => {
  await pool.query('alter schema pgboss rename to elsewhere');
  await expect.poll(() => failures).toContainEqual([expect.any(Error), 'job queue']);
  await pool.query('alter schema elsewhere rename to pgboss');
  seen.length = 0;
  const db = databaseOf(pool);
  const id = await jobs.enqueue(definition, {}, { db });
  await expect.poll(() => seen).toEqual(['begun']);
  await jobs.stop(id ?? '', db);
  await expect.poll(() => seen).toEqual(['begun', stopped]);
});
