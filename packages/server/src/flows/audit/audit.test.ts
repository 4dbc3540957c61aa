import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ORG_ID, ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { cleanUp } from '../cleanUp/cleanUp.ts';
import { addActivities } from './activity.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let estate: ReturnType<typeof estateOf>;
let ann: string;
let stranger: string;
const audits = '/api/v1/audits/';
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const login = (username: string, facts: object = {}) =>
  estate.insert('audits_userloginlog', {
    username,
    type: 'W',
    ip: '10.0.0.9',
    city: '',
    user_agent: 'Mozilla',
    mfa: 0,
    reason: '',
    backend: 'password',
    status: true,
    datetime: new Date().toISOString(),
    ...facts,
  });

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  estate = estateOf(api.pool);
  ann = await estate.user('ann');
  stranger = await estateOf(api.pool, OTHER_ORG_ID).user('stranger');
});
afterAll(() => api.stop());

test('an entry about a row of no organization belongs to the organization where it was made, one about a system role to the installation', async () => {
  const platform = {
    name: 'Buoys',
    category: 'custom',
    type: 'buoy',
    protocols: [{ name: 'ssh', port: 22 }],
  };
  const made = await admin.post('/api/v1/assets/platforms/', platform);
  expect(made.status, made.text).toBe(201);
  await admin.post('/api/v1/rbac/system-roles/', { name: 'Night shift', scope: 'system' });
  const { rows } = await api.pool.query(
    "select resource, org_id from audits_operatelog where resource in ('Buoys', 'Night shift') order by resource",
  );
  expect(rows).toEqual([
    { resource: 'Buoys', org_id: DEFAULT_ORG_ID },
    { resource: 'Night shift', org_id: SYSTEM_ORG_ID },
  ]);
});

test("B-3-046 an operation is shown in the reader's language, its values as text", async () => {
  const made = (await admin.post('/api/v1/assets/domains/', { name: 'dmz' })).json as Wire;
  await admin.patch(`/api/v1/assets/domains/${made.id}/`, { name: 'edge', comment: 'new' });
  const logs = (await admin.get(`${audits}operate-logs/?resource=edge`)).json as Wire[];
  expect(logs).toMatchObject([
    { action: { value: 'update', label: 'Update' }, resource: 'edge', user: 'Tester(tester)' },
  ]);
  const japanese = api.as({ superuser: true, language: 'ja' });
  const translated = ((await japanese.get(`${audits}operate-logs/?resource=edge`)).json as Wire[])[0];
  expect(translated?.resource_type).not.toBe(logs[0]?.resource_type);
  const detail = await admin.get(`${audits}operate-logs/${logs[0]?.id}/?type=action_detail`);
  expect(detail.json).toEqual({
    diff: [
      { field: 'Name', before: 'dmz', after: 'edge' },
      { field: 'Comment', before: 'Empty', after: 'new' },
    ],
  });
  const named = (await admin.get(`${audits}operate-logs/?resource_type=${logs[0]?.resource_type}`))
    .json as Wire[];
  expect(named).toHaveLength(2);
  expect((await admin.get(`${audits}operate-logs/?resource_type=nothing`)).json).toEqual([]);
  expect((await admin.post(`${audits}operate-logs/`, {})).status).toBe(405);
});

test('details of installation-wide entries are shown, those of other organizations are not', async () => {
  const log = (org: string) =>
    estate.insert('audits_operatelog', {
      org_id: org,
      user: 'X(x)',
      action: 'update',
      resource_key: 'users.user',
      resource: 'ann',
      resource_id: ann,
      remote_addr: '',
      datetime: new Date().toISOString(),
      diff: { Name: ['a', ''] },
    });
  const [global, theirs] = [await log(SYSTEM_ORG_ID), await log(OTHER_ORG_ID)];
  const detail = async (id: string) => admin.get(`${audits}operate-logs/${id}/?type=action_detail`);
  expect((await detail(global)).json).toEqual({ diff: [{ field: 'Name', before: 'a', after: 'Empty' }] });
  expect((await detail(theirs)).status).toBe(404);
  expect(JSON.stringify((await admin.get(`${audits}operate-logs/`)).json)).not.toContain(theirs);
});

