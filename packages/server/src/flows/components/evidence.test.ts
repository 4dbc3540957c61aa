import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent, sessionFacts } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const gateway = (id: string = randomUUID()) =>
  api.as({
    id,
    serviceAccount: true,
    org: ROOT_ORG_ID,
    permissions: permissionsOfBuiltinRole(builtinRoles.systemComponent),
  });
const people = () => [
  api.as({ superuser: true }),
  api.as({ permissions: permissionsOfBuiltinRole(builtinRoles.orgAdmin) }),
  api.as({ permissions: permissionsOfBuiltinRole(builtinRoles.systemAdmin) }),
];
const recording = (version: string) =>
  `--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n${version}\r\n` +
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../f"\r\n\r\nshown\r\n--x--\r\n';

test('only components store recordings, whatever permissions users hold', async () => {
  const holder = await registerComponent(api, 'records');
  const id = await holder.session();
  const url = `/api/v1/terminal/sessions/${id}/replay/`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const user of people()) expect((await user.post(url, recording('3'), headers)).status).toBe(403);
  expect((await holder.post(url, recording('3'), headers)).status).toBe(201);
});

test('only components redeem connection tokens, whatever permissions users hold', async () => {
  const base = '/api/v1/authentication/super-connection-token/';
  for (const user of people()) {
    expect((await user.post(`${base}secret/`, { id: randomUUID() })).status).toBe(403);
    expect((await user.patch(`${base}renewal/`, { id: randomUUID() })).status).toBe(403);
  }
  expect((await gateway().post(`${base}secret/`, { id: randomUUID() })).json).toMatchObject({
    code: 'connection_token_invalid',
  });
});

