import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import tar from 'tar-stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { sessionFacts } from '../../../test/component.ts';
import { createNotices } from '../../platform/notices.ts';
import { closeOrphans } from './heartbeat.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: ReturnType<(typeof api)['as']>;
const terminal = '/api/v1/terminal/';
const componentRole = permissionsOfBuiltinRole(builtinRoles.systemComponent);
const multipart = (fields: [string, string][], file: Buffer) => {
  const boundary = 'gatehouse';
  const head = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head.join('') + part), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
const register = (name: string, token = 'bootstrap-token-for-tests') =>
  api
    .as({ anonymous: true })
    .post(
      `${terminal}terminal-registrations/`,
      { name, type: 'koko', comment: '' },
      { authorization: `BootstrapToken ${token}` },
    );
const component = (id: string) =>
  api.as({ id, username: 'gw', serviceAccount: true, org: ROOT_ORG_ID, permissions: componentRole });
const start = async (facts: object = {}): Promise<string> => {
  const id = randomUUID();
  const made = await gateway.post(`${terminal}sessions/`, sessionFacts(id, facts));
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return id;
};
const session = async (id: string) => (await admin.get(`${terminal}sessions/${id}/`)).json as Wire;
const beat = async (sessions: string[], of = gateway) =>
  (
    await of.post(`${terminal}terminals/status/`, {
      sessions,
      cpu_load: 0.1,
      memory_used: 10,
      disk_used: 5,
      session_online: sessions.length,
    })
  ).json as Wire[];

beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  admin = api.as({ superuser: true });
  await api.pool.query(
    `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
     values ($1, 'SystemComponent', 'system', '[]', true, 'System', 'System', '') on conflict do nothing`,
    [builtinRoles.systemComponent.id],
  );
  const made = await register('[KoKo]-one');
  gateway = component((made.json as { service_account: { id: string } }).service_account.id);
});
afterAll(() => api.stop());

test('a component registers once with the bootstrap token and gets its key, unless registration is switched off', async () => {
  const made = await register('[KoKo]-two');
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    name: '[KoKo]-two',
    type: 'koko',
    service_account: {
      name: '[KoKo]-two',
      access_key: { secret: expect.stringMatching(/^.{36}$/), is_active: true },
    },
  });
  expect((await register('[KoKo]-two')).status).toBe(400);
  expect((await register('[KoKo]-three', 'wrong')).status).toBe(401);
  const byUser = await admin.post(`${terminal}terminal-registrations/`, { name: 'mine', type: 'koko' });
  expect([byUser.status, byUser.json]).toMatchObject([403, { code: 'permission_denied' }]);
  const rows = (await api.as({ superuser: true, org: ROOT_ORG_ID }).get(`${terminal}terminals/`))
    .json as Wire[];
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['[KoKo]-one', '[KoKo]-two']));
  const { settings, db } = api.services;
  await settings.set({ SECURITY_SERVICE_ACCOUNT_REGISTRATION: false }, db);
  await settings.reload();
  expect((await register('[KoKo]-four')).json).toMatchObject({ code: 'registration_off' });
  await settings.set({ SECURITY_SERVICE_ACCOUNT_REGISTRATION: true }, db);
  await settings.reload();
});

const commandOf = (session: string, input: string, timestamp: number) => ({
  id: randomUUID(),
  org_id: DEFAULT_ORG_ID,
  user: 'ANN(ann)',
  asset: 'web-1',
  account: 'root(root)',
  input,
  output: 'x'.repeat(5000),
  session,
  risk_level: 0,
  timestamp,
});

const namesIn = async (archive: Buffer): Promise<string[]> => {
  const names: string[] = [];
  const extract = tar.extract().on('entry', (header, stream, next) => {
    names.push(header.name);
    stream.on('end', next).resume();
  });
  extract.end(archive);
  await once(extract, 'finish');
  return names;
};

