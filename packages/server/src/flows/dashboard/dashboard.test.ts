import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { makeLicence, storeLicence } from '../../../test/licence.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let auditor: ReturnType<(typeof api)['as']>;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const sessionIn = (
  estate: ReturnType<typeof estateOf>,
  org: string,
  asset: string,
  user: string,
  facts: object,
) =>
  estate.insert('terminal_session', {
    org_id: org,
    user: `${user.toUpperCase()}(${user})`,
    user_id: user,
    asset,
    asset_id: asset,
    account: 'root(root)',
    account_id: '',
    protocol: 'ssh',
    type: 'normal',
    login_from: 'WT',
    error_reason: '',
    command_amount: 0,
    is_success: true,
    is_finished: true,
    is_locked: false,
    has_replay: false,
    has_command: false,
    date_start: new Date().toISOString(),
    comment: '',
    ...facts,
  });

const seed = async (org: string) => {
  const estate = estateOf(api.pool, org);
  const [assetA, assetB] = [await estate.asset({ name: 'one' }), await estate.asset({ name: 'two' })];
  const session = (asset: string, user: string, facts: object) => sessionIn(estate, org, asset, user, facts);
  await session(assetA, 'ann', { is_finished: false });
  await session(assetA, 'ann', { is_success: false });
  await session(assetB, 'bob', {});
  await session(assetB, 'bob', { date_start: ago(24 * 3) });
  await session(assetB, 'bob', { date_start: ago(24 * 40) });
};

beforeAll(async () => {
  api = await startApi();
  await seed(DEFAULT_ORG_ID);
  const estate = estateOf(api.pool);
  await estate.user('ann');
  await estate.user('bob');
  await estateOf(api.pool, OTHER_ORG_ID).user('stranger');
  for (const [username, status] of [
    ['ann', true],
    ['ann', true],
    ['bob', false],
    ['stranger', true],
  ] as const)
    await estate.insert('audits_userloginlog', {
      username,
      type: 'W',
      ip: '',
      city: '',
      user_agent: '',
      mfa: 0,
      reason: '',
      backend: '',
      status,
      datetime: new Date().toISOString(),
    });
  for (const risk_level of [0, 5])
    await estate.insert('terminal_command', {
      org_id: DEFAULT_ORG_ID,
      user: 'ann',
      asset: 'one',
      account: 'root',
      input: 'ls',
      output: '',
      session: randomUUID(),
      risk_level,
      timestamp: Math.floor(Date.now() / 1000),
    });
  auditor = api.as({ permissions: ['rbac.view_audit'] });
});
afterAll(() => api.stop());

const attention = async (of = api.as({ superuser: true })) =>
  (await of.get('/api/v1/index/attention/')).json as Record<string, number>;

const component = (type: string, facts: object = {}) =>
  estateOf(api.pool).insert('terminal_terminal', {
    name: `${type} ${randomUUID()}`,
    type,
    remote_addr: '',
    command_storage: 'default',
    replay_storage: 'default',
    is_deleted: false,
    comment: '',
    date_created: ago(1),
    ...facts,
  });

const permissionUntil = async (hours: number, facts: object = {}) => {
  const { status } = await api.as({ superuser: true }).post('/api/v1/perms/asset-permissions/', {
    name: randomUUID(),
    accounts: ['@ALL'],
    date_expired: ago(-hours),
    ...facts,
  });
  expect(status).toBe(201);
};

const ask = async (query: string, of = auditor) =>
  (await of.get(`/api/v1/index/?${query}`)).json as Record<string, unknown>;

test('only requested numbers are returned, and parameters may contain blanks', async () => {
  expect(await ask('total_count_assets=1%20')).toEqual({ total_count_assets: 2 });
  expect(await ask('days=7%20%20&total_count_history_sessions=1%20')).toEqual({
    total_count_history_sessions: 3,
  });
  expect(await ask('')).toEqual({});
});

test('totals are counted in the organization, for the current day and for the requested range', async () => {
  expect(await ask('total_count=1')).toMatchObject({
    total_count_users: 2,
    total_count_assets: 2,
    total_count_login_users: 1,
    total_count_user_login_logs: 3,
    total_count_user_login_success_logs: 2,
    total_count_today_active_assets: 2,
    total_count_online_users: 1,
    total_count_online_sessions: 1,
    total_count_today_failed_sessions: 1,
    total_count_history_sessions: 2,
    total_count_commands: 2,
    total_count_commands_danger: 1,
    total_count_type_to_assets_amount: [{ type: 'linux', total: 2, label: 'Linux' }],
  });
  const elsewhere = api.as({ permissions: ['rbac.view_console'], org: OTHER_ORG_ID });
  expect(await ask('total_count=1', elsewhere)).toMatchObject({
    total_count_users: 1,
    total_count_assets: 0,
    total_count_online_sessions: 0,
    total_count_commands: 0,
    total_count_user_login_logs: 1,
  });
  const everywhere = api.as({ superuser: true, org: ROOT_ORG_ID });
  expect(await ask('total_count_users=1', everywhere)).toEqual({ total_count_users: 3 });
});

test('series have one number a day, today last', async () => {
  const body = await ask('dates_metrics=1&session_dates_metrics=1&days=7');
  const series = [
    'dates_metrics_date',
    'dates_metrics_total_count_login',
    'dates_metrics_total_count_active_users',
    'dates_metrics_total_count_active_assets',
    'dates_metrics_total_count_session',
  ].map((name) => body[name] as unknown[]);
  expect(series.map((line) => line.length)).toEqual([7, 7, 7, 7, 7]);
  expect(series.map((line) => line.at(-1))).toEqual([new Date().toISOString().slice(5, 10), 4, 2, 2, 3]);
  expect(series[4]?.[3]).toBe(1);
});

