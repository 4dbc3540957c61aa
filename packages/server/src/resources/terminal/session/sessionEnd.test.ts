import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../../test/api.ts';
import { registerComponent } from '../../../../test/component.ts';

type Wire = { [field: string]: unknown };
const terminal = '/api/v1/terminal/';

let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
beforeAll(async () => {
  api = await startApi();
  gateway = await registerComponent(api, '[KoKo]-ending');
});
afterAll(() => api.stop());

const session = async (id: string) =>
  (await api.as({ superuser: true }).get(`${terminal}sessions/${id}/`)).json as Wire;

test('a session reported as finished without a time ended just now, and is no longer paused', async () => {
  const [silent, dated] = [await gateway.session(), await gateway.session()];
  await api.pool.query('update terminal_session set is_locked = true where id = $1', [silent]);
  const began = Date.now() - 1_000;
  await gateway.patch(`${terminal}sessions/${silent}/`, { is_finished: true });
  const ended = await session(silent);
  expect(ended).toMatchObject({ is_finished: true, is_locked: false });
  expect(Date.parse(String(ended.date_end))).toBeGreaterThanOrEqual(began);
  const date_end = '2031-01-02T03:04:05.000Z';
  await gateway.patch(`${terminal}sessions/${dated}/`, { is_finished: true, date_end });
  expect(Date.parse(String((await session(dated)).date_end))).toBe(Date.parse(date_end));
});

test('once the gateway reports the end of a session marked as lost, its report replaces that mark', async () => {
  const end = async (error_reason: string, report: object) => {
    const id = await gateway.session();
    await api.pool.query(
      'update terminal_session set is_finished = true, date_end = now(), error_reason = $2 where id = $1',
      [id, error_reason],
    );
    await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true, ...report });
    return (await session(id)).error_reason as Wire;
  };
  expect((await end('gateway_lost', {})).value).toBe('');
  expect((await end('gateway_lost', { error_reason: 'connect_failed' })).value).toBe('connect_failed');
  expect((await end('connect_failed', {})).value).toBe('connect_failed');
});

const list = async (query: string) =>
  (await api.as({ superuser: true }).get(`${terminal}sessions/?${query}`)).json as Wire[];

test('a running session of type normal can be monitored if its component supports it', async () => {
  const id = await gateway.session();
  const canJoin = async (type: string, of = id) => {
    await api.pool.query("update terminal_terminal set type = $1 where name = '[KoKo]-ending'", [type]);
    return (await session(of)).can_join;
  };
  const types = ['koko', 'lion', 'razor', 'magnus', 'core'];
  const found: unknown[] = [];
  for (const type of types) found.push(await canJoin(type));
  expect(found).toEqual([true, true, true, false, false]);
  expect(await canJoin('koko', await gateway.session({ type: 'tunnel' }))).toBe(false);
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  expect(await session(id)).toMatchObject({ can_join: false, can_terminate: false });
});

test('a session shows its component, its duration and its asset of up to 128 characters', async () => {
  const id = await gateway.session({ date_start: '2026-03-18T12:00:00Z', asset: 'x'.repeat(128) });
  const [{ id: own } = { id: '' }] = (
    await api.pool.query("select id::text as id from terminal_terminal where name = '[KoKo]-ending'")
  ).rows;
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true, date_end: '2026-03-18T13:02:03Z' });
  expect(await session(id)).toMatchObject({
    terminal_display: '[KoKo]-ending',
    duration: '1:02:03',
    asset: 'x'.repeat(128),
  });
  for (const value of [own, '[KoKo]-ending'])
    expect((await list(`terminal=${encodeURIComponent(value)}`)).map((row) => row.id)).toContain(id);
  expect(await list('terminal=other')).toEqual([]);
});

