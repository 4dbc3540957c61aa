import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { newPrivateKey } from '../../platform/crypto/sshKey.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let estate: ReturnType<typeof estateOf>;
const url = '/api/v1/accounts/accounts/';
const secretOf = async (id: string) =>
  ((await admin.get(`/api/v1/accounts/account-secrets/${id}/`)).json as Wire).secret;
const made = async (body: Record<string, unknown>): Promise<Wire> => {
  const answer = await admin.post(url, body);
  expect(answer.text).not.toContain('"code"');
  expect(answer.status).toBe(201);
  return answer.json;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  estate = estateOf(api.pool);
});
afterAll(() => api.stop());

test('an account never shows its secret, only that it has one', async () => {
  const asset = await estate.asset({ name: 'keeps', address: '10.1.0.1' });
  const account = await made({ asset, username: 'root', secret: 'pa55:word', privileged: true });
  expect(account).toMatchObject({
    name: 'root',
    username: 'root',
    secret_type: { value: 'password' },
    version: 1,
    source: { value: 'local' },
    asset: { id: asset, name: 'keeps', address: '10.1.0.1', platform: { name: 'Linux' } },
    has_secret: true,
    privileged: true,
  });
  expect(JSON.stringify(account)).not.toContain('pa55');
  expect((await admin.get(`${url}${account.id}/`)).text).not.toContain('pa55');
  expect(await secretOf(account.id)).toBe('pa55:word');
  const rows = (await admin.get(`${url}?asset=${asset}`)).json as Wire[];
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toHaveProperty('has_secret');
});

test('B-3-008 an account takes its values and its secret from a template, and keeps its earlier secrets', async () => {
  const asset = await estate.asset({ name: 'complete' });
  const template = (
    await admin.post('/api/v1/accounts/account-templates/', {
      name: 'deployer',
      username: 'deploy',
      secret_type: 'password',
      secret: 'first',
      privileged: true,
    })
  ).json as Wire;
  const { id } = await made({ asset, template: template.id });
  expect((await admin.get(`${url}${id}/`)).json).toMatchObject({
    name: 'deployer',
    username: 'deploy',
    privileged: true,
    secret_type: { value: 'password' },
    source: { value: 'template' },
    source_id: template.id,
    has_secret: true,
    version: 1,
  });
  expect(await secretOf(id)).toBe('first');
  await admin.patch(`${url}${id}/`, { secret: 'second' });
  expect(await secretOf(id)).toBe('second');
  const history = (await admin.get(`/api/v1/accounts/account-secrets/${id}/histories/`)).json as Wire[];
  expect(history.map((version) => version.version)).toEqual([1]);
});

test('B-3-009 a secret is a password, an SSH key, an access key, a token or an API key', async () => {
  const asset = await estate.asset({ name: 'every secret' });
  const types = ['password', 'ssh_key', 'access_key', 'token', 'api_key'];
  for (const secret_type of types) {
    const secret = secret_type === 'ssh_key' ? newPrivateKey() : `secret of a ${secret_type}`;
    const account = await made({ asset, username: 'root', secret_type, secret });
    expect(account.secret_type).toMatchObject({ value: secret_type });
    expect(String(await secretOf(account.id)).trim()).toBe(secret.trim());
  }
  const meta = (await admin.options(url)).json as {
    actions: { POST: { secret_type: { choices: { value: string }[] } } };
  };
  expect(meta.actions.POST.secret_type.choices.map((choice) => choice.value).sort()).toEqual(
    [...types].sort(),
  );
});

test('a private key that takes too long to open is refused with the limits', async () => {
  const asset = await estate.asset({ name: 'slow key' });
  const secret = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n';
  const answer = await admin.post(url, { asset, username: 'root', secret_type: 'ssh_key', secret });
  expect([answer.status, answer.json]).toEqual([
    400,
    {
      secret: [
        'Opening this private key takes too long. Encrypt it again with at most 128 rounds (OpenSSH) or 1000000 iterations (PKCS#8).',
      ],
    },
  ]);
});

