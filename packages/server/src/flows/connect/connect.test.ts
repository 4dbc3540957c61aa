import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { connectionSecretSchema, hostKeyVerdictSchema } from '@gatehouse/contract/wire/connection.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { lockedKey } from '../../../test/lockedKey.ts';
import { newPrivateKey } from '../../platform/crypto/sshKey.ts';
import { visitorMark } from './visitor.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: ReturnType<(typeof api)['as']>;
let ann: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};
const tokens = '/api/v1/authentication/connection-token/';
const secrets = '/api/v1/authentication/super-connection-token/secret/';
const permissions = '/api/v1/perms/asset-permissions/';
const own = permissionsOfBuiltinRole(builtinRoles.user);
const request = () => ({ asset: ids.host, account: 'root', protocol: 'ssh', connect_method: 'web_cli' });
const tokenFor = async (body: object = {}, caller = ann) => {
  const made = await caller.post(tokens, { ...request(), ...body });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return made.json as Wire;
};
/** Redeems a token as the gateway does for the connecting user. */
const redeem = (
  id: string,
  visitor = visitorMark({ user: String(ids.ann), address: '127.0.0.1' }, api.services.vault),
) => gateway.post(secrets, { id, visitor });
const redeemed = async (id: string) => {
  const answer = await redeem(id);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return connectionSecretSchema.parse(answer.json);
};
const refusal = async (body: object, caller = ann) => {
  const answer = await caller.post(tokens, { ...request(), ...body });
  const json = answer.json as { code?: string };
  return [answer.status, json.code ?? Object.keys(json)[0]];
};
const setRule = (changes: object) => admin.patch(`${permissions}${ids.rule}/`, changes);

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.root = await estate.node('1', 'Default');
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', nodes: [ids.root] });
  ids.ann = await estate.user('ann');
  ids.bob = await estate.user('bob');
  const component = await estate.insert('users_user', {
    name: 'gw',
    username: 'gw',
    email: 'gw@x.local',
    public_key: '',
    mfa_level: 0,
    source: 'local',
    wechat: '',
    need_update_password: false,
    is_active: true,
    is_service_account: true,
    is_first_login: false,
    date_expired: '2099-01-01T00:00:00Z',
    date_joined: new Date().toISOString(),
    created_by: '',
    updated_by: '',
  });
  gateway = api.as({
    id: component,
    username: 'gw',
    serviceAccount: true,
    org: ROOT_ORG_ID,
    permissions: permissionsOfBuiltinRole(builtinRoles.systemComponent),
  });
  ann = api.as({ id: ids.ann, username: 'ann', permissions: own });
  const made = await admin.post('/api/v1/accounts/accounts/', {
    asset: ids.host,
    username: 'root',
    secret: 'sesame',
  });
  ids.account = (made.json as Wire).id;
  const rule = await admin.post(permissions, {
    name: 'ann on host-1',
    users: [ids.ann],
    assets: [ids.host],
    accounts: ['@ALL', '@INPUT', '@USER', '@ANON'],
    actions: ['connect', 'copy'],
  });
  ids.rule = (rule.json as Wire).id;
});
beforeEach(async () => {
  await setRule({
    is_active: true,
    protocols: ['all'],
    actions: ['connect', 'copy'],
    date_expired: '2099-01-01',
  });
});
afterAll(() => api.stop());

test('a token carries no secret, and redeeming it gives exactly one connection', async () => {
  const token = await tokenFor();
  expect(token).toMatchObject({
    account: 'root',
    user_display: 'ann(ann)',
    asset_display: 'host-1(10.0.0.7)',
    is_expired: false,
    is_reusable: false,
    actions: [{ value: 'connect' }, { value: 'copy' }],
    connect_options: { file_name_conflict_resolution: 'replace', terminal_theme_name: 'Default' },
  });
  expect(String(token.value)).toHaveLength(16);
  expect(token.expire_time).toBeGreaterThan(290);
  expect(JSON.stringify(token)).not.toContain('sesame');
  const secret = await redeemed(token.id);
  expect(secret).toMatchObject({
    user: { id: ids.ann, username: 'ann' },
    asset: { id: ids.host, address: '10.0.0.7', protocols: [{ name: 'ssh', port: 22 }] },
    account: { id: ids.account, username: 'root', secret: 'sesame', secret_type: { value: 'password' } },
    platform: { name: 'Linux', charset: { value: 'utf-8' } },
    protocol: 'ssh',
    domain: null,
  });
  expect(secret.actions.map((action) => action.value)).toEqual(['connect', 'copy']);
  const second = await redeem(token.id);
  expect([second.status, (second.json as { code: string }).code]).toEqual([400, 'connection_token_invalid']);
  expect((await ann.get(`${tokens}${token.id}/`)).status).toBe(404);
});