test("a component's stolen key changes no user's password and resets no user's MFA", async () => {
  const users = '/api/v1/users/users/';
  const id = await estateOf(api.pool).user('ann');
  const thief = await registerComponent(api, 'gw');
  const password = 'Stolen-password-1';
  const answers = [
    await thief.patch(`${users}${id}/`, { password }),
    await thief.patch(`${users}${id}/password/`, { password }),
    await thief.patch(`${users}${id}/password/reset/`),
    await thief.get(`${users}${id}/mfa/reset/`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('a component reads its own tasks only, and reports the files of its own sessions', async () => {
  const [holder, thief] = [await registerComponent(api, 'reader'), await registerComponent(api, 'peeper')];
  const session = await holder.session();
  await api.as({ superuser: true }).post('/api/v1/terminal/tasks/kill-session/', [session]);
  const tasks = async (who: typeof thief) => (await who.get('/api/v1/terminal/tasks/')).json;
  expect(await tasks(holder)).toMatchObject([{ name: 'kill_session', args: session }]);
  expect(await tasks(thief)).toEqual([]);
  const file = {
    ...{ user: 'ANN(ann)', asset: 'web-1', account: 'root(root)', operate: 'upload', filename: '/tmp/x' },
    ...{ org_id: DEFAULT_ORG_ID, session, is_success: true },
  };
  expect((await thief.post('/api/v1/audits/ftp-logs/', file)).status).toBe(404);
  expect(await holder.post('/api/v1/audits/ftp-logs/', file)).toMatchObject({
    status: 201,
    json: { filename: '/tmp/x', session },
  });
});

test('a component reports only on its own sessions: those of others do not exist for it', async () => {
  const terminal = '/api/v1/terminal/';
  const [holder, thief] = [await registerComponent(api, 'holder'), await registerComponent(api, 'thief')];
  const id = await holder.session();
  const admin = api.as({ superuser: true });
  await admin.post(`${terminal}tasks/kill-session/`, [id]);
  const orders = (await holder.post(`${terminal}terminals/status/`, { sessions: [id] })).json as {
    id: string;
  }[];
  const command = {
    org_id: DEFAULT_ORG_ID,
    user: 'ANN(ann)',
    asset: 'web-1',
    account: 'root(root)',
    input: 'id',
    output: '',
    session: id,
    timestamp: 1_700_000_000,
  };
  const ownCommand = { ...command, session: await thief.session() };
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const say = (who: typeof thief) => [
    () => who.post(`${terminal}sessions/${id}/replay/`, recording('3'), headers),
    () => who.post(`${terminal}sessions/${id}/lifecycle_log/`, { event: 'replay_upload_success' }),
    () => who.post(`${terminal}commands/`, [command]),
    () => who.patch(`${terminal}tasks/${orders[0]?.id}/`, { is_finished: true }),
    () => who.patch(`${terminal}sessions/${id}/`, { is_finished: true }),
  ];
  const answers: number[] = [];
  for (const attempt of say(thief)) answers.push((await attempt()).status);
  expect(answers).toEqual([404, 404, 404, 404, 404]);
  // A batch with one row of another component's session is refused, and an unknown session belongs to no
  // component.
  expect((await thief.post(`${terminal}commands/`, [ownCommand, command])).status).toBe(404);
  expect((await thief.post(`${terminal}commands/`, [{ ...command, session: randomUUID() }])).status).toBe(
    404,
  );
  const bulk = await thief.patch(`${terminal}sessions/`, [{ id, is_finished: true }]);
  expect([403, 404, 405]).toContain(bulk.status);
  const after = (await admin.get(`${terminal}sessions/${id}/`)).json;
  expect(after).toMatchObject({ is_finished: false, can_replay: false, command_amount: 0 });
  expect((await admin.get(`${terminal}commands/?session_id=${id}`)).json).toEqual([]);

  answers.length = 0;
  for (const one of say(holder)) answers.push((await one()).status);
  expect(answers).toEqual([201, 200, 201, 200, 200]);
});

test('a service account without a registered component reports nothing', async () => {
  expect((await gateway().post('/api/v1/terminal/sessions/', sessionFacts(randomUUID()))).status).toBe(403);
});

test("a component's stolen key reaches only what components call", async () => {
  const thief = await registerComponent(api, 'stolen');
  const requests = [
    ...['users/users/', 'assets/assets/', 'accounts/accounts/', 'rbac/roles/', 'perms/asset-permissions/'],
    ...[
      'terminal/sessions/',
      'terminal/commands/',
      'audits/operate-logs/',
      'orgs/orgs/',
      'terminal/terminals/',
    ],
  ];
  const statuses: [string, number][] = [];
  for (const path of requests) statuses.push([path, (await thief.get(`/api/v1/${path}`)).status]);
  expect(statuses).toEqual(requests.map((path) => [path, 403]));
  const messages = '/api/v1/notifications/site-messages/';
  const message = { subject: 's', message: 'm', users: [], groups: [] };
  expect((await thief.post(`${messages}send/`, message)).status).toBe(403);
});

test('a recording is stored by its format, and any other upload is refused as in the reference', async () => {
  const holder = await registerComponent(api, 'formats');
  const admin = api.as({ superuser: true });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const send = async (body: string) => {
    const id = await holder.session({ date_start: '2026-03-04T05:06:07Z' });
    const url = `/api/v1/terminal/sessions/${id}/replay/`;
    return { id, url, sent: await holder.post(url, body, headers) };
  };
  const unversioned = recording('3').replace(/^--x.*?(?=--x)/s, '');
  const formats = [
    [recording('2'), '.replay.gz', 'json'],
    [unversioned, '.replay.gz', 'json'],
    [recording('3'), '.cast.gz', 'asciicast'],
    [recording('4'), '.replay.mp4', 'mp4'],
  ] as const;
  for (const [body, suffix, type] of formats) {
    const { id, url, sent } = await send(body);
    const src = `/media/replay/2026-03-04/${id}${suffix}`;
    expect([sent.status, sent.json]).toEqual([201, { url: src }]);
    const row = (await admin.get(`/api/v1/terminal/sessions/${id}/`)).json as Record<string, unknown>;
    expect((await admin.get(url)).json).toEqual({
      type,
      src,
      user: 'ANN(ann)',
      asset: 'web-1(10.0.0.1)',
      account: 'root(root)',
      date_start: row.date_start,
      date_end: null,
      download_url: `${url}download/`,
    });
    const packed = await admin.get(`${url}download/`);
    expect(packed.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${id}.tar`,
      'cache-control': 'no-store',
    });
  }
  const odd = await send(recording('9'));
  expect([odd.sent.status, odd.sent.json]).toEqual([
    401,
    { msg: { version: ['"9" is not one of the choices.'] } },
  ]);
  const empty = await send('--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n--x--\r\n');
  expect([empty.sent.status, empty.sent.json]).toEqual([401, { msg: { file: ['This field is required.'] } }]);
  const missing = await admin.get(`${empty.url}download/`);
  expect([missing.status, missing.json]).toMatchObject([404, { code: 'replay_not_found' }]);
});

test('what a component told of a session when it began is not told otherwise afterwards', async () => {
  const holder = await registerComponent(api, 'rewriter');
  const id = await holder.session();
  const url = `/api/v1/terminal/sessions/${id}/`;
  const read = async () => (await api.as({ superuser: true }).get(url)).json as Record<string, unknown>;
  const before = await read();
  const lies = {
    ...{ user: 'BOB(bob)', user_id: randomUUID(), asset: 'web-2', asset_id: randomUUID() },
    ...{ account: 'nobody', account_id: randomUUID(), protocol: 'telnet', type: 'command' },
    ...{ login_from: 'ST', remote_addr: '10.9.9.9', date_start: '2020-01-01 00:00:00' },
  };
  const told = await holder.patch(url, { ...lies, has_command: true });
  expect([told.status, await read()]).toEqual([200, { ...before, has_command: true }]);
  await holder.patch(url, { has_replay: true });
  await holder.patch(url, { has_replay: false });
  expect(await read()).toMatchObject({ has_replay: true, has_command: true, is_finished: false });
});

test('a session that ended and has its recording stays as it is, and so does the recording', async () => {
  const holder = await registerComponent(api, 'finisher');
  const id = await holder.session();
  const url = `/api/v1/terminal/sessions/${id}/`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const send = (version: string, content: string) =>
    holder.post(`${url}replay/`, recording(version).replace('shown', content), headers);
  const first = await send('3', 'the truth');
  expect(first.status).toBe(201);
  // Until the session has ended, the component goes on telling of it.
  await holder.patch(url, { is_finished: true, is_success: false, error_reason: 'replay_convert_failed' });
  const read = async () => (await api.as({ superuser: true }).get(url)).json;
  const before = await read();
  expect(before).toMatchObject({ is_finished: true, is_success: false, has_replay: true });
  const rewritten = { is_finished: false, is_success: true, date_end: '2020-01-01 00:00:00', comment: 'x' };
  expect((await holder.patch(url, { ...rewritten, error_reason: '' })).status).toBe(200);
  expect(await read()).toEqual(before);
  for (const version of ['3', '2', '4'])
    expect(await send(version, 'a lie')).toMatchObject({ status: 201, json: first.json });
  const { url: path } = first.json as { url: string };
  const stored = await api.services.blobs.get(path.replace('/media/', ''));
  expect(await text(stored as Readable)).toBe('the truth');
});

test('a session that was lost is told of by its component even after its recording arrived', async () => {
  const holder = await registerComponent(api, 'returner');
  const id = await holder.session();
  const url = `/api/v1/terminal/sessions/${id}/`;
  await holder.post(`${url}replay/`, recording('3'), { 'content-type': 'multipart/form-data; boundary=x' });
  await api.pool.query(
    "update terminal_session set is_finished = true, error_reason = 'gateway_lost' where id = $1",
    [id],
  );
  await holder.patch(url, { is_finished: true, is_success: true });
  expect((await api.as({ superuser: true }).get(url)).json).toMatchObject({
    ...{ error_reason: { value: '' }, is_success: true },
  });
});

test('a file operation and the copy of its file stay as they were reported', async () => {
  const holder = await registerComponent(api, 'copier', ['audits.change_ftplog']);
  const session = await holder.session();
  const logs = '/api/v1/audits/ftp-logs/';
  const file = {
    ...{ user: 'ANN(ann)', asset: 'web-1', account: 'root(root)', operate: 'upload', filename: '/tmp/x' },
    ...{ org_id: DEFAULT_ORG_ID, session, is_success: false },
  };
  const { id } = (await holder.post(logs, file)).json as { id: string };
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const send = (content: string) =>
    holder.post(`${logs}${id}/upload/`, recording('3').replace('shown', content), headers);
  expect((await send('as it was')).status).toBe(201);
  expect((await send('as it was not')).status).toBe(201);
  const lies = { user: 'BOB(bob)', asset: 'web-2', account: 'x', operate: 'download', filename: '/tmp/y' };
  expect((await holder.patch(`${logs}${id}/`, { ...lies, is_success: true, has_file: false })).status).toBe(
    200,
  );
  expect((await api.as({ superuser: true }).get(`${logs}${id}/`)).json).toMatchObject({
    ...{ user: 'ANN(ann)', asset: 'web-1', account: 'root(root)', filename: '/tmp/x' },
    ...{ operate: { value: 'upload' }, is_success: true, has_file: true },
  });
  const kept = await api.as({ superuser: true }).get(`${logs}${id}/file/download/`);
  expect(kept.text).toBe('as it was');
});

test('a component says that a task is done, and makes no order for others of it', async () => {
  const terminal = '/api/v1/terminal/';
  const [holder, other] = [await registerComponent(api, 'ordered'), await registerComponent(api, 'spared')];
  const [mine, theirs] = [await holder.session(), await other.session()];
  const lock = { session_id: mine, task_name: 'lock_session' };
  await api.as({ superuser: true }).post(`${terminal}tasks/toggle-lock-session/`, lock);
  const tasksOf = async (who: typeof holder, session: string) =>
    (await who.post(`${terminal}terminals/status/`, { sessions: [session] })).json as { id: string }[];
  const [task] = await tasksOf(holder, mine);
  const url = `${terminal}tasks/${task?.id}/`;
  const { rows } = await api.pool.query('select terminal from terminal_session where id = $1', [theirs]);
  const order = { name: 'kill_session', args: theirs, terminal: rows[0].terminal, kwargs: { a: 1 } };
  expect((await holder.patch(url, { ...order, date_finished: '2020-01-01 00:00:00' })).status).toBe(200);
  expect(await tasksOf(other, theirs)).toEqual([]);
  expect(await tasksOf(holder, mine)).toEqual([task]);
  const stored = async () =>
    (await api.pool.query('select * from terminal_task where id = $1', [task?.id])).rows[0];
  expect((await stored()).date_finished).toBeNull();
  expect((await holder.patch(url, { ...order, name: 'lock_session', is_finished: true })).status).toBe(200);
  const locked = await api.pool.query('select id from terminal_session where is_locked and id = any($1)', [
    [mine, theirs],
  ]);
  expect(locked.rows).toEqual([{ id: mine }]);
  const before = await stored();
  expect(before).toMatchObject({ name: 'lock_session', args: mine, is_finished: true });
  expect(before.date_finished.getTime()).toBeGreaterThan(Date.now() - 600_000);
  await holder.patch(url, { is_finished: false, args: theirs });
  expect(await stored()).toEqual({
    ...before,
    date_updated: expect.any(Date),
    updated_by: expect.any(String),
  });
});
