import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningDatabase } from '../../packages/launcher/src/engine/postgres/runningDatabase.ts';
import { machineWith } from '../../packages/runner/test/passwordMachine.ts';
import { databaseOf, openPool } from '../../packages/server/src/platform/database.ts';
import { findRun } from '../../packages/server/src/platform/jobs/runs.ts';
import { eventually } from '../clients/api.ts';
import { barriersOf } from '../fixtures/axe.ts';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Estate, openEstate, password } from '../fixtures/estate.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import { sendToFive } from './runs/bulkTransfer.ts';
import { runFromEditor } from './runs/playbookJourney.ts';

/** Longer than a restarted runner needs to connect and to ask for work. */
const settledMs = 6_000;

let estate: Estate;
let folder: string;
let machine: Sshd;
let asset: { id: string };
let pool: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-runs-'));
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'begun'), '');
  await chmod(join(folder, 'begun'), 0o666);
  [estate, machine] = await Promise.all([openEstate(), startSshd()]);
  asset = await estate.host('quick', machine.port);
  await estate.account(asset, machine);
  await estate.grant('ops', [asset]);
  pool = openPool(await runningDatabase(estate.gatehouse.home, 'gatehouse', 'gatehouse'), 2);
});
afterAll(async () => {
  await pool?.end();
  await machine?.stop();
  await estate?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command on the machine as a quick job of the operator; returns the id of the run. */
const begin = async (args: string): Promise<string> => {
  const { status, text, body } = await estate.operator.call<{ task_id: string }>(
    'POST',
    '/api/v1/ops/jobs/',
    {
      ...{ args, assets: [asset.id], module: 'shell', instant: true, is_periodic: false, timeout: 300 },
      ...{ runas: machine.username, runas_policy: 'skip' },
    },
  );
  expect(status, text).toBe(201);
  return body.task_id;
};
/** A command that records its start and ends as soon as the file `end` exists. */
const waiting = () =>
  `echo begun >> ${join(folder, 'begun')}; until [ -e ${join(folder, 'end')} ]; do sleep 0.1; done; echo ended`;
const timesBegun = async () => (await readFile(join(folder, 'begun'), 'utf8')).split('\n').length - 1;
/** The machines of a run of the operator, as its page shows them. */
const hostsOf = async (id: string) =>
  (await estate.operator.call<{ hosts: object[] }>('GET', `/api/v1/ops/job-executions/${id}/hosts/`)).body
    .hosts;
const runOf = async (id: string) => findRun(id, databaseOf(pool));
const ended = (id: string, seconds?: number) =>
  eventually(
    'the end of the run',
    async () => {
      const run = await runOf(id);
      return run && !['queued', 'running'].includes(run.state) && run;
    },
    seconds,
  );
const serverIsBack = () =>
  eventually('the server to be back', async () =>
    estate.admin.call('GET', '/api/health/').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );

test('a runner runs a command over OpenSSH; what it printed is in the log of the run, and the audit knows it', async () => {
  const id = await begin('id');
  expect(await ended(id)).toMatchObject({
    state: 'done',
    attempt: 1,
    log: expect.stringMatching(/uid=\d+\(/),
  });
  expect(await hostsOf(id)).toMatchObject([{ name: 'quick', state: 'ok', exit_code: 0 }]);
  const { body: entries } = await estate.admin.call<{ id: string }[]>('GET', '/api/v1/audits/job-logs/');
  expect(entries.find((entry) => entry.id === id)).toMatchObject({
    material: 'shell:id',
    is_finished: true,
    is_success: true,
  });
});

test('a playbook of a user runs on an asset, confined as the list of components says, and tells what it did', async () => {
  const { body: components } = await estate.admin.call<{ type: string; playbooks: { value: string } }[]>(
    'GET',
    '/api/v1/terminal/terminals/',
  );
  expect(components.find(({ type }) => type === 'celery')?.playbooks.value).toBe('confined');
  const { body: book } = await estate.operator.call<{ id: string }>('POST', '/api/v1/ops/playbooks/', {
    name: 'greeting',
  });
  await estate.operator.call('PATCH', `/api/v1/ops/playbook/${book.id}/file/`, {
    key: 'main.yml',
    content: '- hosts: all\n  gather_facts: false\n  tasks:\n    - command: echo to {{ jms_asset.name }}\n',
  });
  const { status, text, body } = await estate.operator.call<{ task_id: string }>(
    'POST',
    '/api/v1/ops/jobs/',
    {
      ...{ name: 'greet', type: 'playbook', playbook: book.id, assets: [asset.id], is_periodic: false },
      ...{ runas: machine.username, run_after_save: true },
    },
  );
  expect(status, text).toBe(201);
  expect(await ended(body.task_id)).toMatchObject({
    state: 'done',
    log: expect.stringMatching(/\nto quick\n/),
  });
});

test('A-2.4-007 B-4-010 a user runs a quick job in the browser, sees equal outputs as one group, and stops another; a playbook goes from the editor to its run', async () => {
  await estate.operator.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  const browser = await openBrowser();
  try {
    const page = await (await openContext(browser, estate.gatehouse.url)).newPage();
    await page.goto('/core/auth/login/?next=/ui/workbench/ops/quick-job');
    await page.locator('input[name=username]').fill('ann');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').first().click();
    await page.waitForURL('**/ui/**');
    await page.goto('/ui/workbench/ops/quick-job');
    const run = async (command: string) => {
      await page.getByRole('textbox', { name: 'Command' }).fill(command);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
    };
    await page.getByRole('treeitem', { name: 'quick' }).click();
    await page.getByLabel('Run as').fill(machine.username);
    await run('echo from the page');
    await page.getByRole('button', { name: '1 succeeded' }).waitFor();
    await page.getByText('Same output').click();
    await page.getByText('1 the same').waitFor();
    await page.getByRole('log').getByText('from the page').waitFor();
    await run('echo waits; sleep 600');
    await page.getByRole('option', { name: /quick/ }).click();
    await page.getByRole('log').getByText('waits').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('option', { name: /Stopped/ }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.goto(`/ui/workbench/ops/executions/${new URL(page.url()).searchParams.get('taskId')}`);
    await page.getByRole('button', { name: 'Run again on 1 failed' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await runFromEditor(page, { asset: 'quick', runas: machine.username });
    expect(await barriersOf(page)).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('A-2.4-004 a file goes to five hosts and arrives as it is, although a connection breaks midway', () =>
  sendToFive({ estate, machine, ended }, folder));

test('an asset is tested and tells its hardware, by a runner that takes it from the queue (B-3-003)', async () => {
  const path = `/api/v1/assets/hosts/${asset.id}/`;
  const tested = async () =>
    (
      await estate.admin.call<{ connectivity: { value: string }; gathered_info: Record<string, string> }>(
        'GET',
        path,
      )
    ).body;
  for (const action of ['test', 'refresh']) {
    const { status, text } = await estate.admin.call('POST', `/api/v1/assets/assets/${asset.id}/tasks/`, {
      action,
    });
    expect([200, 201], text).toContain(status);
  }
  await eventually('its connectivity', async () => (await tested()).connectivity.value === 'ok');
  await eventually('its hardware', async () => (await tested()).gathered_info.cpu_vcpus !== undefined);
  expect((await tested()).gathered_info).toMatchObject({
    memory: expect.any(String),
    arch: expect.any(String),
  });
});

test('a plan changes a password although the server is killed midway; its report arrives, and the new secret opens a terminal', async () => {
  const hold = Promise.withResolvers<void>();
  const { machine: changing, passwords, commands } = await machineWith('none', { until: hold.promise });
  const { id: host } = await estate.host('changing', changing.port);
  const account = (username: string, secret: string, privileged: boolean) =>
    estate.create('/api/v1/accounts/accounts/', {
      ...{ name: username, username, secret, privileged, asset: host, secret_type: 'password' },
    });
  await account('deploy', 'root-1', true);
  const app = await account('app', 'old-1', false);
  const plan = await estate.create('/api/v1/accounts/change-secret-automations/', {
    ...{ name: 'change', accounts: ['app'], assets: [host], secret_type: 'password' },
    ...{ secret_strategy: 'random', password_rules: { length: 24 } },
    recipients: [(await estate.admin.call<{ id: string }>('GET', '/api/v1/users/profile/')).body.id],
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
  expect(changed).toMatchObject([{ account: { id: app.id }, status: 'success' }]);
  const verify = { action: 'verify', accounts: [app.id] };
  const verified = await ended(await start('/api/v1/accounts/accounts/tasks/', verify));
  expect(verified).toMatchObject({ state: 'done' });
  const reports = () =>
    estate.query<{ text: string }>(
      "select text::text from notifications_sitemessage where text->>'key' = 'secret_changes_done' and text->'params'->>'run' = $1",
      [id],
    );
  await eventually('the report', async () => (await reports()).length === 1);
  expect((await reports())[0]?.text).not.toContain(passwords.get('app'));
  await estate.grant('changed', [{ id: host }]);
  const terminal = await estate.connect({ asset: host, account: 'app' });
  await terminal.see('ready> ');
  terminal.close();
});

test('kill -9 of the runner midway: the run is marked, and not repeated', async () => {
  const before = await timesBegun();
  const id = await begin(waiting());
  await eventually('the command to run', async () => (await timesBegun()) > before);
  await estate.gatehouse.kill('runner');
  expect(await ended(id)).toMatchObject({ state: 'failed', attempt: 1 });
  expect(await hostsOf(id)).toMatchObject([{ state: 'lost', exit_code: null }]);
  // The runner is back, works, and leaves the run alone.
  expect(await ended(await begin('id'))).toMatchObject({ state: 'done' });
  await sleep(settledMs);
  expect(await timesBegun()).toBe(before + 1);
  expect(await runOf(id)).toMatchObject({ state: 'failed', attempt: 1 });
});

test('kill -9 of the server midway: the run continues, is not repeated, and its outcome arrives', async () => {
  const before = await timesBegun();
  const id = await begin(waiting());
  await eventually('the command to run', async () => (await timesBegun()) > before);
  await estate.gatehouse.kill('server');
  await serverIsBack();
  await sleep(settledMs);
  expect(['queued', 'running']).toContain((await runOf(id))?.state);
  expect(await hostsOf(id)).toMatchObject([{ state: 'running' }]);
  await writeFile(join(folder, 'end'), '');
  expect(await ended(id)).toMatchObject({ state: 'done', attempt: 2, log: expect.stringContaining('ended') });
  expect(await hostsOf(id)).toMatchObject([{ state: 'ok', exit_code: 0 }]);
  expect(await timesBegun()).toBe(before + 1);
});