test('a missing name defaults to the username, made unique on the asset; a missing asset is reported', async () => {
  const asset = await estate.asset({ name: 'names' });
  expect((await made({ asset, username: 'root' })).name).toBe('root');
  const key = await made({ asset, username: 'root', secret_type: 'ssh_key', secret: newPrivateKey() });
  expect(key.name).toMatch(/^root_[0-9a-f]{4}$/);
  const missing = await admin.post(url, { username: 'root' });
  expect(missing.status).toBe(400);
  expect(Object.keys(missing.json)).toEqual(['asset']);
  const keys = async (body: object) => Object.keys((await admin.post(url, body)).json).toSorted();
  expect(await keys({})).toEqual(['asset', 'name', 'username']);
  expect(await keys({ name: 'app' })).toEqual(['asset', 'username']);
  expect(await keys({ username: {} })).toEqual(['asset', 'name', 'username']);
  expect(await keys({ template: '10000000-0000-4000-8000-0000000000ff' })).toEqual(['asset']);
  expect(await keys({ asset })).toEqual(['name', 'username']);
});

test('an existing account is refused, skipped or overwritten, as requested', async () => {
  const asset = await estate.asset({ name: 'exists' });
  const first = await made({ asset, username: 'root', secret: 'one' });
  const second = { asset, username: 'root', secret: 'two', comment: 'new' };
  const refused = await admin.post(url, { ...second, on_invalid: 'error' });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.json)).toEqual(['username']);
  expect((await made({ ...second, on_invalid: 'skip' })).id).toBe(first.id);
  expect(await secretOf(first.id)).toBe('one');
  const updated = await made({ ...second, on_invalid: 'update' });
  expect(updated).toMatchObject({ id: first.id, comment: 'new', version: 2 });
  expect(await secretOf(first.id)).toBe('two');
  const adder = api.as({ permissions: ['accounts.add_account'] });
  expect((await adder.post(url, { ...second, secret: 'three', on_invalid: 'update' })).status).toBe(403);
  expect(await secretOf(first.id)).toBe('two');
});

test('an update keeps the username, increments the version, and stores only changed secrets', async () => {
  const asset = await estate.asset({ name: 'versions' });
  const { id } = await made({ asset, username: 'root', secret: 'one', source: 'local', source_id: 'x' });
  const renamed = await admin.patch(`${url}${id}/`, { name: 'r', username: 'other', secret: '' });
  expect(renamed.json).toMatchObject({ name: 'r', username: 'root', version: 2, source_id: null });
  await admin.patch(`${url}${id}/`, { secret: 'one' });
  await admin.patch(`${url}${id}/`, { secret: 'two' });
  const history = (await admin.get(`/api/v1/accounts/account-secrets/${id}/histories/?limit=5`)).json;
  expect(history).toMatchObject({ count: 1, results: [{ secret: 'one', version: 1 }] });
  expect(await secretOf(id)).toBe('two');
});

test('secrets are validated by their type', async () => {
  const asset = await estate.asset({ name: 'types' });
  const wrong = async (body: Record<string, unknown>) => {
    const answer = await admin.post(url, { asset, username: 'u', ...body });
    return [answer.status, Object.keys(answer.json)];
  };
  expect(await wrong({ secret: '{{ secret }}' })).toEqual([400, ['secret']]);
  expect(await wrong({ secret_type: 'ssh_key', secret: 'no key' })).toEqual([400, ['secret']]);
  const key = await made({ asset, username: 'k', secret_type: 'ssh_key', secret: newPrivateKey() });
  expect(key.spec_info).toEqual({ ssh_key_fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}/) });
  const retyped = await admin.patch(`${url}${key.id}/`, { secret_type: 'password' });
  expect(retyped.json).toMatchObject({ secret_type: { value: 'password' }, spec_info: {} });
  expect((await admin.patch(`${url}${key.id}/`, { secret_type: 'ssh_key', secret: 'x' })).status).toBe(400);
});