test('of many concurrent redemptions of a token, one succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id } = await tokenFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  }
});

test('a token is redeemed only for its own user, and stays valid when another user tries', async () => {
  const { id } = await tokenFor();
  const marks = [
    visitorMark({ user: String(ids.bob) }, api.services.vault),
    '',
    String(ids.ann),
    'x'.repeat(43),
  ];
  for (const mark of marks) {
    const { status, json } = await redeem(id, mark);
    expect([status, (json as { code: string }).code]).toEqual([400, 'connection_token_invalid']);
  }
  expect((await gateway.post(secrets, { id, visitor: null })).status).toBe(400);
  expect((await redeemed(id)).user.id).toBe(ids.ann);
});

test('a component that authenticates its users itself redeems a token without naming a visitor', async () => {
  const { id } = await tokenFor({ connect_method: 'ssh_client' });
  const { status, json } = await gateway.post(secrets, { id, expire_now: true });
  expect([status, (json as { user: { id: string } }).user.id]).toEqual([200, ids.ann]);
});

test('only gateways redeem tokens', async () => {
  const { id } = await tokenFor();
  expect((await ann.post(secrets, { id })).status).toBe(403);
  expect((await api.as({ anonymous: true }).post(secrets, { id })).status).toBe(401);
  expect((await gateway.post(secrets, { id: 'x' })).status).toBe(400);
  await redeemed(id);
});

test('a connection without permission is refused with the reason', async () => {
  expect(await refusal({ account: 'nobody' })).toEqual([400, 'perm_account_invalid']);
  expect(await refusal({ protocol: 'rdp' })).toEqual([400, 'protocol']);
  expect(await refusal({ account: '@ANON' })).toEqual([400, 'account']);
  expect(await refusal({ connect_method: 'zzz' })).toEqual([400, 'connect_method']);
  expect(await refusal({ asset: ids.ann })).toEqual([400, 'asset']);
  const bob = api.as({ id: ids.bob, username: 'bob', permissions: own });
  expect(await refusal({}, bob)).toEqual([400, 'perm_account_invalid']);
  await setRule({ protocols: ['sftp'] });
  expect(await refusal({})).toEqual([400, 'perm_account_invalid']);
  await setRule({ protocols: ['all'], actions: ['copy'] });
  expect(await refusal({})).toEqual([400, 'perm_account_invalid']);
  expect((await api.as({ id: ids.ann, permissions: [] }).post(tokens, request())).status).toBe(403);
});

test('a token is not redeemed once its permission, its user or the token itself is disabled or expired', async () => {
  const refusedAfter = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
    const { id } = await tokenFor();
    await change();
    const answer = await redeem(id);
    await back();
    return [answer.status, (answer.json as { code: string }).code];
  };
  const sql = (text: string) => () => api.pool.query(text, [ids.ann]);
  expect(
    await refusedAfter(
      () => setRule({ is_active: false }),
      () => setRule({ is_active: true }),
    ),
  ).toEqual([400, 'perm_account_invalid']);
  expect(
    await refusedAfter(
      sql('update users_user set is_active = false where id = $1'),
      sql('update users_user set is_active = true where id = $1'),
    ),
  ).toEqual([400, 'connection_token_invalid']);
  expect(
    await refusedAfter(
      sql('update users_user set date_expired = now() where id = $1'),
      sql("update users_user set date_expired = '2099-01-01' where id = $1"),
    ),
  ).toEqual([400, 'connection_token_invalid']);
  const { id } = await tokenFor();
  expect((await ann.patch(`${tokens}${id}/expire/`)).status).toBe(204);
  expect((await redeem(id)).status).toBe(400);
});

