import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};
const url = '/api/v1/perms/asset-permissions/';
const names = (rows: unknown) => (rows as Wire[]).map((row) => row.name);
const found = async (query: string) => names((await admin.get(`${url}?${query}`)).json);
const grant = async (body: object): Promise<Wire> => {
  const made = await admin.post(url, body);
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return made.json;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.root = await estate.node('1', 'Default');
  ids.shop = await estate.node('1:0', 'Shop');
  ids.web = await estate.node('1:0:0', 'Web');
  ids.lab = await estate.node('1:1', 'Lab');
  const host = async (name: string, node: string, address: string, facts: object = {}) => {
    ids[name] = await estate.asset({ name, address, nodes: [ids[node] as string], ...facts });
  };
  await host('web-1', 'web', '10.1.1.1');
  await host('web-2', 'web', '10.1.1.2');
  await host('db-1', 'shop', '10.1.1.3', { protocols: [{ name: 'k8s', port: 443 }] });
  await host('lab-1', 'lab', '10.1.1.4');
  ids.crew = await estate.group('crew');
  ids.ann = await estate.user('ann', { groups: [ids.crew] });
  ids.bob = await estate.user('bob');
});
afterAll(() => api.stop());

test('B-3-016 B-3-017 a permission stores what was granted, with all actions and protocols by default', async () => {
  const made = await grant({
    name: 'shop for the crew',
    user_groups: [ids.crew],
    nodes: [{ pk: ids.shop }],
    accounts: ['@ALL', '@ALL'],
  });
  expect(made).toMatchObject({
    user_groups: [{ id: ids.crew, name: 'crew' }],
    nodes: [{ id: ids.shop, name: 'Shop' }],
    accounts: ['@ALL'],
    protocols: ['all'],
    is_valid: true,
    is_expired: false,
    from_ticket: false,
  });
  expect((made.actions as { value: string }[]).map((action) => action.value)).toEqual([
    'connect',
    'upload',
    'download',
    'copy',
    'paste',
    'delete',
    'share',
  ]);
  const row = ((await admin.get(url)).json as Wire[])[0];
  expect(row).toMatchObject({ user_groups_amount: 1, nodes_amount: 1, users_amount: 0, assets_amount: 0 });
  expect(row).not.toHaveProperty('nodes');
  const meta = (await admin.options(url)).json as {
    actions: { POST: { actions: { type: string; tree: object[] } } };
  };
  expect(meta.actions.POST.actions.type).toBe('tree');
  expect(meta.actions.POST.actions.tree).toHaveLength(1);
});

test('dates must be in order, whether sent together or separately', async () => {
  const wrong = await admin.post(url, {
    name: 'backwards',
    date_start: '2030-01-02 00:00:00',
    date_expired: '2030-01-01 00:00:00',
  });
  expect([wrong.status, wrong.json]).toEqual([
    400,
    { date_expired: ['The end must be later than the start.'] },
  ]);
  const { id } = await grant({
    name: 'dated',
    date_start: '2030-01-01 00:00:00',
    date_expired: '2031-01-01 00:00:00',
  });
  expect((await admin.get(`${url}${id}/`)).json).toMatchObject({ is_expired: true, is_valid: false });
  expect((await admin.patch(`${url}${id}/`, { date_expired: '2029-01-01 00:00:00' })).status).toBe(400);
  expect((await admin.patch(`${url}${id}/`, { date_start: '2032-01-01 00:00:00' })).status).toBe(400);
  expect((await admin.patch(`${url}${id}/`, { date_start: '2020-01-01 00:00:00' })).json).toMatchObject({
    is_valid: true,
  });
});