test('switching users needs another account of the same asset and must not end in a loop', async () => {
  const [asset, otherAsset] = [await estate.asset({ name: 'su-1' }), await estate.asset({ name: 'su-2' })];
  const root = await made({ asset, username: 'root' });
  const stranger = await made({ asset: otherAsset, username: 'root' });
  expect((await admin.post(url, { asset, username: 'web', su_from: stranger.id })).status).toBe(400);
  const web = await made({ asset, username: 'web', su_from: root.id });
  expect(web.su_from).toEqual({ id: root.id, name: 'root', username: 'root' });
  expect((await admin.patch(`${url}${web.id}/`, { su_from: web.id })).status).toBe(400);
  const top = await made({ asset, username: 'top', su_from: web.id });
  // `root` can switch from neither `web` nor `top`: both switch from `root`, `top` by way of `web`, so the
  // chain would be a loop.
  for (const below of [web, top]) {
    const refused = await admin.patch(`${url}${root.id}/`, { su_from: below.id });
    expect([refused.status, refused.json]).toEqual([400, { su_from: [expect.stringContaining('loop')] }]);
    const second = { asset, name: 'root', username: 'root', su_from: below.id, on_invalid: 'update' };
    const overwritten = await admin.post(url, second);
    expect([overwritten.status, Object.keys(overwritten.json)]).toEqual([400, ['su_from']]);
  }
  expect((await admin.patch(`${url}${top.id}/`, { su_from: root.id })).status).toBe(200);
  await admin.delete(`${url}${top.id}/`);
  const from = async (query: string) =>
    ((await admin.get(`${url}su-from-accounts/?${query}`)).json as Wire[]).map((account) => account.username);
  expect(await from(`account=${web.id}`)).toEqual(['root']);
  expect(await from(`account=${root.id}`)).toEqual([]);
  expect(await from(`asset=${asset}`)).toEqual(['root', 'web']);
  expect(await from(`asset=${asset}&limit=1&offset=1`)).toEqual(['root', 'web']);
  expect(await from('')).toEqual([]);
  await admin.delete(`${url}${root.id}/`);
  expect((await admin.get(`${url}${web.id}/`)).json).toMatchObject({ su_from: null });
});

test('lists are filtered by asset, node, platform, address, secret and search', async () => {
  await estate.node('7', 'Seven');
  const below = await estate.node('7:0', 'Below');
  const asset = await estate.asset({ name: 'needle-host', address: '10.77.0.7', nodes: [below] });
  const { id } = await made({ asset, username: 'narrow', name: 'Narrow One' });
  const found = async (query: string) =>
    ((await admin.get(`${url}?${query}`)).json as Wire[]).map((account) => account.id);
  for (const query of [
    `asset_id=${asset}`,
    `assets=${asset}`,
    'node_id=7',
    `nodes=${below}`,
    'address=10.77.0.7',
    'ip=10.77.0.7',
    'hostname=Narrow%20One',
    'username=narrow',
    'search=needle',
    'search=10.77.0',
    'search=narrow%20needle',
    `asset=${asset}&has_secret=0&category=host&type=linux&secret_type=password`,
  ])
    expect([query, await found(query)]).toEqual([query, [id]]);
  expect(await found(`asset=${asset}&has_secret=1`)).toEqual([]);
  expect(await found(`asset=${asset}&platform=999999`)).toEqual([]);
  expect((await found('node_id=unknown')).length).toBeGreaterThan(1);
  expect((await admin.get(`${url}?asset=x`)).status).toBe(400);
});

test('cleared secrets are gone and the operate log says so', async () => {
  const asset = await estate.asset({ name: 'clear' });
  const { id } = await made({ asset, username: 'root', secret: 'one' });
  expect((await admin.patch(`${url}clear-secret/`, {})).status).toBe(200);
  expect((await admin.get(`${url}${id}/`)).json).toMatchObject({ has_secret: true });
  const cleared = await admin.patch(`${url}clear-secret/`, { account_ids: [id] });
  expect([cleared.status, cleared.text]).toEqual([200, '']);
  expect((await admin.get(`${url}${id}/`)).json).toMatchObject({ has_secret: false, version: 2 });
  const logs = await api.pool.query(
    "select action, diff from audits_operatelog where resource_id = $1 and action = 'update'",
    [id],
  );
  expect(logs.rows).toEqual([{ action: 'update', diff: { Secret: ['******', ''] } }]);
});