test('a session is seen live and reported command by command', async () => {
  const id = await start();
  await beat([id]);
  expect(await session(id)).toMatchObject({
    user: 'ANN(ann)',
    is_finished: false,
    can_terminate: true,
    can_join: true,
    can_replay: false,
    terminal: { name: '[KoKo]-one', type: 'koko' },
    login_from: { value: 'WT', label: 'Web terminal' },
    org_id: DEFAULT_ORG_ID,
  });
  const live = (await admin.get(`${terminal}sessions/?is_finished=0&search=web-1`)).json as Wire[];
  expect(live.map((row) => row.id)).toContain(id);
  await gateway.post(`${terminal}sessions/${id}/lifecycle_log/`, { event: 'asset_connect_success' });
  expect((await gateway.post(`${terminal}sessions/${id}/lifecycle_log/`, { event: 'x' })).status).toBe(400);
  const batch = [commandOf(id, 'ls -la', 1_700_000_000), commandOf(id, 'whoami', 1_700_000_005)];
  expect((await gateway.post(`${terminal}commands/`, batch)).json).toBe('ok');
  const more = [...batch, commandOf(id, 'id', 1_700_000_009)];
  expect((await gateway.post(`${terminal}commands/`, more)).status).toBe(201);
  const commands = (await admin.get(`${terminal}commands/?session_id=${id}&order=timestamp`)).json as Wire[];
  expect(commands.map((row) => row.input)).toEqual(['ls -la', 'whoami', 'id']);
  const span = 'date_from=2023-11-14T22:13:23.000Z&date_to=2023-11-14T22:13:25.000Z';
  const between = (await admin.get(`${terminal}commands/?session_id=${id}&${span}`)).json as Wire[];
  expect(between.map((row) => row.input)).toEqual(['whoami']);
  expect(String(commands[0]?.output).length).toBeLessThanOrEqual(1024);
  expect(commands[0]).toMatchObject({ remote_addr: '10.1.1.1', risk_level: { value: 0 } });
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await other.get(`${terminal}commands/?session_id=${id}`)).json).toEqual([]);
  const ended = await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  expect(ended.json).toMatchObject({ is_finished: true, command_amount: expect.any(Number) });
  expect(await session(id)).toMatchObject({ can_terminate: false, command_amount: 3 });
});

test('F7: a long command is reported and searched whole, and a cut is marked', async () => {
  const id = await start();
  const input = `rm -rf /nowhere; ${'x'.repeat(90)} && echo MIDDLE-PART ${'y'.repeat(120)}`;
  const rows = [
    { ...commandOf(id, input, 1_700_000_100), output: 'short' },
    { ...commandOf(id, `echo ${'z'.repeat(5_000)}`, 1_700_000_101), user: `${'u'.repeat(80)}(name)` },
  ];
  expect((await gateway.post(`${terminal}commands/`, rows)).status).toBe(201);
  const found = async (query: string) =>
    (await admin.get(`${terminal}commands/?session_id=${id}&order=timestamp${query}`)).json as Wire[];
  const [long, cut] = await found('');
  expect(long).toMatchObject({ input, output: 'short' });
  expect(cut?.input).toBe(`echo ${'z'.repeat(4_090)}…`);
  expect(cut?.output).toBe(`${'x'.repeat(1_023)}…`);
  expect(cut?.user).toBe(`${'u'.repeat(32)}…${'u'.repeat(25)}(name)`);
  for (const query of ['&input=middle-part', '&search=MIDDLE-PART'])
    expect((await found(query)).map((row) => row.input)).toEqual([input]);
});

test('F8: commands within one second are listed in the order they were entered', async () => {
  const id = await start();
  const lines = Array.from({ length: 12 }, (_, index) => `echo ${index}`);
  const rows = lines.map((input) => ({ ...commandOf(id, input, 1_700_000_200), id: undefined }));
  expect((await gateway.post(`${terminal}commands/`, rows.slice(0, 6))).status).toBe(201);
  expect((await gateway.post(`${terminal}commands/`, rows.slice(6))).status).toBe(201);
  const inputs = async (order: string) =>
    ((await admin.get(`${terminal}commands/?session_id=${id}&order=${order}`)).json as Wire[]).map(
      (row) => row.input,
    );
  expect(await inputs('timestamp')).toEqual(lines);
  expect(await inputs('-timestamp')).toEqual([...lines].reverse());
});