test('a template among the accounts becomes its username and creates missing accounts', async () => {
  const template = (
    await admin.post('/api/v1/accounts/account-templates/', {
      name: 'deployer',
      username: 'deploy',
      secret: 's',
    })
  ).json as Wire;
  const there = await admin.post('/api/v1/accounts/accounts/', { asset: ids['web-1'], username: 'deploy' });
  const made = await grant({
    name: 'from a template',
    nodes: [ids.shop],
    assets: [ids['lab-1']],
    accounts: ['@SPEC', 'root', `%${template.id}`, 'deploy'],
  });
  expect([...(made.accounts as string[])].sort()).toEqual(['@SPEC', 'deploy', 'root']);
  const accounts = (await admin.get('/api/v1/accounts/accounts/?username=deploy')).json as Wire[];
  expect(accounts.map((row) => [(row.asset as Wire).name, (row.source as Wire).value]).sort()).toEqual([
    ['lab-1', 'template'],
    ['web-1', 'local'],
    ['web-2', 'template'],
  ]);
  expect(accounts.map((row) => row.id)).toContain((there.json as Wire).id);
  const unknown = await admin.patch(`${url}${made.id}/`, { accounts: [`%${ids.ann}`] });
  expect([unknown.status, Object.keys(unknown.json)]).toEqual([400, ['accounts']]);
  const weak = api.as({ permissions: ['perms.add_assetpermission'] });
  expect((await weak.post(url, { name: 'weak', accounts: [`%${template.id}`] })).status).toBe(403);
  await admin.delete(`${url}${made.id}/`);
});

test('permissions are found by the users and assets they reach, directly or not', async () => {
  await grant({ name: 'ann on lab-1', users: [ids.ann], assets: [ids['lab-1']], accounts: ['root'] });
  await grant({
    name: 'bob everywhere',
    users: [ids.bob],
    nodes: [ids.root],
    accounts: ['@INPUT'],
    actions: [],
  });
  expect(await found(`user_id=${ids.ann}`)).toEqual(['ann on lab-1', 'shop for the crew']);
  expect(await found(`user_id=${ids.ann}&all=0`)).toEqual(['ann on lab-1']);
  expect(await found('username=ann')).toEqual(['ann on lab-1', 'shop for the crew']);
  expect(await found(`user_group_id=${ids.crew}`)).toEqual(['shop for the crew']);
  expect(await found('user_group=crew')).toEqual(['shop for the crew']);
  expect(await found(`asset_id=${ids['web-1']}`)).toEqual(['bob everywhere', 'shop for the crew']);
  expect(await found(`asset_id=${ids['web-1']}&all=false`)).toEqual([]);
  expect(await found('asset_name=lab-1')).toEqual(['ann on lab-1', 'bob everywhere']);
  expect(await found('address=10.1.1.4&all=0')).toEqual(['ann on lab-1']);
  expect(await found(`node_id=${ids.web}`)).toEqual(['bob everywhere', 'shop for the crew']);
  expect(await found(`node_id=${ids.web}&all=0`)).toEqual([]);
  expect(await found('node_name=Shop&all=0')).toEqual(['shop for the crew']);
  const login = async (username: string) => {
    const made = await admin.post('/api/v1/accounts/accounts/', { asset: ids['lab-1'], username });
    return (made.json as Wire).id;
  };
  const [root, other] = [await login('root'), await login('other')];
  expect(await found(`account_id=${root}`)).toEqual(['ann on lab-1']);
  expect(await found(`account_id=${other}`)).toEqual([]);
  expect(await found('account_id=zzqqzz')).toEqual([]);
  const whole = await grant({ name: 'all of lab', users: [ids.bob], nodes: [ids.lab], accounts: ['@ALL'] });
  expect(await found(`account_id=${other}`)).toEqual(['all of lab']);
  expect(await found(`account_id=${other}&all=0`)).toEqual([]);
  await admin.delete(`${url}${whole.id}/`);
  expect(await found('accounts=root')).toEqual(['ann on lab-1', 'shop for the crew']);
  expect(await found('accounts=nobody,@INPUT')).toEqual(['bob everywhere', 'shop for the crew']);
  expect(await found('is_effective=1')).toEqual(['ann on lab-1', 'shop for the crew']);
  expect(await found('is_effective=0')).toEqual(['bob everywhere', 'dated']);
  expect(await found('is_valid=false')).toEqual([]);
  expect(await found('from_ticket=1')).toEqual([]);
  expect(await found('ip=1.2.3.4')).toHaveLength(4);
  expect(await found(`user_id=${ids.lab}`)).toEqual([]);
  expect(await found('user_id=nobody')).toEqual([]);
  expect((await admin.get(`${url}?is_valid=maybe`)).status).toBe(400);
});