test('usernames are suggested from the given assets and nodes, administrators first', async () => {
  await estate.node('8', 'Eight');
  const below = await estate.node('8:0', 'Leaf');
  const [assetA, assetB] = [
    await estate.asset({ name: 'suggest-1' }),
    await estate.asset({ name: 'suggest-2', nodes: [below] }),
  ];
  for (const [asset, username] of [
    [assetA, 'zoro'],
    [assetA, 'root'],
    [assetB, 'arthur-ro'],
    [assetB, 'web'],
  ])
    await made({ asset, username });
  const viewer = api.as({ permissions: ['accounts.view_account'] });
  const suggest = async (body: object) => (await viewer.post(`${url}username-suggestions/`, body)).json;
  const node = (await api.pool.query("select id from assets_node where key = '8'")).rows[0].id;
  expect(await suggest({ assets: [assetA], nodes: [node], username: 'RO' })).toEqual([
    'root',
    'arthur-ro',
    'zoro',
  ]);
  expect(await suggest({ assets: [assetA], username: '' })).toEqual(['root', 'zoro']);
});

test('another organization neither sees nor changes an account', async () => {
  const asset = await estate.asset({ name: 'mine' });
  const { id } = await made({ asset, username: 'root', secret: 'one' });
  const stranger = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await stranger.get(`${url}${id}/`)).status).toBe(404);
  expect((await stranger.get(`/api/v1/accounts/account-secrets/${id}/`)).status).toBe(404);
  expect((await stranger.get(`/api/v1/accounts/account-secrets/${id}/histories/`)).status).toBe(404);
  expect((await stranger.post(url, { asset, username: 'x' })).status).toBe(400);
  await stranger.patch(`${url}clear-secret/`, { account_ids: [id] });
  expect(await secretOf(id)).toBe('one');
});

test('that an account is pushed once it is saved can be said wherever accounts are created, and is not kept', async () => {
  const { actions } = (await admin.options(url)).json as OptionsBody;
  const hosts = (await admin.options('/api/v1/assets/hosts/')).json as OptionsBody;
  for (const metas of [actions?.POST, hosts.actions?.POST?.accounts?.child?.children]) {
    expect(metas).toMatchObject({ push_now: { type: 'boolean' }, params: { type: 'json' } });
    expect(metas?.push_now).not.toHaveProperty('own');
  }
  const asset = await estate.asset({ name: 'not pushed' });
  const account = await made({ asset, username: 'root', push_now: false, params: { shell: '/bin/sh' } });
  expect(account).not.toHaveProperty('push_now');
});

test('an existing account is reported in one sentence, or on its fields where the form asks for that', async () => {
  const asset = await estate.asset({ name: 'twice' });
  const values = { asset, name: 'same', username: 'same', secret: 'x' };
  await admin.post(url, values);
  const twice = await admin.post(url, { ...values, name: 'other' });
  expect([twice.status, twice.json]).toEqual([400, ['The account already exists.']]);
  const named = await admin.post(url, { ...values, username: 'other' });
  expect([named.status, named.json]).toEqual([400, ['The account already exists.']]);
  const form = await admin.post(url, { ...values, on_invalid: 'error' });
  expect([form.status, Object.keys(form.json)]).toEqual([400, expect.arrayContaining(['name', 'username'])]);
  const list = await admin.post(url, [values]);
  expect([list.status, Object.keys((list.json as object[])[0] ?? {})]).toEqual([
    400,
    expect.arrayContaining(['name']),
  ]);
});