test('rankings name who connects most and to what', async () => {
  const body = await ask('dates_login_times_top10_users=1&dates_login_times_top10_assets=1&days=30');
  const users = body.dates_login_times_top10_users as { user_id: string; total: number; user: string }[];
  expect(users.map((row) => [row.user_id, row.total, row.user]).sort()).toEqual([
    ['ann', 2, 'ANN(ann)'],
    ['bob', 2, 'BOB(bob)'],
  ]);
  expect(body.dates_login_times_top10_assets).toHaveLength(2);
  const latest = await ask('dates_login_record_top10_sessions=1&days=1');
  expect(latest.dates_login_record_top10_sessions).toHaveLength(3);
});

test('B-9-021 the latest ten connections are shown, and the top ten users and assets', async () => {
  const estate = estateOf(api.pool, OTHER_ORG_ID);
  for (let hour = 0; hour < 12; hour += 1)
    await sessionIn(estate, OTHER_ORG_ID, `asset-${hour}`, `user-${hour}`, { date_start: ago(hour / 60) });
  const body = await ask(
    'dates_login_record_top10_sessions=1&dates_login_times_top10_users=1&dates_login_times_top10_assets=1&days=7',
    api.as({ permissions: ['rbac.view_audit'], org: OTHER_ORG_ID }),
  );
  const assets = (name: string) => (body[name] as { asset: string }[]).map((row) => row.asset);
  const latest = Array.from({ length: 10 }, (_, hour) => `asset-${hour}`);
  expect(assets('dates_login_record_top10_sessions')).toEqual(latest);
  expect(assets('dates_login_times_top10_assets')).toEqual(latest);
  expect(body.dates_login_times_top10_users).toHaveLength(10);
});

const calm = {
  waiting_tickets: 0,
  failed_sessions: 0,
  rejected_commands: 0,
  unreachable_assets: 0,
  expiring_permissions: 0,
  offline_components: 0,
};

test('what needs attention is counted in the organization', async () => {
  const estate = estateOf(api.pool);
  const [lost, reached] = [await estate.asset({ name: 'lost' }), await estate.asset({ name: 'reached' })];
  await api.pool.query(
    `update assets_asset set connectivity = case id when $1 then 'err' else 'ok' end
    where id in ($1, $2)`,
    [lost, reached],
  );
  await permissionUntil(71);
  await permissionUntil(1);
  await permissionUntil(73);
  await permissionUntil(71, { is_active: false });
  await permissionUntil(-1, { date_start: ago(48) });
  const [live] = [await component('koko'), await component('koko'), await component('core')];
  await component('koko', { is_deleted: true });
  const heartbeat = { terminal: live, session_online: 0, cpu_load: 1, memory_used: 1, disk_used: 1 };
  await estate.insert('terminal_status', { ...heartbeat, date_created: new Date().toISOString() });
  expect(await attention()).toEqual({
    waiting_tickets: 0,
    failed_sessions: 1,
    rejected_commands: 1,
    unreachable_assets: 1,
    expiring_permissions: 2,
    offline_components: 1,
  });
  const elsewhere = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect(await attention(elsewhere)).toEqual({ ...calm, offline_components: 1 });
  const listed = await api.as({ superuser: true }).get('/api/v1/perms/asset-permissions/?expires_within=3');
  expect(listed.json).toHaveLength(2);
  for (const [days, n] of [
    ['0', 0],
    ['4', 3],
  ] as const)
    expect(
      (await api.as({ superuser: true }).get(`/api/v1/perms/asset-permissions/?expires_within=${days}`)).json,
    ).toHaveLength(n);
  for (const wrong of ['-1', 'x', '36501', '1.5'])
    expect(
      (await api.as({ superuser: true }).get(`/api/v1/perms/asset-permissions/?expires_within=${wrong}`))
        .status,
    ).toBe(400);
});

test.each([
  ['tickets.view_ticket', 'waiting_tickets'],
  ['terminal.view_session', 'failed_sessions'],
  ['terminal.view_command', 'rejected_commands'],
  ['assets.view_asset', 'unreachable_assets'],
  ['perms.view_assetpermission', 'expiring_permissions'],
  ['terminal.view_terminal', 'offline_components'],
])('only users with %s learn of %s', async (permission, key) => {
  const seer = api.as({ permissions: ['rbac.view_console', permission] });
  expect(Object.keys(await attention(seer))).toEqual([key]);
  expect((await api.as({ permissions: [permission] }).get('/api/v1/index/attention/')).status).toBe(403);
});

test.each([
  [6.5, { licence_days: 6 }],
  [-1.5, { licence_days: -2 }],
  [7.5, {}],
])('a licence that ends within a week needs attention: in %d days', async (days, told) => {
  await storeLicence(api.pool, makeLicence({ date_expired: ago(-24 * days) }));
  await api.services.settings.reload();
  const holder = api.as({ permissions: ['rbac.view_console', 'settings.change_license'] });
  expect(await attention(holder)).toEqual(told);
  expect(await attention(api.as({ permissions: ['rbac.view_console'] }))).toEqual({});
});

test('numbers need the permission for their dashboard', async () => {
  expect((await api.as({ permissions: [] }).get('/api/v1/index/?all=1')).status).toBe(403);
  expect(Object.keys(await ask('all=1')).length).toBeGreaterThan(25);
});