test('a session is recorded and replayed in its own organization, and viewing is logged', async () => {
  const id = await start();
  const { asset_id, user_id } = await session(id);
  const ofBoth = () =>
    Promise.all(
      [asset_id, user_id].map(async (id) => {
        const lines = (await admin.get(`/api/v1/audits/activities/?resource_id=${id}`)).json as Wire[];
        return lines.map((line) => String(line.content));
      }),
    );
  // A session has begun, but no connection has succeeded yet.
  expect((await ofBoth()).flat().filter((line) => line.includes('connected to'))).toEqual([]);
  await gateway.post(`${terminal}sessions/${id}/lifecycle_log/`, { event: 'asset_connect_success' });
  for (const lines of await ofBoth())
    expect(lines).toContain('ANN (ann) connected to web-1 (10.0.0.1) as root');
  expect((await admin.get(`${terminal}sessions/${id}/replay/`)).status).toBe(404);
  const recording = Buffer.from('recording');
  const upload = multipart([['version', '3']], recording);
  const sent = await gateway.post(`${terminal}sessions/${id}/replay/`, upload.body, upload.headers);
  expect([sent.status, sent.json]).toEqual([
    201,
    { url: expect.stringMatching(/^\/media\/replay\/.*cast\.gz$/) },
  ]);
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true, has_replay: true });
  expect(await session(id)).toMatchObject({ can_replay: true, can_terminate: false });
  const replay = (await admin.get(`${terminal}sessions/${id}/replay/`)).json as Wire;
  expect(replay).toMatchObject({ type: 'asciicast', user: 'ANN(ann)', account: 'root(root)' });
  const file = await admin.get(String(replay.src));
  expect([file.status, file.text, file.headers['content-encoding']]).toEqual([200, 'recording', undefined]);
  const packed = await admin.get(`${terminal}sessions/${id}/replay/download/`);
  expect(await namesIn(packed.raw.rawPayload)).toEqual([`${id}.json`, `${id}.cast.gz`]);
  const operations = (await admin.get(`/api/v1/audits/operate-logs/?resource_id=${id}`)).json as Wire[];
  const facts = {
    action: { value: 'download' },
    resource: `ANN(ann): root(root)@web-1(10.0.0.1) #${id.slice(0, 8)}`,
  };
  expect(operations).toMatchObject([facts, facts]);
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  for (const path of ['', 'replay/', 'replay/download/'])
    expect((await other.get(`${terminal}sessions/${id}/${path}`)).status).toBe(404);
  expect((await other.get(String(replay.src))).status).toBe(404);
  const lines = (await admin.get(`/api/v1/audits/activities/?resource_id=${id}`)).json as Wire[];
  expect(lines.map((line) => line.content)).toEqual(
    expect.arrayContaining(['Connected to the asset', 'Tester (tester) viewed the recording of a session']),
  );
});

test('a recording may be far larger than other bodies', async () => {
  const id = await start();
  const { body, headers } = multipart([['version', '3']], Buffer.alloc(11 * 1024 * 1024, 'x'));
  expect((await gateway.post(`${terminal}sessions/${id}/replay/`, body, headers)).status).toBe(201);
});

test('only components write evidence, whatever permissions users hold', async () => {
  const id = await start();
  expect((await admin.patch(`${terminal}sessions/${id}/`, { is_finished: true })).status).toBe(403);
  expect(
    (
      await admin.post(`${terminal}sessions/`, {
        user: 'x',
        asset: 'y',
        account: 'z',
        account_id: '1',
        protocol: 'ssh',
      })
    ).status,
  ).toBe(403);
  const command = { user: 'u', asset: 'a', account: 'c', input: 'rm', output: '', session: id, timestamp: 1 };
  expect((await admin.post(`${terminal}commands/`, [command])).status).toBe(403);
  expect((await session(id)).is_finished).toBe(false);
});

test('B-4-004 B-4-005 a task reaches the component with its next heartbeat, and a pause counts once confirmed', async () => {
  const id = await start();
  const kill = await admin.post(`${terminal}tasks/kill-session/`, [id, randomUUID(), 'x']);
  expect(kill.json).toEqual({ ok: [id] });
  const tasks = (await beat([id])).filter((task) => task.args === id);
  expect(tasks).toMatchObject([{ name: 'kill_session', args: id, kwargs: { terminated_by: 'Tester' } }]);
  expect((await gateway.patch(`${terminal}tasks/${tasks[0]?.id}/`, { is_finished: true })).status).toBe(200);
  expect((await beat([id])).filter((task) => task.args === id)).toEqual([]);
  const toggle = (task_name: string) =>
    admin.post(`${terminal}tasks/toggle-lock-session/`, { session_id: id, task_name });
  for (const [name, locked] of [
    ['lock_session', true],
    ['unlock_session', false],
  ] as const) {
    expect((await toggle(name)).json).toEqual({ ok: [id] });
    const [task] = (await beat([id])).filter((task) => task.args === id);
    await gateway.patch(`${terminal}tasks/${task?.id}/`, { is_finished: true });
    expect((await session(id)).is_locked).toBe(locked);
  }
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  expect((await admin.post(`${terminal}tasks/kill-session/`, [id])).json).toEqual({ ok: [] });
  const weak = api.as({ permissions: ['terminal.view_session'] });
  expect((await weak.post(`${terminal}tasks/kill-session/`, [id])).status).toBe(403);
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await other.post(`${terminal}tasks/kill-session/`, [await start()])).json).toEqual({ ok: [] });
});

