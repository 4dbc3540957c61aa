import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import { startRelay } from '../../../test/proofs/secrets/relay.ts';
import { databaseOf, openPool } from '../database.ts';
import { createEvents } from '../events.ts';
import { createNotices } from '../notices.ts';
import { createJobs } from './createJobs.ts';
import { defineJob, handleJob, type Job, type JobDefinition } from './defineJob.ts';
import { findRun, recordEnd, recordStarted } from './runs.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
const closing: (() => Promise<void>)[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 4);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const define = (name: string, more: Partial<JobDefinition> = {}) =>
  defineJob({
    name,
    payload: z.object({ asset: z.string().default('') }),
    concurrency: 1,
    timeoutSeconds: 60,
    isStoppable: true,
    retries: 0,
    ...more,
  } as JobDefinition<z.ZodObject<{ asset: z.ZodDefault<z.ZodString> }>>);

const server = async (all: Job[], own = pool) => {
  const notices = createNotices(database.url);
  const events = createEvents(notices);
  const failed = vi.fn();
  const jobs = createJobs({
    pool: own,
    notices,
    events,
    zone: 'UTC',
    pace: { poll: 1, cron: 1, supervise: 1 },
  });
  await jobs.start(all, failed);
  closing.push(async () => {
    await jobs.close(1_000);
    await events.close();
  });
  return { jobs, failed };
};
const db = () => databaseOf(pool);
const stateOf = async (id = '') => (await findRun(id, db()))?.state;
const queueStateOf = async (id = '') =>
  (await pool.query('select state from pgboss.job where id = $1', [id])).rows[0]?.state;

