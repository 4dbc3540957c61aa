import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningDatabase } from '../../packages/launcher/src/engine/postgres/runningDatabase.ts';
import { machineWith } from '../../packages/runner/test/passwordMachine.ts';
import { machineRun } from '../../packages/server/src/jobs/runOnMachine.ts';
import { databaseOf, openPool } from '../../packages/server/src/platform/database.ts';
import { createEvents } from '../../packages/server/src/platform/events.ts';
import { createJobs, type Jobs } from '../../packages/server/src/platform/jobs/createJobs.ts';
import { findRun } from '../../packages/server/src/platform/jobs/runs.ts';
import { createNotices, type Notices } from '../../packages/server/src/platform/notices.ts';
import { eventually } from '../clients/api.ts';
import { type Estate, openEstate } from '../fixtures/estate.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

/** Longer than a restarted runner needs to connect and to be handed a run. */
const settledMs = 6_000;

let estate: Estate;
let folder: string;
/** Runs every command immediately. */
let quick: Sshd;
/** Records every command and never finishes it. */
let hanging: Sshd;
let pool: pg.Pool;
let notices: Notices;
let jobs: Jobs;
const assets: Record<string, { id: string }> = {};

const addMachine = async (name: string, machine: Sshd) => {
  const asset = await estate.host(name, machine.port);
  await estate.account(asset, machine);
  assets[name] = asset;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-runs-'));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'commands'), '');
  await chmod(join(folder, 'commands'), 0o666);
  const note = `ForceCommand echo "$SSH_ORIGINAL_COMMAND" >> ${join(folder, 'commands')}; exec sleep 600`;
  [estate, quick, hanging] = await Promise.all([openEstate(), startSshd(), startSshd([note])]);
  await addMachine('quick', quick);
  await addMachine('hanging', hanging);
  await estate.grant('ops', Object.values(assets));
  // Enqueues runs from outside: nothing in the product does so yet.
  const url = await runningDatabase(estate.gatehouse.home, 'gatehouse', 'gatehouse');
  pool = openPool(url, 2);
  notices = createNotices(url);
  jobs = createJobs({ pool, notices, events: createEvents(notices), zone: 'UTC' });
  await jobs.start([], () => undefined);
});
afterAll(async () => {
  await jobs?.close(1_000);
  await notices?.close();
  await pool?.end();
  await Promise.all([quick?.stop(), hanging?.stop()]);
  await estate?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Has a runner execute the command `id` on a machine, as the operator; returns the id of the run. */
const begin = async (name: string): Promise<string> => {
  const token = await estate.operator.call<{ id: string }>(
    'POST',
    '/api/v1/authentication/connection-token/',
    { protocol: 'ssh', connect_method: 'web_cli', asset: assets[name]?.id, account: 'deploy' },
  );
  expect(token.status, token.text).toBe(201);
  return (await jobs.enqueue(machineRun, { token: token.body.id }, { db: databaseOf(pool) })) ?? '';
};
const runOf = async (id: string) => findRun(id, databaseOf(pool));
const ended = (id: string) =>
  eventually('the end of the run', async () => {
    const run = await runOf(id);
    return run && !['queued', 'running'].includes(run.state) && run;
  });
const serverIsBack = () =>
  eventually('the server to be back', async () =>
    estate.admin.call('GET', '/api/health/').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
/** The commands that reached the hanging machine. */
const commands = async () => (await readFile(join(folder, 'commands'), 'utf8')).split('\n').filter(Boolean);

test('a runner runs id over OpenSSH, and what it printed is the log of the run', async () => {
  const id = await begin('quick');
  const run = await ended(id);
  expect(run).toMatchObject({ state: 'done', attempt: 1, log: expect.stringMatching(/uid=\d+\(/) });
  expect(await estate.session(id)).toMatchObject({ is_finished: true, is_success: true });
  expect((await estate.commands(id)).map(({ input }) => input)).toEqual(['id']);
});

test('an asset is tested and tells its hardware, by a runner that takes it from the queue (B-3-003)', async () => {
  const path = `/api/v1/assets/hosts/${assets.quick?.id}/`;
  const asset = async () =>
    (
      await estate.admin.call<{ connectivity: { value: string }; gathered_info: Record<string, string> }>(
        'GET',
        path,
      )
    ).body;
  for (const action of ['test', 'refresh']) {
    const { status, text } = await estate.admin.call(
      'POST',
      `/api/v1/assets/assets/${assets.quick?.id}/tasks/`,
      { action },
    );
    expect([200, 201], text).toContain(status);
  }
  await eventually('its connectivity', async () => (await asset()).connectivity.value === 'ok');
  await eventually('its hardware', async () => (await asset()).gathered_info.cpu_vcpus !== undefined);
  expect((await asset()).gathered_info).toMatchObject({
    memory: expect.any(String),
    arch: expect.any(String),
  });
});

test('a plan changes a password although the server is killed midway; the new secret then works', async () => {
  const hold = Promise.withResolvers<void>();
  const { machine, passwords, commands } = await machineWith('none', { until: hold.promise });
  const asset = await estate.host('changing', machine.port);
  const account = (username: string, secret: string, privileged: boolean) =>
    estate.create('/api/v1/accounts/accounts/', {
      ...{ name: username, username, secret, privileged, asset: asset.id, secret_type: 'password' },
    });
  await account('deploy', 'root-1', true);
  const app = await account('app', 'old-1', false);
  const plan = await estate.create('/api/v1/accounts/change-secret-automations/', {
    ...{ name: 'change', accounts: ['app'], assets: [asset.id], secret_type: 'password' },
    ...{ secret_strategy: 'random', password_rules: { length: 24 } },
  });
  const start = async (path: string, body: object) => {
    const { status, text, body: answer } = await estate.admin.call<{ task: string }>('POST', path, body);
    expect(status, text).toBe(201);
    return answer.task;
  };
  const id = await start('/api/v1/accounts/change-secret-executions/', { automation: plan.id });
  await eventually('the machine to be asked', async () => commands.length > 0);
  await estate.gatehouse.kill('server');
  await serverIsBack();
  hold.resolve();
  expect(await ended(id)).toMatchObject({ state: 'done', attempt: 2 });
  expect(commands).toHaveLength(1);
  expect(passwords.get('app')).toMatch(/^.{24}$/);
  const records = `/api/v1/accounts/change-secret-records/?execution_id=${id}`;
  const { body: changed } = await estate.admin.call('GET', records);
  expect(changed).toMatchObject([{ account: { id: app.id }, status: { value: 'success' } }]);
  const verify = { action: 'verify', accounts: [app.id] };
  const verified = await ended(await start('/api/v1/accounts/accounts/tasks/', verify));
  expect(verified).toMatchObject({ state: 'done' });
});

test('kill -9 of the runner midway: the run is marked, and not repeated', async () => {
  const before = await commands();
  const id = await begin('hanging');
  await eventually('the command to run', async () => (await commands()).length > before.length);
  await estate.gatehouse.kill('runner');
  expect(await ended(id)).toMatchObject({ state: 'failed', attempt: 1 });
  expect(await estate.session(id)).toMatchObject({ is_finished: true, is_success: false });
  // The runner is back, works, and leaves the run alone.
  expect(await ended(await begin('quick'))).toMatchObject({ state: 'done' });
  await sleep(settledMs);
  expect(await commands()).toEqual([...before, 'id']);
  expect(await runOf(id)).toMatchObject({ state: 'failed', attempt: 1 });
});

test('kill -9 of the server midway: the run continues and is not repeated', async () => {
  const before = await commands();
  const id = await begin('hanging');
  await eventually('the command to run', async () => (await commands()).length > before.length);
  await estate.gatehouse.kill('server');
  await serverIsBack();
  await sleep(settledMs);
  expect((await estate.session(id)).is_finished).toBe(false);
  expect(await commands()).toEqual([...before, 'id']);
  await hanging.killSessions();
  await eventually('the end of its session', async () => (await estate.session(id)).is_finished);
  expect(await commands()).toEqual([...before, 'id']);
});