test("A-7-017 the activity of a row is one list, newest first, in the reader's language", async () => {
  const { id } = (await admin.post('/api/v1/assets/domains/', { name: 'active' })).json as Wire;
  await addActivities(
    [
      {
        type: 'S',
        resourceId: id,
        orgId: DEFAULT_ORG_ID,
        key: 'activity.session.asset_connect_finished',
        params: { reason: 'idle_disconnect' },
      },
    ],
    { db: api.services.db },
  );
  const lines = (await admin.get(`${audits}activities/?resource_id=${id}`)).json as Wire[];
  expect(lines.map((line) => [line.r_type, line.content])).toEqual([
    ['S', 'The connection to the asset ended: no input for too long'],
    ['O', 'Created by Tester (tester)'],
  ]);
  expect(lines[0]?.detail_url).toBe('');
  expect(lines[1]?.detail_url).toBe(`/api/v1/audits/operate-logs/${lines[1]?.id}/?type=action_detail`);
  expect(lines[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const chinese = api.as({ superuser: true, language: 'zh-hans' });
  const [first] = (await chinese.get(`${audits}activities/?resource_id=${id}`)).json as Wire[];
  expect(first?.content).toBe('与资产的连接已结束：空闲超时');
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await other.get(`${audits}activities/?resource_id=${id}`)).json).toEqual([]);
});

test('B-9-020 an activity has at most thirty lines', async () => {
  const resourceId = randomUUID();
  await addActivities(
    Array.from({ length: 40 }, (_, index) => ({
      type: 'S' as const,
      resourceId,
      orgId: DEFAULT_ORG_ID,
      key: 'activity.session.user_join_session',
      params: { user: `u${index}` },
    })),
    { db: api.services.db },
  );
  const lines = (await admin.get(`${audits}activities/?resource_id=${resourceId}`)).json as Wire[];
  expect(lines).toHaveLength(30);
});

test("the activity of a user includes sign-ins, only in the user's own organizations", async () => {
  await login('ann', { datetime: ago(1) });
  await login('ann', { status: false, reason: 'password_failed' });
  const lines = (await admin.get(`${audits}activities/?resource_id=${ann}`)).json as Wire[];
  expect(lines.filter((line) => line.r_type === 'L').map((line) => line.content)).toEqual([
    'A sign-in from 10.0.0.9 failed: Wrong username or password',
    'ann signed in from 10.0.0.9',
  ]);
  await login('stranger');
  const viewer = { permissions: ['audits.view_activitylog'] };
  expect((await api.as(viewer).get(`${audits}activities/?resource_id=${stranger}`)).json).toEqual([]);
});

test("login logs show the organization's members, recorded by username or by display name", async () => {
  await login('ANN(ann)', { reason: 'mfa_failed', status: false, mfa: 2 });
  await login('nobody', { status: false });
  const names = async (org: string, query = '') => {
    const rows = (await api.as({ superuser: true, org }).get(`${audits}login-logs/?${query}`)).json as Wire[];
    return [...new Set(rows.map((row) => row.username))].sort();
  };
  expect(await names(DEFAULT_ORG_ID)).toEqual(['ANN(ann)', 'ann']);
  expect(await names(OTHER_ORG_ID)).toEqual(['stranger']);
  expect(await names(ROOT_ORG_ID)).toEqual(['ANN(ann)', 'ann', 'nobody', 'stranger']);
  expect(await names(ROOT_ORG_ID, 'status=false&mfa=2')).toEqual(['ANN(ann)']);
  const [row] = (await admin.get(`${audits}login-logs/?username=ANN(ann)`)).json as Wire[];
  expect(row).toMatchObject({
    status: { value: false, label: 'Failed' },
    type: { value: 'W', label: 'Web' },
    mfa: { value: 2 },
    reason: 'mfa_failed',
    reason_display: 'Wrong MFA code',
    backend_display: 'Password',
  });
  const own = api.as({ id: stranger, username: 'stranger' });
  expect((await own.get(`${audits}my-login-logs/?limit=5`)).json).toMatchObject({ count: 1 });
  expect((await own.get(`${audits}login-logs/`)).status).toBe(403);
});

test("password changes show the organization's members", async () => {
  for (const user of ['ANN(ann)', 'STRANGER(stranger)'])
    await estate.insert('audits_passwordchangelog', {
      user,
      change_by: user,
      remote_addr: '10.0.0.1',
      datetime: new Date().toISOString(),
    });
  const rows = (await admin.get(`${audits}password-change-logs/`)).json as Wire[];
  expect(rows.map((row) => row.user)).toEqual(['ANN(ann)']);
});

