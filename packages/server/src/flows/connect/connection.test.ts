import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { visitorMark } from './visitor.ts';

type Wire = { id: string; [field: string]: unknown };
const tokens = '/api/v1/authentication/connection-token/';
const calls = '/api/v1/authentication/super-connection-token/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let ann: ReturnType<(typeof api)['as']>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const protocols = [
    { name: 'ssh', port: 2222 },
    { name: 'sftp', port: 0 },
  ];
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', protocols });
  ids.idle = await estate.asset({ name: 'idle', active: false });
  ids.ann = await estate.user('ann');
  ann = api.as({ id: ids.ann, username: 'ann', permissions: permissionsOfBuiltinRole(builtinRoles.user) });
  gateway = await registerComponent(api, '[KoKo]-connects');
  const rule = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'ann on host-1',
    users: [ids.ann],
    assets: [ids.host, ids.idle],
    accounts: ['@INPUT', '@USER', '@ANON'],
    actions: ['connect', 'paste'],
    date_expired: '2061-02-03T04:05:06Z',
  });
  expect(rule.status, rule.text).toBe(201);
});
afterAll(() => api.stop());

const ask = (more: object = {}) =>
  ann.post(tokens, {
    asset: ids.host,
    account: '@USER',
    protocol: 'ssh',
    connect_method: 'web_cli',
    ...more,
  });
const tokenFor = async (more: object = {}) => {
  const made = await ask(more);
  expect(made.status, made.text).toBe(201);
  return made.json as Wire;
};
const redeem = (id: string) =>
  gateway.post(`${calls}secret/`, {
    id,
    visitor: visitorMark({ user: String(ids.ann), address: '127.0.0.1' }, api.services.vault),
  });
const set = async (values: Parameters<typeof api.services.settings.set>[0]) => {
  await api.services.settings.set(values, api.services.db);
  await api.services.settings.reload();
};

/** The connect methods of the reference that belong to no app (reference 04, connect methods). */
const methods = [
  ...['web_cli', 'web_sftp', 'web_gui'],
  ...['ssh_client', 'ssh_guide', 'sftp_client', 'db_client', 'db_guide', 'mstsc'],
];

test('the connect methods of the reference are accepted, and no others', async () => {
  for (const connect_method of methods)
    expect(await tokenFor({ connect_method })).toMatchObject({ connect_method });
  const refused = await ask({ connect_method: 'pigeon' });
  expect([refused.status, refused.json]).toEqual([
    400,
    { connect_method: ['"pigeon" is not one of the choices.'] },
  ]);
});

test('the refusal of a connection names the field at fault', async () => {
  const refusal = async (more: object) => {
    const { status, json } = await ask(more);
    return [status, json];
  };
  const unknown = (pk: unknown) => ({ asset: [`"${pk}" does not exist or is not visible to you.`] });
  expect(await refusal({ asset: ids.idle })).toEqual([400, unknown(ids.idle)]);
  expect(await refusal({ account: '@ANON' })).toEqual([400, { account: [expect.any(String)] }]);
  expect(await refusal({ protocol: 'rdp' })).toEqual([
    400,
    { protocol: [expect.stringMatching(/rdp.*host-1|host-1.*rdp/)] },
  ]);
});

test('a gateway gets everything it needs for one connection', async () => {
  const { id } = await tokenFor({ account: '@INPUT', input_username: 'deploy', input_secret: 'typed' });
  const answer = await redeem(id);
  expect(answer.status, answer.text).toBe(200);
  const sshSetting = { old_ssh_version: false, sftp_enabled: true, sftp_home: '/tmp' };
  expect(answer.json).toEqual({
    id,
    value: expect.stringMatching(/^[\w-]{16}$/),
    user: { id: ids.ann, name: 'ANN', username: 'ann', email: expect.any(String) },
    asset: {
      ...{ category: 'host', type: 'linux', info: {}, spec_info: {}, secret_info: {} },
      ...{ id: ids.host, name: 'host-1', address: '10.0.0.7', org_id: DEFAULT_ORG_ID },
      protocols: [{ name: 'ssh', port: 2222 }],
    },
    account: {
      ...{ id: null, name: '@INPUT', alias: '@INPUT', username: 'deploy', secret: 'typed', passphrase: null },
      secret_type: { value: 'password', label: 'password' },
      ...{ privileged: false, su_from: null },
    },
    platform: expect.objectContaining({
      category: { value: 'host', label: 'Host' },
      domain_enabled: true,
      custom_fields: [],
      id: expect.any(Number),
      name: 'Linux',
      charset: { value: 'utf-8', label: 'utf-8' },
      protocols: [
        expect.objectContaining({ name: 'ssh', port: 22, setting: sshSetting, public: true }),
        expect.objectContaining({ name: 'sftp', port: 22, setting: {}, secret_types: expect.any(Array) }),
      ],
    }),
    domain: null,
    ...{ gateway: null, command_filter_acls: [], from_ticket: null },
    ...{ org_id: DEFAULT_ORG_ID, org_name: 'DEFAULT' },
    known_host_keys: [],
    protocol: 'ssh',
    connect_method: { value: 'web_cli', label: 'Web CLI', type: 'web', component: 'koko' },
    connect_options: expect.objectContaining({ terminal_theme_name: 'Default' }),
    actions: [
      { value: 'connect', label: 'Connect' },
      { value: 'paste', label: 'Paste' },
    ],
    expire_at: Date.parse('2061-02-03T04:05:06Z') / 1000,
    remote_addr: '127.0.0.1',
  });
  const { rows } = await api.pool.query(
    'select input_secret, date_expired <= now() as over from authentication_connectiontoken where id = $1',
    [id],
  );
  expect(rows).toEqual([{ input_secret: null, over: true }]);
  const own = await redeem((await tokenFor({ input_secret: 'x' })).id);
  expect((own.json as unknown as { account: object }).account).toMatchObject({
    alias: '@USER',
    username: 'ann',
    secret: 'x',
  });
});