test('a run finishes with its payload, progress and log, once its transaction has committed', async () => {
  const seen: string[] = [];
  const definition = define('greet');
  const job = handleJob(definition, async ({ asset }, run) => {
    seen.push(asset);
    run.progress(40);
    run.log(`looked at ${asset}`);
  });
  const { jobs } = await server([job]);
  await expect(
    db().transaction(async (tx) => {
      await jobs.enqueue(definition, { asset: 'never' }, { db: tx });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const id = await db().transaction((tx) =>
    jobs.enqueue(definition, { asset: "web'1 $1" }, { db: tx, by: 'Ann' }),
  );
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(seen).toEqual(["web'1 $1"]);
  expect(await findRun(id ?? '', db())).toMatchObject({
    attempt: 1,
    progress: 100,
    created_by: 'Ann',
    log: expect.stringMatching(/^\d{4}-\S+ looked at web'1 \$1\n$/),
  });
});

test('a run is queued together with the record of who started it, or not at all', async () => {
  const seen: string[] = [];
  const definition = define('recorded');
  const { jobs } = await server([handleJob(definition, async ({ asset }) => void seen.push(asset))]);
  const withoutRecord = jobs.enqueue(definition, { asset: 'one' }, { db: db(), creator: 'no id of a user' });
  await expect(withoutRecord).rejects.toThrow();
  const id = await jobs.enqueue(definition, { asset: 'two' }, { db: db() });
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(seen).toEqual(['two']);
});

test('a failing run is retried as often as its definition says, then marked with the reason', async () => {
  let tries = 0;
  const definition = define('flaky', { retries: 1, retryDelaySeconds: 1 });
  const settled: unknown[] = [];
  const job = handleJob(
    definition,
    async () => {
      tries += 1;
      throw new Error(`no luck ${tries}`);
    },
    async (_payload, run) => void settled.push(run),
  );
  const { jobs, failed } = await server([job]);
  const id = await jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(tries).toBe(2);
  expect(await findRun(id ?? '', db())).toMatchObject({ attempt: 2, error: 'no luck 2' });
  expect(failed).toHaveBeenCalledTimes(2);
  // Once no attempt follows, the job may make the best of it.
  await expect.poll(() => settled).toMatchObject([{ id, attempt: 2 }]);
});

/** Two seconds are the budget; this is what a busy machine may take. */
const stoppedMs = 10_000;

test('a run stops within two seconds, even on request of another server, and a waiting one never starts', async () => {
  let stoppedAt = 0;
  const definition = define('endless');
  const job = handleJob(definition, async (_payload, run) => {
    await new Promise((_resolve, reject) =>
      run.signal.addEventListener('abort', () => reject(run.signal.reason)),
    );
  });
  const settled: unknown[] = [];
  const note = async (_payload: unknown, run: unknown) => void settled.push(run);
  const first = await server([
    handleJob(
      definition,
      (payload, run) => {
        run.signal.addEventListener('abort', () => {
          stoppedAt = Date.now();
        });
        return job.handle(payload, run);
      },
      note,
    ),
  ]);
  const id = await first.jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => stateOf(id)).toBe('running');
  const second = await server([
    handleJob(define('other'), async () => undefined),
    handleJob(definition, job.handle, note),
  ]);
  const waiting = await second.jobs.enqueue(definition, {}, { db: db() });
  await sleep(1_500);
  expect(await stateOf(waiting)).toBe('queued');
  expect(await second.jobs.stop(waiting ?? '', db())).toBe(true);
  const startedAt = Date.now();
  expect(await second.jobs.stop(id ?? '', db())).toBe(true);
  await expect.poll(() => stoppedAt, { interval: 20 }).toBeGreaterThan(0);
  expect(stoppedAt - startedAt).toBeLessThan(stoppedMs);
  expect([await stateOf(id), await stateOf(waiting)]).toEqual(['stopped', 'stopped']);
  expect(await second.jobs.stop(id ?? '', db())).toBe(false);
  expect(first.failed).not.toHaveBeenCalled();
  // No handler ever saw the one that waited; the server of the other might have died at this moment.
  await expect.poll(() => settled, { timeout: 5_000 }).toMatchObject([{ id: waiting, isStopped: true }]);
  await pool.query("update pgboss.job set start_after = now() where name = 'ended' and start_after > now()");
  await expect.poll(() => settled, { timeout: 5_000 }).toMatchObject([{}, { id, isStopped: true }]);
});

test('a run stops although its server was not listening when the stop was announced', async () => {
  const definition = define('unheard');
  let stoppedAt = 0;
  const job = handleJob(definition, async (_payload, run) => {
    await new Promise((_resolve, reject) =>
      run.signal.addEventListener('abort', () => {
        stoppedAt = Date.now();
        reject(run.signal.reason);
      }),
    );
  });
  const { jobs, failed } = await server([job]);
  const id = (await jobs.enqueue(definition, {}, { db: db() })) ?? '';
  await expect.poll(() => stateOf(id)).toBe('running');
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
  );
  const startedAt = Date.now();
  expect(await jobs.stop(id, db())).toBe(true);
  await expect.poll(() => stoppedAt, { interval: 20 }).toBeGreaterThan(0);
  // By its heartbeat alone, the queue would notice the stop only after fifteen seconds.
  expect(stoppedAt - startedAt).toBeLessThan(stoppedMs);
  expect(failed).not.toHaveBeenCalled();
});

test('whatever a handler reports or throws is stored, and what cannot be is left out', async () => {
  const definition = define('noisy');
  const line = 'x'.repeat(1024 * 1024);
  const job = handleJob(definition, async (_payload, run) => {
    for (let count = 0; count < 1_000; count += 1) run.log(line);
    run.progress(Number.NaN);
    run.log(`the\0 end\ud800`);
    throw new Error('no\0 luck');
  });
  const { jobs, failed } = await server([job]);
  const id = await jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => stateOf(id)).toBe('failed');
  const run = await findRun(id ?? '', db());
  expect([run?.error, run?.log.length, run?.log.slice(-9)]).toEqual([
    'no luck',
    64 * 1024,
    'the end\ufffd\n',
  ]);
  await expect.poll(() => queueStateOf(id)).toBe('failed');
  expect(failed).toHaveBeenCalledOnce();
});

test('a handler that ignores its time limit is given up, and another server takes the next run', async () => {
  const definition = define('stuck', { timeoutSeconds: 1 });
  const first = await server([handleJob(definition, () => new Promise(() => undefined))]);
  const id = await first.jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect((await findRun(id ?? '', db()))?.error).toBe('run_overdue');
  expect(first.failed).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'stuck');
  await server([handleJob(definition, async () => undefined)]);
  const next = await first.jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => stateOf(next)).toBe('done');
});

test('late reports of an abandoned attempt do not change the next attempt', async () => {
  // The second attempt has to end within this time, too.
  const definition = define('slow', { timeoutSeconds: 5, retries: 1 });
  const second = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const job = handleJob(definition, async (_payload, run) => {
    if (run.attempt === 1) {
      await second.promise;
      run.progress(99);
      run.log('from the first attempt');
      setImmediate(() => late.resolve());
      return;
    }
    run.progress(20);
    second.resolve();
    await late.promise;
    await sleep(300);
  });
  const { jobs } = await server([job]);
  await server([job]);
  const id = await jobs.enqueue(definition, {}, { db: db() });
  await expect.poll(() => findRun(id ?? '', db())).toMatchObject({ attempt: 2, state: 'done' });
  expect((await findRun(id ?? '', db()))?.log).not.toContain('from the first attempt');
});