test('B-4-008 a web session can be signed out, but not the current one', async () => {
  const browser = async (user: string, tabs: number) => {
    const session = randomUUID();
    await api.pool.query(
      "insert into system_session (id, token_hash, user_id, data, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')",
      [session, session, user, JSON.stringify({ tabs })],
    );
    const row = await estate.insert('audits_usersession', {
      user,
      type: 'W',
      ip: '10.0.0.9',
      city: '',
      user_agent: 'Mozilla',
      backend: 'password',
      session_id: session,
      date_expired: ago(-1),
      date_created: new Date().toISOString(),
    });
    return { row, session };
  };
  const [thisBrowser, otherBrowser] = [await browser(ann, 1), await browser(ann, 0)];
  const theirs = await browser(stranger, 1);
  const viewer = api.as({
    permissions: ['audits.view_usersession', 'audits.offline_usersession'],
    sessionId: thisBrowser.session,
  });
  const seen = async (query = '') => (await viewer.get(`${audits}user-sessions/${query}`)).json as Wire[];
  const rows = await seen();
  expect(rows.map((row) => [row.id, row.is_active, row.is_current_user_session]).sort()).toEqual(
    [
      [thisBrowser.row, true, true],
      [otherBrowser.row, false, false],
    ].sort(),
  );
  expect((await seen('?is_active=1')).map((row) => row.id)).toEqual([thisBrowser.row]);
  const ids = [thisBrowser.row, otherBrowser.row, theirs.row];
  expect((await viewer.post(`${audits}user-sessions/offline/`, { ids })).status).toBe(200);
  const left = await api.pool.query('select id from system_session order by id');
  expect(left.rows.map((row) => row.id)).toEqual([thisBrowser.session, theirs.session].sort());
  expect((await seen()).map((row) => row.id)).toEqual([thisBrowser.row]);
});

