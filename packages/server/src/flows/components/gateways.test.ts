import { protocols } from '@gatehouse/contract/assets/protocols.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { gatewayOfSession, gatewaysForToken } from './gateways.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
beforeAll(async () => {
  api = await startApi();
  gateway = await registerComponent(api, '[KoKo]-one');
});
afterAll(() => api.stop());

const beat = (offer: unknown) =>
  gateway.post('/api/v1/terminal/terminals/status/', { sessions: [], session_online: 0, gateway: offer });
const openable = async () => {
  const { json } = await api.as({}).get('/api/v1/terminal/components/connect-methods/');
  return Object.entries(json as Record<string, object[]>).flatMap(([name, ways]) =>
    ways.length ? name : [],
  );
};
const known = async () => (await api.pool.query('select address, protocols from terminal_gateway')).rows;

test('what may be opened depends on the protocols gateways report', async () => {
  expect(await openable()).toEqual(['ssh']);
  await beat({ address: 'http://10.0.0.7:5000', protocols: ['telnet', 'ssh', 'smoke-signals'] });
  expect(await openable()).toEqual(['ssh', 'telnet']);
  const flat = await api.as({}).get('/api/v1/terminal/components/connect-methods/?flat=1');
  expect(flat.json).toMatchObject([{ value: 'web_cli' }]);
  await beat({ address: 'http://10.0.0.7:5001', protocols: ['ssh'] });
  expect([await openable(), await known()]).toEqual([
    ['ssh'],
    [{ address: 'http://10.0.0.7:5001', protocols: ['ssh'] }],
  ]);
});

test('a gateway that listens on all addresses is reached at the address its heartbeat came from', async () => {
  for (const host of ['0.0.0.0', '[::]']) {
    await beat({ address: `http://${host}:5000`, protocols: ['ssh'] });
    expect(await known()).toMatchObject([{ address: 'http://127.0.0.1:5000' }]);
  }
});

test.each([
  undefined,
  'ssh',
  { address: 'https://10.0.0.7', protocols: ['ssh'] },
  { address: 'file:///etc/passwd', protocols: ['ssh'] },
  { address: 'http://169.254.169.254', protocols: ['ssh'] },
  { address: 'http://metadata.google.internal:80', protocols: ['ssh'] },
  { address: 'http://10.0.0.7', protocols: 'ssh' },
  { address: 'http://10.0.0.7', protocols: Array.from({ length: 51 }, () => 'ssh') },
])('the announcement %j is ignored, but its heartbeat is not', async (offer) => {
  const before = await known();
  expect((await beat(offer)).status).toBe(201);
  expect(await known()).toEqual(before);
});

test('only gateways get connections: the offer of another type of component is ignored', async () => {
  const before = await known();
  const setType = (type: string) => api.pool.query('update terminal_terminal set type = $1', [type]);
  await setType('celery');
  expect((await beat({ address: 'http://10.6.6.6:5000', protocols: ['ssh'] })).status).toBe(201);
  expect(await known()).toEqual(before);
  await setType('koko');
  await beat({ address: 'http://10.0.0.8:5000', protocols: ['ssh'] });
  expect(await known()).toMatchObject([{ address: 'http://10.0.0.8:5000' }]);
});

test('no user can have connections sent anywhere: only the heartbeat of a gateway names an address', async () => {
  const before = await known();
  const offer = { address: 'http://10.6.6.6:80', protocols: ['ssh'] };
  const body = { sessions: [], session_online: 0, gateway: offer };
  const permissions = ['terminal.add_status', 'terminal.change_task'];
  for (const caller of [
    api.as({ superuser: true }),
    api.as({ permissions }),
    api.as({ serviceAccount: true, permissions }),
  ])
    for (const path of [
      'status/',
      'terminals/status/',
      'terminals/00000000-0000-4000-8000-000000000001/status/',
    ])
      expect((await caller.post(`/api/v1/terminal/${path}`, body)).status).toBeGreaterThanOrEqual(400);
  expect(await known()).toEqual(before);
});

test('a disabled gateway is sent no connections, neither new ones nor those of its sessions', async () => {
  await beat({ address: 'http://10.0.0.9:5000', protocols: ['telnet'] });
  const session = await gateway.session();
  const routes = async () => [
    await gatewayOfSession(session, api.services.db),
    await gatewaysForToken('', api.services.db),
  ];
  const setActive = (isActive: boolean) =>
    api.pool.query('update users_user set is_active = $1 where is_service_account', [isActive]);
  await beat({ address: 'http://10.0.0.9:5000', protocols: ['ssh'] });
  expect(await routes()).toEqual([['http://10.0.0.9:5000'], ['http://10.0.0.9:5000']]);
  await setActive(false);
  expect(await routes()).toEqual([[], []]);
  expect((await gateway.post('/api/v1/terminal/terminals/status/', { sessions: [] })).status).toBe(403);
  await setActive(true);
  expect((await routes()).flat()).toHaveLength(2);
  await gateway.patch(`/api/v1/terminal/sessions/${session}/`, { is_finished: true });
});

test('the protocols of a deleted gateway are no longer offered', async () => {
  await beat({ address: 'http://10.0.0.7:5000', protocols: ['telnet'] });
  const admin = api.as({ superuser: true });
  const { rows } = await api.pool.query('select terminal from terminal_gateway');
  expect((await admin.delete(`/api/v1/terminal/terminals/${rows[0].terminal}/`)).status).toBe(204);
  expect(await openable()).toEqual(['ssh']);
});