test('an attempt that begins after the next one does not run, and does not keep the run from ending', async () => {
  const run = { id: randomUUID(), name: 'slow', payload: {} };
  expect(await recordStarted({ ...run, attempt: 2 }, db())).toBe(true);
  expect(await recordStarted({ ...run, attempt: 1 }, db())).toBe(false);
  await recordEnd({ id: run.id, attempt: 2 }, 'done', '', db());
  expect(await findRun(run.id, db())).toMatchObject({ attempt: 2, state: 'done' });
});

test('a job that is not stoppable is not stopped', async () => {
  const definition = define('steady', { isStoppable: false });
  const { jobs } = await server([handleJob(definition, () => sleep(1_000))]);
  const id = await jobs.enqueue(definition, {}, { db: db() });
  expect(await jobs.stop(id ?? '', db())).toBe(false);
  await expect.poll(() => stateOf(id)).toBe('done');
});

const program = fileURLToPath(new URL('../../../test/servers/jobServer.ts', import.meta.url));
const spawnServer = (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE: database.url, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
  return { child, lines };
};

test('two servers run a scheduled job once', async () => {
  // The clocks of the servers are set so that a minute begins once even a slow start is over.
  const due = new Date(Math.ceil(Date.now() / 60_000 + 1) * 60_000);
  const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
  const AHEAD = String(due.getTime() - Date.now() - 25_000);
  const both = [spawnServer({ CRON: cron, AHEAD }), spawnServer({ CRON: cron, AHEAD })];
  const runs = () => both.flatMap(({ lines }) => lines.filter((line) => line.startsWith('run')));
  await expect.poll(runs, { timeout: 100_000 }).toHaveLength(1);
  await sleep(5_000);
  expect(runs()).toHaveLength(1);
});

test('a run whose server is killed is retried, or marked when its definition allows no retry', async () => {
  const retried = define('again', { retries: 1 });
  const marked = define('marked');
  const { child, lines } = spawnServer({ HANG: 'again,marked' });
  await expect.poll(() => lines).toContain('ready');
  const finished: string[] = [];
  const { jobs } = await server([]);
  const ids = [await jobs.enqueue(retried, {}, { db: db() }), await jobs.enqueue(marked, {}, { db: db() })];
  await expect.poll(async () => Promise.all(ids.map(stateOf))).toEqual(['running', 'running']);
  child.kill('SIGKILL');
  await server(
    [retried, marked].map((definition) =>
      handleJob(definition, async () => {
        finished.push(definition.name);
      }),
    ),
  );
  await expect
    .poll(async () => Promise.all(ids.map(stateOf)), { timeout: 60_000 })
    .toEqual(['done', 'interrupted']);
  expect(finished).toEqual(['again']);
});

test('a run during which the database goes ends as soon as it is back, whether it had done its work or not', async () => {
  const behind = new URL(database.url);
  const relay = await startRelay({ path: `${behind.searchParams.get('host')}/.s.PGSQL.5432` });
  behind.search = '';
  [behind.hostname, behind.port] = ['127.0.0.1', String(relay.port)];
  const own = openPool(behind.href, 4);
  closing.push(() => own.end());
  const until = Promise.withResolvers<void>();
  const [asking, working] = [define('ask'), define('work')];
  const { jobs, failed } = await server(
    [
      handleJob(asking, async () => {
        await until.promise;
        await own.query('select 1');
      }),
      handleJob(working, () => until.promise),
    ],
    own,
  );
  const ids = [await jobs.enqueue(asking, {}, { db: db() }), await jobs.enqueue(working, {}, { db: db() })];
  const states = () => Promise.all(ids.map((id) => stateOf(id)));
  await expect.poll(states, { timeout: 10_000 }).toEqual(['running', 'running']);
  relay.shut();
  until.resolve();
  await expect.poll(() => failed.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await sleep(1_000);
  expect(await states()).toEqual(['running', 'running']);
  relay.open();
  await expect.poll(states, { timeout: 5_000 }).toEqual(['failed', 'done']);
  const queued = () => Promise.all(ids.map((id) => queueStateOf(id)));
  await expect.poll(queued, { timeout: 5_000 }).toEqual(['failed', 'completed']);
  expect(failed.mock.calls.filter(([, what]) => what === 'ask')).toHaveLength(1);
});
