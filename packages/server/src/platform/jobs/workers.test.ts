import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOf, openPool } from '../database.ts';
import { createEvents } from '../events.ts';
import { createNotices } from '../notices.ts';
import { createJobs } from './createJobs.ts';
import { defineJob, handleJob, type Job } from './defineJob.ts';
import { findRun } from './runs.ts';
import { keepWorker, livingWorkers } from './workers.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
const closing: (() => Promise<unknown>)[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 4);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const db = () => databaseOf(pool);
const failed = (error: unknown) => {
  throw error;
};
const openNotices = () => {
  const notices = createNotices(database.url);
  closing.push(notices.close);
  return notices;
};

/** So rarely does the queue look for dead servers, and miss a heartbeat, that it never does here. */
const never = 3600;

const start = async (all: Job[], server: string) => {
  const notices = openNotices();
  const events = createEvents(notices);
  const pace = { poll: 1, cron: never, heartbeat: never, supervise: never };
  const jobs = createJobs({ pool, notices, events, zone: 'UTC', server, pace });
  await jobs.start(all, () => undefined);
  closing.push(() => jobs.close(1_000));
  return { jobs, notices };
};

const spawnServer = async (environment: Record<string, string>): Promise<ChildProcess> => {
  const program = fileURLToPath(new URL('../../../test/servers/jobServer.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE: database.url, HEARTBEAT: String(never), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let told = '';
  child.stdout?.on('data', (chunk) => {
    told += chunk;
  });
  await expect.poll(() => told).toContain('ready');
  return child;
};

const define = (name: string, retries: number) =>
  defineJob({
    ...{ name, retries, payload: z.object({}), concurrency: 1, timeoutSeconds: never, isStoppable: true },
    retryDelaySeconds: never,
  });

test('what a killed server had begun, another begins again without waiting for its heartbeats, or marks', async () => {
  const [again, marked] = [define('again', 1), define('marked', 0)];
  const child = await spawnServer({ HANG: 'again,marked', SERVER: 'first' });
  const { jobs } = await start([], 'without work');
  const ids = [await jobs.enqueue(again, {}, { db: db() }), await jobs.enqueue(marked, {}, { db: db() })];
  const states = () => Promise.all(ids.map(async (id = '') => (await findRun(id, db()))?.state));
  await expect.poll(states).toEqual(['running', 'running']);
  const handled: string[] = [];
  const second = await start(
    [again, marked].map((job) => handleJob(job, async () => void handled.push(job.name))),
    'second',
  );
  const gone: string[] = [];
  const leave = await keepWorker(
    'second',
    { db: db(), notices: second.notices },
    {
      failed,
      gone: async (server) => {
        gone.push(server);
        await second.jobs.giveBack(server);
      },
    },
  );
  closing.push(leave);
  const names = async () => (await livingWorkers(db())).map(({ name }) => name);
  expect(await names()).toEqual(['first', 'second']);
  child.kill('SIGKILL');
  await expect.poll(states, { timeout: 60_000 }).toEqual(['done', 'interrupted']);
  expect([gone, handled]).toEqual([['first'], ['again']]);
  await expect.poll(names).toEqual(['second']);
});

test('a server of the same name was another process, whose work is given back at once; one that leaves is not missed', async () => {
  const gone: string[] = [];
  const handlers = { failed, gone: async (name: string) => void gone.push(name) };
  closing.push(await keepWorker('box (1)', { db: db(), notices: openNotices() }, handlers));
  const leave = await keepWorker('box (1)', { db: db(), notices: openNotices() }, handlers);
  expect(gone).toEqual(['box (1)']);
  await leave();
  expect(await livingWorkers(db())).toEqual([]);
});

test('a lock is held again on the connection that follows a lost one', async () => {
  const notices = openNotices();
  await notices.hold({ kind: 7, key: 42 });
  const holders = async (): Promise<number[]> =>
    (
      await pool.query("select pid from pg_locks where locktype = 'advisory' and classid = 7 and objid = 42")
    ).rows.map(({ pid }) => pid);
  const [pid] = await holders();
  expect([pid, notices.lost_ms()]).toEqual([expect.any(Number), 0]);
  await pool.query('select pg_terminate_backend($1)', [pid]);
  await expect.poll(async () => (await holders()).filter((other) => other !== pid)).toHaveLength(1);
  expect(notices.lost_ms()).toBeGreaterThan(0);
});