test('servers learn when sessions begin, are paused, end or fall silent, and of nothing else', async () => {
  let heard = 0;
  onTestFinished(
    api.services.events.on('sessions', () => {
      heard += 1;
    }),
  );
  await api.services.events.ready();
  const id = await start();
  await expect.poll(() => heard).toBe(1);
  const paused = await admin.post(`${terminal}tasks/toggle-lock-session/`, {
    session_id: id,
    task_name: 'lock_session',
  });
  expect(paused.json).toEqual({ ok: [id] });
  const [task] = (await beat([id])).filter(({ args }) => args === id);
  expect(heard).toBe(1);
  await gateway.patch(`${terminal}tasks/${task?.id}/`, { is_finished: true });
  await expect.poll(() => heard).toBe(2);
  await gateway.patch(`${terminal}sessions/${id}/`, { has_command: true });
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  await expect.poll(() => heard).toBe(3);
  const silent = await start();
  await api.pool.query(
    "update terminal_session set date_start = now() - interval '6 minutes', date_alive = null where id = $1",
    [silent],
  );
  await expect.poll(() => heard).toBe(4);
  await closeOrphans(api.services.db);
  await expect.poll(() => heard).toBe(5);
  await closeOrphans(api.services.db);
  await beat([]);
  expect(heard).toBe(5);
});

test('a task is sent over the open socket at once', async () => {
  const id = await start();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/terminal-task/`, {
    headers: { 'x-test-caller': gateway.key },
  });
  socket.on('error', () => undefined);
  const frames: Wire[][] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(JSON.parse(data.toString('utf8')) as Wire[]);
  });
  await once(socket, 'message');
  socket.send(JSON.stringify({ type: 'status', payload: { sessions: [id], cpu_load: 1 } }));
  const ordered = Date.now();
  await admin.post(`${terminal}tasks/kill-session/`, [id]);
  await expect.poll(() => frames.flat().some((task) => task.args === id)).toBe(true);
  expect(Date.now() - ordered).toBeLessThan(5000);
  // Loss of access is announced without a stored task, so that gateways check their sessions at once.
  const checks = () => frames.flat().filter((task) => task.name === 'check_permissions').length;
  expect(checks()).toBe(0);
  await api.pool.query('update perms_assetpermission set is_active = false');
  await expect.poll(checks).toBe(1);
  // A task created while the server gets no database notifications arrives as well.
  const deaf = await start();
  await api.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
  );
  await admin.post(`${terminal}tasks/kill-session/`, [deaf]);
  await expect.poll(() => frames.flat().some((task) => task.args === deaf)).toBe(true);
  // A component that is disabled is cut off at once.
  const account = '(select "user" from terminal_terminal where name = \'[KoKo]-one\')';
  const setActive = (isActive: boolean) =>
    api.pool.query(`update users_user set is_active = $1 where id = ${account}`, [isActive]);
  await setActive(false);
  expect((await once(socket, 'close'))[0]).toBe(4403);
  await setActive(true);
  const stranger = new WebSocket(`ws://127.0.0.1:${port}/ws/terminal-task/`, {
    headers: { 'x-test-caller': admin.key },
  });
  const [error] = (await once(stranger, 'error')) as [Error];
  expect(error.message).toContain('403');
});

test('a session without heartbeats is closed with its tasks', async () => {
  const [lost, alive] = [await start(), await start()];
  await admin.post(`${terminal}tasks/kill-session/`, [lost]);
  await api.pool.query(
    "update terminal_session set date_alive = now() - interval '6 minutes' where id = any($1)",
    [[lost, alive]],
  );
  const second = await register('[KoKo]-second');
  const thief = component((second.json as { service_account: { id: string } }).service_account.id);
  await beat([lost], thief);
  await beat([alive]);
  await closeOrphans(api.services.db);
  expect(await session(lost)).toMatchObject({ is_finished: true, can_terminate: false });
  expect(await session(alive)).toMatchObject({ is_finished: false });
  const open = await api.pool.query('select 1 from terminal_task where args = $1 and not is_finished', [
    lost,
  ]);
  expect(open.rows).toEqual([]);
});

test('users see their own sessions, and the gateway learns who may not watch one', async () => {
  const me = randomUUID();
  const id = await start({ user_id: me });
  const mine = (await api.as({ id: me, org: OTHER_ORG_ID }).get(`${terminal}my-sessions/?limit=5`)).json;
  expect(mine).toMatchObject({ count: 1, results: [{ id }] });
  const validate = (body: object) => gateway.post(`${terminal}sessions/join/validate/`, body);
  const refused = await validate({ user_id: me, session_id: id });
  expect([refused.status, refused.json]).toMatchObject([401, { ok: false }]);
  expect((await validate({ user_id: me, session_id: randomUUID() })).status).toBe(401);
  expect((await validate({})).json).toMatchObject({ ok: false, msg: expect.stringMatching(/\S/) });
});