test('a permission lists the users, assets and accounts it reaches', async () => {
  const [crew] = (await admin.get(`${url}?name=shop%20for%20the%20crew`)).json as Wire[];
  const under = `${url}${crew?.id}/`;
  expect((await admin.get(`${under}users/all/`)).json).toEqual([{ user: ids.ann, user_display: 'ANN(ann)' }]);
  expect((await admin.get(`${under}users/all/?search=nobody`)).json).toEqual([]);
  const assets = (await admin.get(`${under}assets/all/?limit=2&order=name`)).json;
  expect(assets).toMatchObject({
    count: 3,
    results: [{ asset: ids['db-1'], asset_display: 'db-1(10.1.1.3)' }, { asset: ids['web-1'] }],
  });
  // The account `aa` is created last but on the first asset, so that neither creation order nor name alone
  // gives the expected order.
  await admin.post('/api/v1/accounts/accounts/', { asset: ids['web-2'], username: 'ab' });
  await admin.post('/api/v1/accounts/accounts/', { asset: ids['web-1'], username: 'aa', privileged: true });
  const accounts = (await admin.get(`${under}accounts/`)).json as Wire[];
  expect(accounts.map((row) => [(row.asset as Wire).name, row.name])).toEqual([
    ['web-1', 'aa'],
    ['web-1', 'deploy'],
    ['web-2', 'ab'],
    ['web-2', 'deployer'],
  ]);
  expect(names((await admin.get(`${under}accounts/?privileged=1`)).json)).toEqual(['aa']);
  expect((await api.as({ permissions: [] }).get(`${under}users/all/`)).status).toBe(403);
  expect((await api.as({ superuser: true, org: OTHER_ORG_ID }).get(`${under}assets/all/`)).status).toBe(404);
});

test('an asset lists its permitted users and their permissions', async () => {
  const asset = `/api/v1/assets/assets/${ids['web-1']}/`;
  const users = (await admin.get(`${asset}perm-users/?order=username`)).json as Wire[];
  expect(users.map((row) => row.username)).toEqual(['ann', 'bob']);
  expect(names((await admin.get(`${asset}perm-user-groups/`)).json)).toEqual(['crew']);
  expect(names((await admin.get(`${asset}perm-users/${ids.ann}/permissions/`)).json)).toEqual([
    'shop for the crew',
  ]);
  expect(
    names((await admin.get(`${asset}perm-user-groups/${ids.crew}/permissions/?search=shop`)).json),
  ).toEqual(['shop for the crew']);
  expect((await admin.get(`${asset}perm-users/x/permissions/`)).json).toEqual([]);
  expect((await api.as({ permissions: ['assets.view_asset'] }).get(`${asset}perm-users/`)).status).toBe(403);
});

test('the assets of a permission are shown with their address, its nodes with their path', async () => {
  const { id } = await grant({ name: 'told', assets: [ids['web-1']], nodes: [ids.web] });
  const logged = async (what: string) =>
    (await admin.get(`/api/v1/perms/asset-permissions-${what}s-relations/?assetpermission=${id}`))
      .json as Record<string, string>[];
  expect((await logged('asset')).map((line) => line.asset_display)).toEqual(['web-1(10.1.1.1)']);
  expect((await logged('node')).map((line) => line.node_display)).toEqual(['/Web']);
});

test('the links of a permission are added and removed one by one', async () => {
  const { id } = await grant({ name: 'linked' });
  const relation = '/api/v1/perms/asset-permissions-users-relations/';
  const added = await admin.post(relation, [{ assetpermission: id, user: ids.ann }]);
  const row = { id: expect.any(Number), user: ids.ann, user_display: 'ANN(ann)' };
  const link = { ...row, assetpermission: id, assetpermission_display: 'linked' };
  expect([added.status, added.json]).toEqual([201, [link]]);
  expect((await admin.get(`${relation}?assetpermission=${id}`)).json).toEqual([link]);
  // Adding it again leaves a single link.
  const second = await admin.post(relation, { assetpermission: id, user: ids.ann });
  expect([second.status, second.json]).toEqual([201, link]);
  expect((await admin.delete(`${relation}?assetpermission=${id}&user=${ids.ann}`)).status).toBe(204);
  expect((await admin.delete(`${relation}?assetpermission=${id}&user=${ids.ann}`)).status).toBe(400);
});