test('a typed secret is used only for accounts without a stored one, a typed name only for manual input', async () => {
  const typed = { input_username: 'carol', input_secret: 'typed' };
  expect((await redeemed((await tokenFor(typed)).id)).account).toMatchObject({
    username: 'root',
    secret: 'sesame',
  });
  const manual = await tokenFor({ ...typed, account: '@INPUT' });
  expect(JSON.stringify(manual)).not.toContain('typed');
  expect(manual.input_username).toBe('carol');
  expect((await redeemed(manual.id)).account).toMatchObject({
    alias: '@INPUT',
    username: 'carol',
    secret: 'typed',
  });
  const same = await tokenFor({ ...typed, account: '@USER' });
  expect(same.input_username).toBe('');
  expect((await redeemed(same.id)).account).toMatchObject({ username: 'ann', secret: 'typed' });
  const stored = await api.pool.query(
    'select count(*)::int as n from authentication_connectiontoken where input_secret is not null',
  );
  expect(stored.rows[0].n).toBe(0);
});

test('a typed key that would keep the gateway busy is refused', async () => {
  const keyless = await admin.post('/api/v1/accounts/accounts/', {
    asset: ids.host,
    username: 'deploy',
    secret_type: 'ssh_key',
  });
  expect([keyless.status, keyless.status === 201 ? '' : keyless.text]).toEqual([201, '']);
  const typing = (input_secret: string) => ({ account: 'deploy', input_secret });
  expect(await refusal(typing(lockedKey(0x7fffffff)))).toEqual([400, 'input_secret']);
  const key = lockedKey();
  expect((await redeemed((await tokenFor(typing(key))).id)).account).toMatchObject({ secret: key });
});

test('an empty list of tokens is refused', async () => {
  const { status, json } = await ann.post(tokens, []);
  expect([status, json]).toEqual([400, { non_field_errors: ['Choose at least one.'] }]);
});

test('users see only their own tokens, in every organization', async () => {
  const { id } = await tokenFor();
  const elsewhere = api.as({ id: ids.ann, username: 'ann', permissions: own, org: OTHER_ORG_ID });
  expect(((await elsewhere.get(tokens)).json as Wire[]).map((row) => row.id)).toContain(id);
  const far = await tokenFor({}, elsewhere);
  expect(far.org_id).toBe(((await ann.get(`${tokens}${id}/`)).json as Wire).org_id);
  const bob = { id: ids.bob, username: 'bob', permissions: own };
  expect((await api.as(bob).get(`${tokens}${id}/`)).status).toBe(404);
  expect((await api.as(bob).patch(`${tokens}${id}/expire/`)).status).toBe(404);
  expect(await refusal({}, api.as({ ...bob, org: OTHER_ORG_ID }))).toEqual([400, 'asset']);
  const next = await ann.post(`${tokens}exchange/`, { id });
  expect(next.status).toBe(201);
  expect((next.json as Wire).id).not.toBe(id);
});

test('reusable tokens exist only where enabled', async () => {
  const { id } = await tokenFor();
  expect((await ann.patch(`${tokens}${id}/reuse/`, { is_reusable: true })).status).toBe(400);
  const set = async (on: boolean) => {
    await api.services.settings.set({ CONNECTION_TOKEN_REUSABLE: on }, api.services.db);
    await api.services.settings.reload();
  };
  await set(true);
  const reused = await ann.patch(`${tokens}${id}/reuse/`, { is_reusable: true });
  expect(reused.json).toMatchObject({ id, is_reusable: true });
  await redeemed(id);
  await redeemed(id);
  await set(false);
});

test('a running connection may continue only while its permission is active', async () => {
  const { id } = await tokenFor();
  await redeemed(id);
  const renewal = async () =>
    (await gateway.patch('/api/v1/authentication/super-connection-token/renewal/', { id })).json;
  expect(await renewal()).toMatchObject({ ok: true, expire_at: expect.any(Number) });
  await setRule({ is_active: false });
  expect(await renewal()).toMatchObject({ ok: false, msg: 'The permission has expired.' });
});