test('file transfers are reported by components, and their copies can be downloaded', async () => {
  const gateway = await registerComponent(api, 'transfers', ['audits.add_ftplog']);
  const made = await gateway.post(`${audits}ftp-logs/`, {
    org_id: DEFAULT_ORG_ID,
    user: 'ANN(ann)',
    asset: 'web-1(10.0.0.1)',
    account: 'root(root)',
    operate: 'upload',
    filename: '/tmp/Bericht ü.txt',
    session: await gateway.session(),
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  const { id } = made.json as Wire;
  const file = await admin.get(`${audits}ftp-logs/${id}/file/download/`);
  expect([file.status, file.text]).toEqual([200, expect.stringContaining('No copy')]);
  const boundary = 'xx';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhello\r\n--${boundary}--\r\n`;
  const sent = await gateway.post(`${audits}ftp-logs/${id}/upload/`, Buffer.from(body), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
  expect(sent.status).toBe(201);
  const copy = await admin.get(`${audits}ftp-logs/${id}/file/download/`);
  expect(copy.text).toBe('hello');
  expect(copy.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Bericht%20%C3%BC.txt");
  expect((await admin.get(`${audits}ftp-logs/?search=Bericht`)).json).toMatchObject([{ has_file: true }]);
  expect((await api.as({ superuser: true, org: OTHER_ORG_ID }).get(`${audits}ftp-logs/${id}/`)).status).toBe(
    404,
  );
});

test('a transfer without a session is neither reported nor given a copy', async () => {
  const gateway = await registerComponent(api, 'sessionless', ['audits.add_ftplog', 'audits.change_ftplog']);
  const log = {
    org_id: DEFAULT_ORG_ID,
    user: 'ANN(ann)',
    asset: 'web-1',
    account: 'root',
    operate: 'upload',
    filename: '/tmp/none',
  };
  for (const session of [undefined, '']) {
    const refused = await gateway.post(`${audits}ftp-logs/`, { ...log, session });
    expect([refused.status, refused.json]).toEqual([400, { session: [expect.any(String)] }]);
  }
  const made = await gateway.post(`${audits}ftp-logs/`, { ...log, session: await gateway.session() });
  const { id } = made.json as Wire;
  await api.pool.query("update audits_ftplog set session = '' where id = $1", [id]);
  const part = '--xx\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhello\r\n--xx--\r\n';
  const sent = await gateway.post(`${audits}ftp-logs/${id}/upload/`, Buffer.from(part), {
    'content-type': 'multipart/form-data; boundary=xx',
  });
  expect(sent.status).toBe(404);
  const taken = await gateway.patch(`${audits}ftp-logs/${id}/`, { session: await gateway.session() });
  expect(taken.status).toBe(404);
});

test('B-9-017 a copy of a transferred file larger than the threshold, 100 MB by default, is not kept', async () => {
  const { settings, db } = api.services;
  expect(settings.get('FTP_FILE_MAX_STORE')).toBe(100);
  await settings.set({ FTP_FILE_MAX_STORE: 1 }, db);
  await settings.reload();
  const gateway = await registerComponent(api, 'large transfers', ['audits.add_ftplog']);
  const log = {
    user: 'ANN(ann)',
    asset: 'web-1',
    account: 'root',
    operate: 'download',
    session: await gateway.session(),
  };
  const send = async (size: number) => {
    const made = await gateway.post(`${audits}ftp-logs/`, {
      ...log,
      org_id: DEFAULT_ORG_ID,
      filename: `${size}.bin`,
    });
    const { id } = made.json as Wire;
    const head = '--xx\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const sent = await gateway.post(
      `${audits}ftp-logs/${id}/upload/`,
      Buffer.concat([Buffer.from(head), Buffer.alloc(size, 97), Buffer.from('\r\n--xx--\r\n')]),
      { 'content-type': 'multipart/form-data; boundary=xx' },
    );
    return { sent, copy: await admin.get(`${audits}ftp-logs/${id}/file/download/`) };
  };
  const small = await send(1024 * 1024);
  expect([small.sent.status, small.copy.text.length]).toEqual([201, 1024 * 1024]);
  const large = await send(1024 * 1024 + 1);
  expect([large.sent.status, large.sent.json]).toMatchObject([400, { code: 'file_content_overflowed' }]);
  expect(large.copy.text).toContain('No copy');
  expect((await admin.get(`${audits}ftp-logs/?filename=${1024 * 1024 + 1}.bin`)).json).toMatchObject([
    { has_file: false },
  ]);
  await settings.set({ FTP_FILE_MAX_STORE: 100 }, db);
  await settings.reload();
});

test('logs, recordings and earlier secrets that the settings no longer keep are removed', async () => {
  const { db, settings, home, blobs } = api.services;
  await login('ann', { datetime: ago(200), ip: '10.9.9.9' });
  const session = (days: number, finished: boolean) =>
    estate.insert('terminal_session', {
      org_id: DEFAULT_ORG_ID,
      user: 'u',
      user_id: '',
      asset: 'a',
      asset_id: '',
      account: 'c',
      account_id: '',
      protocol: 'ssh',
      type: 'normal',
      login_from: 'WT',
      error_reason: '',
      command_amount: 0,
      is_success: true,
      is_finished: finished,
      is_locked: false,
      has_replay: false,
      has_command: false,
      date_start: ago(days),
      comment: '',
    });
  const [old, open, fresh] = [await session(300, true), await session(300, false), await session(1, true)];
  const folder = (name: string) => join(home, 'replay', name);
  // The day may change while the test runs.
  const yesterday = ago(1).slice(0, 10);
  for (const name of ['2001-01-01', yesterday]) {
    mkdirSync(folder(name), { recursive: true });
    writeFileSync(join(folder(name), 'x.cast.gz'), '');
  }
  const asset = await estate.asset({ name: 'trimmed' });
  const account = (await admin.post('/api/v1/accounts/accounts/', { asset, username: 'r', secret: '1' }))
    .json as Wire;
  for (const secret of ['2', '3', '4'])
    await admin.patch(`/api/v1/accounts/accounts/${account.id}/`, { secret });
  await settings.set({ HISTORY_ACCOUNT_CLEAN_LIMIT: 2 }, db);
  await settings.reload();
  const removed = await cleanUp({ db, settings, blobs });
  expect(removed).toMatchObject({
    audits_userloginlog: 1,
    terminal_session: 1,
    accounts_historicalaccount: 2,
    audits_operatelog: 0,
  });
  const left = await api.pool.query('select id from terminal_session where id = any($1)', [
    [old, open, fresh],
  ]);
  expect(left.rows.map((row) => row.id).sort()).toEqual([open, fresh].sort());
  expect(left.rows.map((row) => row.id)).not.toContain(old);
  expect([existsSync(folder('2001-01-01')), existsSync(folder(yesterday))]).toEqual([false, true]);
});
