import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import { registerComponent, sessionFacts } from '../../test/component.ts';
import { createJobs } from '../platform/jobs/createJobs.ts';
import { findRun } from '../platform/jobs/runs.ts';
import { createNotices } from '../platform/notices.ts';
import { machineRun, runOnMachineJob } from './runOnMachine.ts';

type Task = { id: string; name: string; args: string; kwargs: { run?: string } | null };
const terminal = '/api/v1/terminal/';

let api: Awaited<ReturnType<typeof startApi>>;
let runner: Awaited<ReturnType<typeof registerComponent>>;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  runner = await registerComponent(api, '[Runner]-one');
  await api.pool.query("update terminal_terminal set type = 'celery'");
});
beforeEach(async () => {
  await api.pool.query('delete from terminal_task');
  await beat();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => api.stop());

const beat = async () =>
  (await runner.post(`${terminal}terminals/status/`, { sessions: [] })).json as unknown as Task[];
/** The jobs of one server, at the pace of a test. */
const server = async () => {
  const { unhurried: db, events } = api.services;
  const notices = createNotices(api.services.config.GATEHOUSE_DATABASE_URL);
  const pace = { poll: 1, cron: 1, supervise: 1 };
  const jobs = createJobs({ pool: api.pool, notices, events, zone: 'UTC', pace });
  await jobs.start(
    [runOnMachineJob({ db, pace: { everyMs: 50, acceptMs: 1_000, beginMs: 1_000 } })],
    () => undefined,
  );
  const close = async () => {
    await jobs.close(1_000);
    await notices.close();
  };
  closing.push(close);
  return { jobs, close };
};
const begin = async ({ jobs }: Awaited<ReturnType<typeof server>>, token = randomUUID()) =>
  (await jobs.enqueue(machineRun, { token }, { db: api.services.db })) ?? '';
const stateOf = async (id: string) => (await findRun(id, api.services.db))?.state;
const runTasks = async () =>
  (await api.pool.query("select id from terminal_task where name = 'run'")).rows.map(({ id }) => id);
/** The runner accepts the run and begins its session. */
const accept = async (id: string) => {
  await expect.poll(async () => (await beat()).some((task) => task.id === id)).toBe(true);
  const task = (await beat()).find((task) => task.id === id);
  expect(task).toMatchObject({ name: 'run', kwargs: { run: id } });
  await runner.patch(`${terminal}tasks/${id}/`, { is_finished: true });
  const made = await runner.post(`${terminal}sessions/`, sessionFacts(id, { type: 'command' }));
  expect(made.status, made.text).toBe(201);
  return task;
};
const finish = (id: string, patch: object) =>
  runner.patch(`${terminal}sessions/${id}/`, { is_finished: true, ...patch });
const report = (id: string, output: string) => {
  const row = { id: randomUUID(), user: 'u', asset: 'a', account: 'c', input: 'id', output, session: id };
  return runner.post(`${terminal}commands/`, [{ ...row, org_id: DEFAULT_ORG_ID, timestamp: 1_700_000_000 }]);
};

test('a run is a job: a runner carries it out, and its output is the log', async () => {
  const token = randomUUID();
  const id = await begin(await server(), token);
  expect(await accept(id)).toMatchObject({ args: token });
  await expect.poll(async () => (await findRun(id, api.services.db))?.progress).toBe(50);
  await finish(id, { is_success: true, has_command: true });
  expect((await report(id, 'uid=0(root)')).status).toBe(201);
  await expect.poll(() => stateOf(id)).toBe('done');
  const log = (await findRun(id, api.services.db))?.log.split('\n').map((line) => line.slice(25));
  expect(log).toEqual(['handed to a runner', 'begun', 'uid=0(root)', '']);
});

test('a run that was cut off with its runner is marked and not repeated', async () => {
  const id = await begin(await server());
  await accept(id);
  await finish(id, { is_success: false, has_command: false });
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect((await findRun(id, api.services.db))?.attempt).toBe(1);
  expect(await runTasks()).toEqual([id]);
});

test('a run continues when its server ends: the next server follows it and starts nothing again', async () => {
  const first = await server();
  const id = await begin(first);
  await accept(id);
  await first.close();
  expect(await stateOf(id)).toBe('queued');
  await server();
  await expect.poll(() => stateOf(id)).toBe('running');
  await finish(id, { is_success: true, has_command: true });
  await report(id, 'uid=0(root)');
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await runTasks()).toEqual([id]);
  const tasks = await api.pool.query("select 1 from terminal_task where name = 'kill_session'");
  expect(tasks.rowCount).toBe(0);
});

test('stopping a run stops it on its runner', async () => {
  const instance = await server();
  const id = await begin(instance);
  await accept(id);
  expect(await instance.jobs.stop(id, api.services.db)).toBe(true);
  expect(await stateOf(id)).toBe('stopped');
  await expect
    .poll(async () => (await beat()).filter(({ name }) => name === 'kill_session').map(({ args }) => args))
    .toEqual([id]);
});

test('a run no runner takes fails, and cannot begin later', async () => {
  const instance = await server();
  const ignored = await begin(instance);
  await expect.poll(() => stateOf(ignored)).toBe('failed');
  expect((await beat()).map(({ id }) => id)).not.toContain(ignored);
  await api.pool.query("update terminal_terminal set date_last_seen = now() - interval '2 minutes'");
  const lonely = await begin(instance);
  await expect.poll(() => stateOf(lonely)).toBe('failed');
  expect((await findRun(lonely, api.services.db))?.error).toBe('run_no_runner');
  expect(await runTasks()).not.toContain(lonely);
});
