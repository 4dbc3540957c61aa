import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { JobSummary } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { passwordLogin, startSshServer } from '../../../../../gateway/test/sshServer.ts';
import { createDrivers } from '../../../../../runner/src/flows/drivers/drivers.ts';
import { startDevice } from '../../../../../runner/test/device/device.ts';
import type { Reply } from '../../../../test/api.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/database.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { startJobCenter } from '../../../../test/machines/jobCenter.ts';
import { jobRun } from '../runJob.ts';

type Center = Awaited<ReturnType<typeof startJobCenter>>;
type State = { status: string; summary: JobSummary };

const drivers = createDrivers(2);
let center: Center;
let ann: Awaited<ReturnType<Center['user']>>;
let fresh: FreshDatabase;
let proxy: ReturnType<typeof createServer>;
let web: string;
let store: string;
beforeAll(async () => {
  center = await startJobCenter({ drivers });
  ann = await center.user('ann');
  web = (await center.machine('web {{ 7 }} "')).id;
  fresh = await freshDatabase();
  const { host, port, user, password, database } = new pg.Client(fresh.url);
  // The databases of the tests listen on a socket file only.
  proxy = createServer((client) => {
    const behind = connect(`${host}/.s.PGSQL.${port}`);
    client.pipe(behind).pipe(client);
    for (const socket of [client, behind]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const account = { name: user, username: user, secret_type: 'password', secret: String(password) };
  store = (
    await center.made(
      center.admin.post('/api/v1/assets/databases/', {
        ...{ name: 'store', address: '127.0.0.1', db_name: database, accounts: [account] },
        platform: center.platform('PostgreSQL'),
        protocols: [{ name: 'postgresql', port: (proxy.address() as AddressInfo).port }],
      }),
    )
  ).id;
  await center.grant(ann.id, [web, store]);
});
afterAll(async () => {
  drivers.close();
  proxy.close();
  await center.stop();
  await fresh.drop();
});

const quick = (module: string, args: string, assets: readonly string[], more: Json = {}) =>
  ann.post('/api/v1/ops/jobs/', {
    ...{ args, assets, module, instant: true, is_periodic: false, timeout: 60 },
    ...{ runas: `${center.sshd.username},${new pg.Client(fresh.url).user}`, ...more },
  });
const ran = async (reply: Promise<Reply>) => {
  const answer = await reply;
  expect(answer.status, answer.text).toBe(201);
  const { task_id: id } = bodyOf<{ task_id: string }>(answer);
  const state = async () => bodyOf<State>(await ann.get(`/api/v1/ops/job-execution/task-detail/${id}/`));
  await expect.poll(async () => (await state()).status, { timeout: 30_000 }).not.toBe('running');
  return { id, ...(await state()), output: (await ann.get(`/api/v1/ops/job-executions/${id}/output/`)).text };
};

test('B-3-019 a program of Python runs with the values of its variables as text, whatever an asset is called', async () => {
  const done = await ran(
    quick('python', "import os\nprint(\"{{ jms_asset.name }}\", {{ jms_asset.port }} + 1, 'it\\'s')", [web], {
      chdir: '/usr/lib/../bin',
    }),
  );
  expect(done).toMatchObject({ status: 'success' });
  expect(done.output).toContain(`web {{ 7 }} " ${center.sshd.port + 1} it's\n`);
  const failed = await ran(quick('python', 'raise SystemExit(4)', [web]));
  expect(failed.output).toContain('rc=4');
});

test('B-3-019 a raw command is handed over as it is', async () => {
  const { status, output } = await ran(quick('raw', "echo 'a  b' {{ other }}", [web]));
  expect([status, output.includes('a  b {{ other }}\n')]).toEqual(['success', true]);
});

test('B-3-019 commands are entered in the command line of a device, line by line', async () => {
  const { port, told } = await startDevice();
  const { id } = await center.machine('switch 1', {
    protocols: [{ name: 'ssh', port }],
    accounts: [{ name: 'deploy', username: 'deploy', secret_type: 'password', secret: 'Sesame-1' }],
  });
  await center.grant(ann.id, [id]);
  const done = await ran(quick('huawei', 'enable\nwrite memory', [id], { runas: 'deploy' }));
  expect(done).toMatchObject({ status: 'success' });
  expect(done.output).toContain('Switch>enable\nSwitch#write memory\n');
  expect(told).toEqual(['enable', 'write memory']);
  const refused = await ran(quick('huawei', 'bogus', [id], { runas: 'deploy' }));
  expect(refused).toMatchObject({
    status: 'failed',
    output: expect.stringContaining('refused bogus: % Invalid'),
  });
});

test('B-3-019 PowerShell gets its folder and the values of its variables beside the text; blocked words are refused in values too', async () => {
  const heard: string[][] = [];
  const windows = await startSshServer({
    login: passwordLogin('Sesame-1'),
    exec: (channel) => {
      let input = '';
      channel.on('data', (data: Buffer) => {
        input += data.toString();
      });
      channel.on('end', () => {
        heard.push(input.split('\n').map((word) => Buffer.from(word, 'base64').toString()));
        channel.exit(0);
        channel.end();
      });
    },
  });
  onTestFinished(windows.stop);
  const { id } = await center.machine("it's $(x)", {
    protocols: [{ name: 'ssh', port: windows.port }],
    accounts: [{ name: 'boss', username: 'boss', secret_type: 'password', secret: 'Sesame-1' }],
  });
  await center.grant(ann.id, [id]);
  const of = (value: string) => ({
    ...{ runas: 'boss', chdir: 'C:\\My files', use_parameter_define: true },
    parameters_define: { what: { label: 'What', default: value } },
  });
  const text = 'echo "{{ jms_asset.name }}: {{ what }}"';
  expect(await ran(quick('win_shell', text, [id], of('a;b')))).toMatchObject({ status: 'success' });
  expect(heard).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: they are variables of PowerShell.
    ['echo "${gatehouse_1}: ${gatehouse_2}"', 'C:\\My files', "it's $(x)", 'a;b', ''],
  ]);
  const blocked = await ran(quick('win_shell', text, [id], of('Reboot')));
  expect(blocked).toMatchObject({ status: 'failed', summary: { error: expect.stringContaining('reboot') } });
});

test('B-3-019 statements run on databases and print tables; assets of other kinds are left out with the reason', async () => {
  const done = await ran(quick('postgresql', 'select 1 as n; select 2 as m', [web, store]));
  expect(done).toMatchObject({
    status: 'success',
    summary: {
      ok: ['store'],
      excludes: {
        [Object.keys(done.summary.excludes ?? {})[0] ?? '']: 'The asset has no protocol postgresql.',
      },
    },
  });
  expect(done.output).toContain('n\n-\n1\n(1 row)\nm\n-\n2\n(1 row)\n');
  const wrong = await ran(quick('postgresql', 'select * from nowhere', [store]));
  expect(wrong).toMatchObject({
    status: 'failed',
    output: expect.stringContaining('ERROR:  relation "nowhere"'),
  });
});

test('what a user runs on a database opens it to no schedule: that takes work of a user who may read secrets', async () => {
  expect(await ran(quick('postgresql', 'select 1', [store]))).toMatchObject({ status: 'success' });
  const job = await center.made(
    ann.post('/api/v1/ops/jobs/', {
      ...{ name: 'nightly', module: 'postgresql', args: 'select 1', assets: [store], timeout: 60 },
      ...{ runas: new pg.Client(fresh.url).user, is_periodic: false },
    }),
  );
  const { jobs, db } = center.services;
  const id = String(await jobs.enqueue(jobRun, { org: String(job.org_id), job: job.id }, { db }));
  const state = async () => bodyOf<State>(await ann.get(`/api/v1/ops/job-execution/task-detail/${id}/`));
  await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe('failed');
  expect(JSON.stringify((await state()).summary)).toContain('does not prove which machine answers');
});

test('a command filter refuses statements before anything runs', async () => {
  const group = await center.made(
    center.admin.post('/api/v1/acls/command-groups/', {
      name: 'drops',
      type: 'command',
      content: 'drop table',
    }),
  );
  const { id } = await center.made(
    center.admin.post('/api/v1/acls/command-filter-acls/', {
      ...{ name: 'no drops', action: 'reject', command_groups: [group.id], priority: 50, accounts: ['@ALL'] },
      ...{ users: { type: 'all' }, assets: { type: 'ids', ids: [store, web] } },
    }),
  );
  const refused = await ran(quick('postgresql', 'select 1; DROP /* x */ TABLE t', [store]));
  expect(refused).toMatchObject({
    status: 'failed',
    summary: { error: expect.stringContaining('no drops') },
  });
  // What a program does cannot be told.
  expect(await ran(quick('python', 'print(1)', [web]))).toMatchObject({ status: 'failed' });
  await center.admin.delete(`/api/v1/acls/command-filter-acls/${id}/`);
});

test('B-4-010 what a machine printed is played as it came, by the user of the run; a run from before that has no times says so', async () => {
  const { id } = await ran(quick('shell', 'echo one; sleep 0.4; echo two', [web]));
  const run = `/api/v1/ops/job-executions/${id}/hosts/`;
  const { hosts } = bodyOf<{ hosts: { id: string }[] }>(await ann.get(run));
  const address = `${run}${hosts[0]?.id}/`;
  expect(bodyOf(await ann.get(`${address}output/`))).toMatchObject({ is_ended: true, is_timed: true });
  const file = await ann.get(`${address}replay/`);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="job-[\w-]+\.cast"$/);
  const [header, ...events] = file.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ version: 2, title: 'web {{ 7 }} "', timestamp: expect.any(Number) });
  expect(Math.abs(header.timestamp - Date.now() / 1_000)).toBeLessThan(60);
  const said = events.filter(([, kind]) => kind === 'o');
  expect(said.map(([, , text]) => text)).toEqual(['one\r\n', 'two\r\n']);
  const [one = 0, two = 0] = said.map(([at]) => at);
  expect(two - one).toBeGreaterThan(0.3);
  const bob = await center.user('watcher');
  expect((await bob.get(`${address}replay/`)).status).toBe(404);
  await center.pool.query('update ops_machinetarget set output_times = null where work = $1', [id]);
  expect(bodyOf(await ann.get(`${address}output/`))).toMatchObject({ text: 'one\ntwo\n', is_timed: false });
  expect((await ann.get(`${address}replay/`)).status).toBe(404);
});

test('what a module cannot carry out is refused at once, by the field that asks for it', async () => {
  for (const [field, reply] of [
    ['module', quick('postgresql', 'select 1', [web])],
    ['module', quick('sqlserver', 'select 1', [web])],
    ['module', quick('huawei', 'dir', [store])],
    ['args', quick('huawei', 'system-view\nReboot', [web])],
    ['chdir', quick('huawei', 'dir', [web], { chdir: '/tmp' })],
    ['args', quick('win_shell', 'Reboot', [web])],
    ['chdir', quick('postgresql', 'select 1', [store], { chdir: '/tmp' })],
    ['chdir', quick('raw', 'pwd', [web], { chdir: '/tmp' })],
    ['args', quick('raw', 'echo {{ jms_asset.name }}', [web])],
    ['args', quick('python', 'import os; os.system("reboot")', [web])],
  ] as const)
    expect(await reply).toMatchObject({ status: 400, json: { [field]: [expect.any(String)] } });
});