test('a component that will redeem a token again keeps it until it expires', async () => {
  const { id } = await tokenFor({ input_secret: 'x' });
  const keeping = { id, expire_now: false };
  const again = async (body: object) => (await gateway.post(`${calls}secret/`, body)).status;
  expect([await again(keeping), await again(keeping), await again({ id }), await again({ id })]).toEqual([
    200, 200, 200, 400,
  ]);
});

test('a connection token is valid as long as the settings say, and longer if it is reusable', async () => {
  await set({ CONNECTION_TOKEN_ONETIME_EXPIRATION: 600, CONNECTION_TOKEN_REUSABLE_EXPIRATION: 9_000 });
  const lifetime = async (more: object) => {
    const { expire_time, is_reusable } = await tokenFor(more);
    return [is_reusable, Math.round(Number(expire_time) / 100)];
  };
  expect(await lifetime({ is_reusable: true })).toEqual([false, 6]);
  await set({ CONNECTION_TOKEN_REUSABLE: true });
  expect(await lifetime({ is_reusable: true })).toEqual([true, 90]);
  expect(await lifetime({})).toEqual([false, 6]);
  const { id } = await tokenFor({ is_reusable: true });
  const reuse = async (is_reusable: boolean) => {
    const { json } = await ann.patch(`${tokens}${id}/reuse/`, { is_reusable });
    const { expire_time } = (await ann.get(`${tokens}${id}/`)).json as Wire;
    return [(json as Wire).is_reusable, Math.round(Number(expire_time) / 100)];
  };
  expect([await reuse(false), await reuse(true)]).toEqual([
    [false, 6],
    [true, 90],
  ]);
  await set({ CONNECTION_TOKEN_REUSABLE: false });
  const refused = await ann.patch(`${tokens}${id}/reuse/`, { is_reusable: true });
  expect([refused.status, refused.json]).toEqual([400, ['Reusable connection tokens are switched off.']]);
});

test('a short list of tokens still names user, asset and account', async () => {
  await tokenFor({});
  const [row] = (await ann.get(`${tokens}?fields_size=small`)).json as Wire[];
  expect(row).toMatchObject({
    user: expect.anything(),
    asset: expect.anything(),
    account: expect.any(String),
  });
  const [least] = (await ann.get(`${tokens}?fields_size=mini`)).json as Wire[];
  expect(Object.keys(least ?? {})).toEqual(['id', 'value']);
});

test('a connection token can be exchanged for a new one, and expiring it clears its secret', async () => {
  const { id } = await tokenFor({ account: '@INPUT', input_username: 'deploy', input_secret: 'typed' });
  const exchanged = await ann.post(`${tokens}exchange/`, { id });
  expect(exchanged.json).toMatchObject({ account: '@INPUT', input_username: 'deploy', protocol: 'ssh' });
  expect((exchanged.json as Wire).id).not.toBe(id);
  await ann.patch(`${tokens}${id}/expire/`);
  const { rows } = await api.pool.query(
    'select input_secret, date_expired <= now() as over from authentication_connectiontoken where id = $1',
    [id],
  );
  expect(rows).toEqual([{ input_secret: null, over: true }]);
  const answer = await redeem(id);
  expect([answer.status, answer.json]).toMatchObject([400, { code: 'connection_token_invalid' }]);
  for (const odd of ['x', randomUUID()]) expect((await redeem(odd)).status).toBe(400);
});

test('a running connection ends with a reason when its permission, its asset or its user is disabled', async () => {
  const { id } = await tokenFor();
  await redeem(id);
  const renewal = async (token = id) => (await gateway.patch(`${calls}renewal/`, { id: token })).json;
  const over = {
    ok: false,
    reason: 'permission_expired',
    msg: 'The permission has expired.',
    expire_at: null,
  };
  const running = {
    ok: true,
    msg: '',
    expire_at: Date.parse('2061-02-03T04:05:06Z') / 1000,
    command_filter_acls: [],
  };
  expect(await renewal()).toEqual(running);
  for (const odd of ['x', randomUUID()]) expect(await renewal(odd)).toEqual(over);
  const change = (statement: string) =>
    api.pool.query(statement, [statement.includes('assets') ? ids.host : ids.ann]);
  await change('update assets_asset set is_active = false where id = $1');
  expect(await renewal()).toEqual(over);
  await change('update assets_asset set is_active = true where id = $1');
  await change('update users_user set is_active = false where id = $1');
  expect(await renewal()).toEqual({ ...over, reason: 'user_disabled' });
  await change('update users_user set is_active = true where id = $1');
  expect(await renewal()).toEqual(running);
  await api.pool.query('update perms_assetpermission set is_active = false');
  expect(await renewal()).toEqual(over);
  await api.pool.query('update perms_assetpermission set is_active = true');
});