test('the connection leads through the gateway assets of the zone, each with its own account', async () => {
  const estate = estateOf(api.pool);
  const platform = await estate.platform('Gateway');
  const zone = await estate.insert('assets_domain', {
    org_id: '00000000-0000-0000-0000-000000000002',
    name: 'dmz',
    created_by: '',
    comment: '',
  });
  const jump = await estate.asset({ name: 'jump', address: '10.0.0.1', platform });
  await api.pool.query('update assets_asset set domain = $1 where id = any($2)', [zone, [jump, ids.host]]);
  expect((await redeemed((await tokenFor()).id)).domain).toBeNull();
  const key = newPrivateKey();
  const made = await admin.post('/api/v1/accounts/accounts/', {
    asset: jump,
    username: 'hop',
    secret_type: 'ssh_key',
    secret: key,
  });
  expect(made.status).toBe(201);
  expect((await redeemed((await tokenFor()).id)).domain).toMatchObject({
    name: 'dmz',
    gateways: [{ name: 'jump', address: '10.0.0.1', account: { username: 'hop', secret: key } }],
  });
});

test('the first host key is trusted, another one waits for an administrator', async () => {
  const url = '/api/v1/terminal/host-keys/';
  const report = (key: string) => ({
    asset: ids.host,
    address: '10.0.0.7',
    port: 22,
    key_type: 'ssh-ed25519',
    fingerprint: `SHA256:${key}`,
    key,
  });
  await redeemed((await tokenFor()).id);
  const judge = async (key: string) =>
    hostKeyVerdictSchema.parse((await gateway.post(url, report(key))).json);
  expect((await judge('one')).status).toBe('trusted');
  expect((await judge('one')).status).toBe('trusted');
  const seenAt = async () =>
    (await api.pool.query("select date_last_seen from terminal_hostkey where key = 'one'")).rows[0]
      .date_last_seen;
  await api.pool.query(
    "update terminal_hostkey set date_last_seen = now() - interval '1 day' where key = 'one'",
  );
  await judge('one');
  expect(Date.now() - (await seenAt()).getTime()).toBeLessThan(3_600_000);
  const changed = await judge('two');
  expect([changed.status, (await judge('two')).status]).toEqual(['changed', 'changed']);
  const stored = async (id: string) => (await admin.get(`${url}${id}/`)).json;
  expect(await stored((await judge('one')).id)).toMatchObject({
    is_active: true,
    accepted_by: 'first use',
    date_accepted: expect.any(String),
  });
  expect(await stored(changed.id)).toMatchObject({
    is_active: false,
    accepted_by: null,
    date_accepted: null,
  });
  const known = async () => (await redeemed((await tokenFor()).id)).known_host_keys.map((key) => key.key);
  expect(await known()).toEqual(['one']);
  expect((await ann.post(`${url}${changed.id}/accept/`)).status).toBe(403);
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await other.post(`${url}${changed.id}/accept/`)).status).toBe(404);
  const accepted = await admin.post(`${url}${changed.id}/accept/`);
  expect(accepted.json).toMatchObject({ is_active: true, accepted_by: 'Tester' });
  expect(await known()).toEqual(['two']);
  expect((await judge('one')).status).toBe('changed');
  const byHand = await admin.post(url, report('three'));
  expect([byHand.status, byHand.json]).toMatchObject([201, { is_active: true, accepted_by: 'Tester' }]);
  expect((await judge('three')).status).toBe('trusted');
  const at = async (key: string, place: { address?: string; port?: number }) =>
    hostKeyVerdictSchema.parse((await gateway.post(url, { ...report(key), ...place })).json).status;
  expect(await at('second service', { port: 2222 })).toBe('trusted');
  const elsewhere = { address: '10.0.0.8' };
  expect(await at('four', elsewhere)).toBe('changed');
  expect(await at('four', { ...elsewhere, port: 2200 })).toBe('changed');
  expect(await at('three', elsewhere)).toBe('trusted');
  expect((await gateway.post(url, { ...report('x'), asset: ids.ann })).status).toBe(404);
  expect((await gateway.post(url, { asset: ids.host })).status).toBe(400);
});
