import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

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

test('numbers need the permission for their dashboard', async () => {
  expect((await api.as({ permissions: [] }).get('/api/v1/index/?all=1')).status).toBe(403);
  expect(Object.keys(await ask('all=1')).length).toBeGreaterThan(25);
});