test('the links that a query chooses are removed together; without a choice, several are kept', async () => {
  const [{ id }, { id: kept }] = [await grant({ name: 'crowded' }), await grant({ name: 'kept' })];
  const relation = '/api/v1/perms/asset-permissions-users-relations/';
  const idle = await estateOf(api.pool).user('idle');
  const pairs = [ids.ann, idle].map((user) => ({ assetpermission: id, user }));
  await admin.post(relation, [...pairs, { assetpermission: kept, user: idle }]);
  const count = async (query: string) => ((await admin.get(`${relation}?${query}`)).json as unknown[]).length;
  expect((await admin.delete(relation)).status).toBe(400);
  expect(await count(`assetpermission=${id}`)).toBe(2);
  expect([await count('search=crowd'), await count('search=zzqqzz'), await count('spm=nothing')]).toEqual([
    2, 0, 0,
  ]);
  expect((await admin.delete(`${relation}?assetpermission=${id}`)).status).toBe(204);
  expect([await count(`assetpermission=${id}`), await count(`assetpermission=${kept}`)]).toEqual([0, 1]);
});

test('a list of links has the same limit as every other list', async () => {
  const many = await admin.post('/api/v1/perms/asset-permissions-users-relations/', Array(10_001).fill({}));
  expect([many.status, many.json]).toEqual([400, { non_field_errors: ['Use at most 10000 entries.'] }]);
});

const reached = async (chosen: object, as = admin) => {
  const { status, json } = await as.post(`${url}reach/`, chosen);
  return status === 200 ? json : status;
};

const nobody = { user_count: 0, user: '', group: '' };
const nothing = { asset_count: 0, asset: '', node: '' };

test('what a choice comes to is counted: each user and asset once, one alone by name', async () => {
  await admin.post('/api/v1/assets/nodes/check_assets_amount_task/', {});
  expect(await reached({})).toEqual({ ...nobody, ...nothing });
  expect(await reached({ users: [ids.bob], nodes: [ids.shop] })).toEqual({
    user_count: 1,
    user: 'BOB',
    group: '',
    asset_count: 3,
    asset: '',
    node: 'Shop',
  });
  expect(await reached({ user_groups: [ids.crew], nodes: [ids.lab] })).toEqual({
    user_count: 1,
    user: 'ANN',
    group: 'crew',
    asset_count: 1,
    asset: 'lab-1',
    node: 'Lab',
  });
  expect(await reached({ users: [ids.ann, ids.bob], user_groups: [ids.crew] })).toMatchObject({
    user_count: 2,
    user: '',
    group: '',
  });
  const overlapping = { assets: [ids['web-1'], ids['lab-1']], nodes: [ids.shop, ids.web] };
  expect(await reached(overlapping)).toEqual({ ...nobody, asset_count: 4, asset: '', node: '' });
  expect(await reached({ assets: [ids['web-1']], nodes: [ids.web] })).toMatchObject({
    asset_count: 2,
    node: '',
  });
  expect(await reached({ assets: [ids['web-1']] })).toMatchObject({ asset_count: 1, asset: 'web-1' });
  expect(await reached({ users: ['no id'], nodes: ['x'] })).toEqual({ ...nobody, ...nothing });
});

test('what a choice comes to is told to those who grant and may see it, within their organization', async () => {
  const both = ['perms.change_assetpermission', 'users.view_user', 'assets.view_asset'];
  const choice = { users: [ids.bob], user_groups: [ids.crew], assets: [ids['web-1']], nodes: [ids.web] };
  expect(await reached(choice, api.as({ permissions: both.slice(1) }))).toBe(403);
  expect(await reached(choice, api.as({ permissions: both.slice(0, 2) }))).toBe(403);
  expect(await reached(choice, api.as({ permissions: [both[0] as string, both[2] as string] }))).toBe(403);
  expect(await reached(choice, api.as({ permissions: both }))).toMatchObject({
    user_count: 2,
    asset_count: 2,
  });
  const stranger = api.as({ permissions: both, org: OTHER_ORG_ID });
  expect(await reached({ ...choice, assets: [], users: [] }, stranger)).toEqual({ ...nobody, ...nothing });
  expect(await reached(choice, stranger)).toEqual({ ...nobody, ...nothing });
});