test('accounts are filtered by version, privileged and active flags, category, type, platform and secret', async () => {
  const [one, two] = [await estate.asset({ name: 'flt-1' }), await estate.asset({ name: 'flt-2' })];
  const { id } = await made({ asset: one, username: 'a', secret: 'x', privileged: true });
  await made({ asset: two, username: 'b', is_active: false });
  await admin.patch(`${url}${id}/`, { secret: 'y' });
  const found = async (query: string) => {
    const { status, json } = await admin.get(`${url}?asset_id=${one}, ${two}&${query}`);
    return status === 200 ? (json as Wire[]).map(({ username }) => username).join('') : json;
  };
  const { rows } = await api.pool.query("select id::text as id from assets_platform where name = 'Linux'");
  const cases: [string, unknown][] = [
    ['', 'ab'],
    ['version=2', 'a'],
    ['privileged=1', 'a'],
    ['privileged=false', 'b'],
    ['is_active=0', 'b'],
    ['has_secret=true', 'a'],
    ['has_secret=0', 'b'],
    ['category=host', 'ab'],
    ['category=device', ''],
    ['type=linux', 'ab'],
    ['type=windows', ''],
    [`platform=${rows[0]?.id}`, 'ab'],
    ['name=a', 'a'],
    ['name=A', ''],
    ['version=x', { version: ['Enter a whole number.'] }],
    ['platform=x', { platform: ['Enter a whole number.'] }],
    ['privileged=perhaps', { privileged: ['Choose yes or no.'] }],
    ['assets=x', { assets: ['This is not a valid id.'] }],
  ];
  for (const [query, names] of cases)
    expect([query, await found(`order=username&${query}`)]).toEqual([query, names]);
  const ordered = (await admin.get(`${url}?asset_id=${one},${two}&order=-asset`)).json as Wire[];
  expect(ordered.map(({ username }) => username)).toEqual(['b', 'a']);
});

test('at most ten usernames are suggested, each once and none empty', async () => {
  const [one, two] = [await estate.asset({ name: 'sug-1' }), await estate.asset({ name: 'sug-2' })];
  for (const index of Array.from({ length: 11 }, (_, at) => at))
    await made({ asset: one, username: `user-${String(index).padStart(2, '0')}` });
  await made({ asset: two, username: 'user-00' });
  await made({ asset: two, username: '', name: 'nameless' });
  await made({ asset: two, username: 'Administrator' });
  const suggest = async (body: object) => (await admin.post(`${url}username-suggestions/`, body)).json;
  const listed = await suggest({ assets: [one, two] });
  expect(listed).toEqual(['Administrator', ...Array.from({ length: 9 }, (_, at) => `user-0${at}`)]);
  expect(await suggest({ assets: ['x'], username: 'user-10' })).toEqual(['user-10']);
});

test('an account to switch from is refused unless it is another account of the same asset', async () => {
  const [one, two] = [await estate.asset({ name: 'why-1' }), await estate.asset({ name: 'why-2' })];
  const elsewhere = await made({ asset: two, username: 'root' });
  const why = { su_from: ['Choose another account of the same asset.'] };
  const created = await admin.post(url, { asset: one, username: 'web', su_from: elsewhere.id });
  expect([created.status, created.json]).toEqual([400, why]);
  const web = await made({ asset: one, username: 'web', secret: 'kept' });
  for (const from of [elsewhere.id, web.id]) {
    const changed = await admin.patch(`${url}${web.id}/`, { su_from: from });
    expect([changed.status, changed.json]).toEqual([400, why]);
  }
  const unnamed = await admin.patch(`${url}${web.id}/`, { name: '' });
  expect(unnamed.json).toMatchObject({ name: 'web' });
});

test('the activity of an asset records accounts added from a template and deleted accounts', async () => {
  const asset = await estate.asset({ name: 'noted' });
  const template = (
    await admin.post('/api/v1/accounts/account-templates/', { name: 'tpl', username: 'deploy', secret: 'x' })
  ).json as Wire;
  const { id } = await made({ asset, template: template.id });
  await made({ asset, username: 'plain' });
  await admin.delete(`${url}${id}/`);
  const { rows } = await api.pool.query(
    'select content, r_type as type, org_id::text as org from audits_activitylog where resource_id = $1 order by datetime',
    [asset],
  );
  expect(rows.map(({ content, ...row }) => ({ ...JSON.parse(content), ...row }))).toMatchObject([
    { key: 'activity.account_added_from_template', account: 'tpl(deploy)', type: 'O', org: DEFAULT_ORG_ID },
    { key: 'activity.account_deleted', account: 'tpl(deploy)', type: 'O', org: DEFAULT_ORG_ID },
  ]);
});
