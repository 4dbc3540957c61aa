import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
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
  const facts = { user: 'a', asset: 'b', account: 'c', protocol: 'ssh', org_id: DEFAULT_ORG_ID };
  expect((await gateway().post('/api/v1/terminal/sessions/', facts)).status).toBe(403);
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