test('every connect method is listed with what a client needs to choose it', async () => {
  const method = {
    component: 'koko',
    type: 'web',
    endpoint_protocol: 'http',
    value: 'web_cli',
    label: 'Web CLI',
  };
  const url = '/api/v1/terminal/components/connect-methods/';
  expect((await api.as({}).get(`${url}?flat=1`)).json).toEqual([method]);
  // Clients of the protocol look each protocol up, also those that nothing opens.
  const none = Object.fromEntries(protocols.map(({ name }) => [name, []]));
  expect((await api.as({}).get(url)).json).toEqual({ ...none, ssh: [method] });
});

test('the tree of command storages counts the commands that match the filter, below one root', async () => {
  const holder = await registerComponent(api, 'counted');
  const session = await holder.session();
  const command = {
    org_id: DEFAULT_ORG_ID,
    user: 'u',
    asset: 'a',
    account: 'c',
    output: '',
    session,
    timestamp: 1,
  };
  const sent = await holder.post('/api/v1/terminal/commands/', [
    { ...command, input: 'id' },
    { ...command, input: 'ls' },
  ]);
  expect(sent.status, sent.text).toBe(201);
  const tree = async (query: string) =>
    (await api.as({ superuser: true }).get(`/api/v1/terminal/command-storages/tree/?${query}`)).json;
  const storage = (count: number) => ({
    id: '00000000-0000-0000-0000-000000000001',
    name: `default(server)(${count})`,
    title: 'default(server)',
    pId: 'root',
    isParent: false,
    open: false,
    valid: true,
    meta: { type: 'storage' },
  });
  const root = {
    id: 'root',
    name: 'Command storages',
    title: 'Command storages',
    pId: '',
    isParent: true,
    open: true,
    meta: { type: 'root' },
  };
  expect(await tree('')).toEqual([storage(2), root]);
  expect(await tree('input=ls')).toEqual([storage(1), root]);
});

test('a gateway that lost a screen says so in the list of commands, in words', async () => {
  const holder = await registerComponent(api, 'blind');
  const session = await holder.session();
  const command = { org_id: DEFAULT_ORG_ID, user: 'u', asset: 'a', account: 'c', output: '', risk_level: 0 };
  const sent = await holder.post('/api/v1/terminal/commands/', [
    { ...command, session, input: 'gatehouse:screen_lost', timestamp: 2 },
    { ...command, session, input: 'gatehouse:screen', timestamp: 1 },
  ]);
  expect(sent.status, sent.text).toBe(201);
  const { json } = await api
    .as({ superuser: true })
    .get(`/api/v1/terminal/commands/?session_id=${session}&order=timestamp`);
  expect((json as unknown as { input: string }[]).map(({ input }) => input)).toEqual([
    'gatehouse:screen',
    '[Commands entered around this time may be missing here: the gateway could not read the screen. The recording is complete.]',
  ]);
});

test('commands that cannot be stored are refused with the names of the invalid fields', async () => {
  const holder = await registerComponent(api, 'faulty');
  const command = { org_id: DEFAULT_ORG_ID, user: 'u', asset: 'a', account: 'c', input: 'id', output: '' };
  const session = await holder.session();
  const answer = await holder.post('/api/v1/terminal/commands/', [
    { ...command, session, timestamp: 'never' },
  ]);
  expect([answer.status, answer.json]).toEqual([401, { msg: 'invalid', errors: ['timestamp'] }]);
});

test('a component that registers gets its service account and access key', async () => {
  const facts = { name: '[KoKo]-new', type: 'koko', comment: 'in the cellar' };
  const send = (authorization: string) =>
    api.as({ anonymous: true }).post('/api/v1/terminal/terminal-registrations/', facts, { authorization });
  expect((await send('')).status).toBe(401);
  const made = await send('BootstrapToken bootstrap-token-for-tests');
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  expect([made.status, made.json]).toEqual([
    201,
    {
      ...facts,
      remote_addr: '127.0.0.1',
      service_account: {
        id: uuid,
        name: facts.name,
        comment: facts.comment,
        access_key: {
          ...{ id: uuid, secret: expect.stringMatching(/^[\w-]{36}$/), is_active: true, ip_group: ['*'] },
          ...{ date_created: expect.stringMatching(/^\d{4}\//), date_last_used: null },
        },
      },
    },
  ]);
  const { rows } = await api.pool.query(
    `select u.is_service_account, u.is_first_login, u.comment, u.email, r.name as role, b.scope, b.org
       from users_user u join rbac_rolebinding b on b."user" = u.id join rbac_role r on r.id = b.role
       where u.username = $1`,
    [facts.name],
  );
  expect(rows).toEqual([
    {
      is_service_account: true,
      is_first_login: false,
      comment: 'in the cellar',
      email: expect.stringMatching(/^[\da-f]{24}@local\.domain$/),
      role: 'SystemComponent',
      scope: 'system',
      org: null,
    },
  ]);
  const again = await send('BootstrapToken bootstrap-token-for-tests');
  expect([again.status, Object.keys(again.json as object)]).toEqual([400, ['name']]);
});
