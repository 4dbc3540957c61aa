import { gunzipSync } from 'node:zlib';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ApiClient, createClient, eventually } from '../clients/api.ts';
import { openTerminal } from '../clients/terminal.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { type Gatehouse, startGatehouse } from '../fixtures/gatehouse.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import { auditorAt } from '../people/auditor.ts';
import { operatorAt } from '../people/operator.ts';
import { windowOf } from './pages/watchedPage.ts';

let gatehouse: Gatehouse;
let machine: Sshd;
let admin: ApiClient;
let operator: ApiClient;
let asset: { id: string };

const password = 'Gate-house-4711';
const created = async (path: string, body: unknown) => {
  const answer = await admin.call<{ id: string }>('POST', path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const connect = async (account: string) => {
  const token = await operator.call<{ id: string; code?: string }>(
    'POST',
    '/api/v1/authentication/connection-token/',
    { asset: asset.id, account, protocol: 'ssh', connect_method: 'web_cli' },
  );
  expect(token.status, token.text).toBe(201);
  return openTerminal(gatehouse.url, token.body.id, operator.cookies());
};
type SessionRow = { id: string; is_finished: boolean; has_replay: boolean; user: string; account: string };
const sessions = async (finished: 0 | 1) =>
  (await admin.call<SessionRow[]>('GET', `/api/v1/terminal/sessions/?is_finished=${finished}`)).body;

beforeAll(async () => {
  [gatehouse, machine] = await Promise.all([startGatehouse(), startSshd()]);
  admin = createClient(gatehouse.url);
  operator = createClient(gatehouse.url);
});
afterAll(async () => {
  await machine?.stop();
  await gatehouse?.remove();
});

test('the first administrator signs in and must choose a new password', async () => {
  const landed = await admin.signIn('admin', await gatehouse.adminPassword());
  expect(landed).toContain('/core/auth/password/reset/');
  const token = new URL(landed, gatehouse.url).searchParams.get('token') ?? '';
  await admin.call('GET', landed);
  const after = await admin.submit('/core/auth/password/reset/', {
    token,
    next: '',
    new_password: password,
    confirm_password: password,
  });
  expect(after).toMatch(/^\//);
});

test('a real host becomes reachable for one user', async () => {
  expect(await admin.signIn('admin', password)).toMatch(/^\/(ui\/)?$/);
  asset = await created('/api/v1/assets/hosts/', {
    name: 'web-01',
    address: machine.host,
    platform: 1,
    protocols: [{ name: 'ssh', port: machine.port }],
  });
  await created('/api/v1/accounts/accounts/', {
    name: 'deploy',
    username: machine.username,
    asset: asset.id,
    secret_type: 'ssh_key',
    secret: machine.private_key,
  });
  const user = await created('/api/v1/users/users/', {
    name: 'Ann Lee',
    username: 'ann',
    email: 'ann@example.com',
    password_strategy: 'custom',
    password,
    need_update_password: false,
  });
  await created('/api/v1/perms/asset-permissions/', {
    name: 'ops',
    users: [user.id],
    assets: [asset.id],
    accounts: ['@ALL'],
  });
  expect(await operator.signIn('ann', password)).toMatch(/^\/(ui\/)?$/);
  const mine = await operator.call<{ id: string }[]>('GET', '/api/v1/perms/users/self/assets/');
  expect(mine.body.map((row) => row.id)).toEqual([asset.id]);
});

test('the user works on the host, survives a lost connection, and everything is recorded', async () => {
  const terminal = await connect('deploy');
  const opened = await terminal.frame('opened');
  terminal.type('echo one-$((40+2))\n');
  await terminal.see('one-42');
  terminal.drop();
  await terminal.resume();
  await terminal.frame('resumed');
  terminal.type('echo two-$((50+5))\n');
  await terminal.see('two-55');
  const live = await eventually('the session in the list', async () =>
    (await sessions(0)).find((row) => row.id === opened.session.session_id),
  );
  expect(live).toMatchObject({ user: 'Ann Lee(ann)' });
  terminal.type('exit\n');
  await terminal.frame('closed');
  const id = opened.session.session_id;
  const ended = await eventually('the recording', async () =>
    (await sessions(1)).find((row) => row.id === id && row.has_replay),
  );
  expect(ended.is_finished).toBe(true);
  const replay = await admin.call<{ type: string; src: string }>(
    'GET',
    `/api/v1/terminal/sessions/${id}/replay/`,
  );
  expect(replay.body.type).toBe('asciicast');
  const cast = gunzipSync(
    Buffer.from(
      await (
        await fetch(`${gatehouse.url}${replay.body.src}`, { headers: { cookie: admin.cookies() } })
      ).arrayBuffer(),
    ),
  ).toString('utf8');
  const shown = cast
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as [number, string, string])[2])
    .join('');
  expect(shown).toContain('one-42');
  expect(shown).toContain('two-55');
  const commands = await eventually('the commands', async () => {
    const rows = (
      await admin.call<{ input: string; output: string }[]>(
        'GET',
        `/api/v1/terminal/commands/?session_id=${id}&order=timestamp`,
      )
    ).body;
    return rows.length >= 2 && rows;
  });
  expect(commands.map((row) => row.input)).toEqual(
    expect.arrayContaining(['echo one-$((40+2))', 'echo two-$((50+5))']),
  );
});

test('an administrator ends a running session at once', async () => {
  const terminal = await connect('deploy');
  const opened = await terminal.frame('opened');
  terminal.type('while :; do date +%N; sleep 0.02; done\n');
  await eventually('a stream of output', async () => terminal.received() > 300);
  const ordered = Date.now();
  const answer = await admin.call<{ ok: string[] }>('POST', '/api/v1/terminal/tasks/kill-session/', [
    opened.session.session_id,
  ]);
  expect(answer.body.ok).toEqual([opened.session.session_id]);
  const closed = await terminal.frame('closed');
  expect(closed.reason).toBe('admin_terminate');
  expect(terminal.lastOutputAt() - ordered).toBeLessThan(1000);
});

test('a session ended from the console shows its end in the terminal at once', async () => {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  for (const client of [admin, operator])
    await client.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  const open = (client: ApiClient) => windowOf(browser, { gatehouse, org: DEFAULT_ORG_ID }, client);
  const [seen, used] = [await open(admin), await open(operator)];
  const [auditor, user] = [auditorAt(seen), operatorAt(used)];
  await used.goto('/luna/');
  await user.readAloud();
  await user.connect('web-01', 'deploy');
  await seen.goto('/ui/audit/sessions/sessions');
  await auditor.seeRows(1, 'Ann Lee', 'Active');
  const ended = user.endedAt();
  const ordered = await auditor.terminateNewest('Ann Lee', 'Active');
  expect((await ended) - ordered).toBeLessThan(2_000);
  expect(await user.pane().getByRole('alert').textContent()).toContain(
    'Administrator terminated this session',
  );
});

test('a permission is required, and a token opens one connection for one user', async () => {
  const stranger = await admin.call<{ code: string }>('POST', '/api/v1/authentication/connection-token/', {
    asset: asset.id,
    account: 'deploy',
    protocol: 'ssh',
    connect_method: 'web_cli',
  });
  expect([stranger.status, stranger.body.code]).toEqual([400, 'perm_account_invalid']);
  const token = await operator.call<{ id: string }>('POST', '/api/v1/authentication/connection-token/', {
    asset: asset.id,
    account: 'deploy',
    protocol: 'ssh',
    connect_method: 'web_cli',
  });
  // A stolen token opens nothing, even for the administrator, and stays valid for its own user.
  const thief = await openTerminal(gatehouse.url, token.body.id, admin.cookies());
  expect((await thief.frame('closed')).reason).toBe('token_refused');
  const first = await openTerminal(gatehouse.url, token.body.id, operator.cookies());
  await first.frame('opened');
  const second = await openTerminal(gatehouse.url, token.body.id, operator.cookies());
  expect((await second.frame('closed')).reason).toBe('token_refused');
  first.close();
});

test('a session outlives the server', async () => {
  const terminal = await connect('deploy');
  await terminal.frame('opened');
  await gatehouse.kill('server');
  terminal.drop();
  await eventually(
    'the server',
    async () => (await fetch(`${gatehouse.url}/api/health/`).catch(() => undefined))?.ok,
    10,
  );
  await terminal.resume();
  await terminal.frame('resumed');
  terminal.type('echo still-$((6*7))\n');
  await terminal.see('still-42');
  terminal.close();
});

test('the logs show who did what', async () => {
  const operations = await admin.call<{ user: string; action: { value: string }; resource: string }[]>(
    'GET',
    '/api/v1/audits/operate-logs/?search=web-01',
  );
  for (const value of ['download', 'close'])
    expect(operations.body).toContainEqual(
      expect.objectContaining({
        user: 'Administrator(admin)',
        action: expect.objectContaining({ value }),
        resource: expect.stringMatching(/^Ann Lee\(ann\): .*@web-01/),
      }),
    );
  expect(operations.body.at(-1)).toMatchObject({
    user: 'Administrator(admin)',
    action: { value: 'create' },
    resource: 'web-01',
  });
  const logins = await admin.call<{ username: string; status: { value: boolean } }[]>(
    'GET',
    '/api/v1/audits/login-logs/',
  );
  expect(logins.body.map((row) => row.username)).toEqual(expect.arrayContaining(['Ann Lee(ann)']));
});