test('a session belongs to the organization that its component names, which must exist', async () => {
  const id = await gateway.session({ org_id: OTHER_ORG_ID });
  const { rows } = await api.pool.query('select org_id::text as org from terminal_session where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ org: OTHER_ORG_ID }]);
  await expect(gateway.session({ org_id: '10000000-0000-4000-8000-0000000000ff' })).rejects.toThrow('org_id');
});

test('the end of a session finishes its open tasks and records when', async () => {
  const id = await gateway.session();
  const admin = api.as({ superuser: true });
  await admin.post(`${terminal}tasks/kill-session/`, [id]);
  const orders = async () =>
    (
      await api.pool.query(
        'select name, is_finished, date_finished is not null as dated, kwargs, created_by from terminal_task where args = $1',
        [id],
      )
    ).rows;
  const order = { name: 'kill_session', created_by: 'Tester' };
  const kwargs = { terminated_by: 'Tester', created_by: 'Tester' };
  expect(await orders()).toEqual([{ ...order, kwargs, is_finished: false, dated: false }]);
  await gateway.patch(`${terminal}sessions/${id}/`, { is_finished: true });
  expect(await orders()).toEqual([{ ...order, kwargs, is_finished: true, dated: true }]);
});

test('commands are found by user, asset, session and input, and show the remote address', async () => {
  const id = await gateway.session({ remote_addr: '10.2.3.4' });
  const command = {
    org_id: DEFAULT_ORG_ID,
    user: 'Zoe(zoe)',
    asset: 'db-9(10.0.0.9)',
    account: 'root',
    output: '',
  };
  const sent = await gateway.post(`${terminal}commands/`, [
    { ...command, session: id, input: 'find me', timestamp: 1_700_000_000 },
  ]);
  expect(sent.status, sent.text).toBe(201);
  const { asset_id } = await session(id);
  const inputs = async (query: string) => {
    const rows = (await api.as({ superuser: true }).get(`${terminal}commands/?${query}`)).json as Wire[];
    return rows.map((row) => row.input);
  };
  for (const query of [
    'user=zoe',
    'user=Zoe',
    'asset=DB-9',
    `asset_id=${asset_id}`,
    `session_id=${id}`,
    'input=FIND',
  ])
    expect([query, await inputs(query)]).toEqual([query, ['find me']]);
  for (const query of ['user=oe(', 'asset=db-8', `asset_id=${id}`, 'input=lose'])
    expect([query, await inputs(query)]).toEqual([query, []]);
  const [row] = (await api.as({ superuser: true }).get(`${terminal}commands/?session_id=${id}`))
    .json as Wire[];
  expect(row).toMatchObject({ remote_addr: '10.2.3.4', timestamp_display: '2023/11/14 22:13:20 +0000' });
  expect(await session(id)).toMatchObject({ has_command: true, command_amount: 1 });
  const stranger = await registerComponent(api, 'stranger');
  expect(
    (await stranger.post(`${terminal}commands/`, [{ ...command, session: id, input: 'x', timestamp: 1 }]))
      .status,
  ).toBe(404);
});

test.each([
  ['no command', [], 0, 'Accepted'],
  ['accepted commands', [0, 0], 0, 'Accepted'],
  ['a warning', [0, 7, 4, 8], 4, 'Warned'],
  ['a cancelled review', [7, 8, 0], 8, 'Reviewed, cancelled'],
  ['a passed review', [0, 7], 7, 'Reviewed, accepted'],
  ['a failed review', [4, 6, 8], 6, 'Reviewed, rejected'],
  ['a refusal', [6, 5, 4], 5, 'Rejected'],
])(
  'B-3-018 the risk level of a session with %s is the worst of its commands',
  async (_what, levels, value, label) => {
    const [id, other] = [await gateway.session(), await gateway.session()];
    const command = {
      org_id: DEFAULT_ORG_ID,
      user: 'Zoe(zoe)',
      asset: 'db',
      account: 'root',
      output: '',
      timestamp: 1,
    };
    const posted = [
      ...levels.map((risk_level) => ({ ...command, session: id, input: 'x', risk_level })),
      { ...command, session: other, input: 'y', risk_level: value === 5 ? 0 : 5 },
    ];
    expect((await gateway.post(`${terminal}commands/`, posted)).status).toBe(201);
    expect((await session(id)).risk_level).toEqual({ value, label });
    expect((await list(`ids=${id},${other}`)).find((row) => row.id === id)?.risk_level).toEqual({
      value,
      label,
    });
  },
);
