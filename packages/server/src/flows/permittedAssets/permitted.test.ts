import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

type Wire = { id: string; [field: string]: unknown };
type Item = { id: string; name: string; pId: string; isParent: boolean; meta: { type: string } };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let ann: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};
const permissions = '/api/v1/perms/asset-permissions/';
const mine = '/api/v1/perms/users/self/';
const names = (rows: unknown) => (rows as Wire[]).map((row) => row.name);
const outline = (items: unknown) =>
  (items as Item[]).map(({ name, pId, meta }) => `${pId}>${name}${meta.type === 'asset' ? '*' : ''}`);
const got = async (path: string) => (await ann.get(`${mine}${path}`)).json as unknown;

const grant = async (name: string, body: object) => {
  const made = await admin.post(permissions, { name, accounts: ['@ALL'], ...body });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return (made.json as Wire).id;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const node = async (key: string, value: string) => {
    ids[value] = await estate.node(key, value);
  };
  await node('1', 'Default');
  await node('1:0', 'Shop');
  await node('1:0:0', 'Web');
  await node('1:0:0:0', 'Edge');
  await node('1:1', 'Lab');
  await node('1:2', 'Misc');
  const asset = async (name: string, nodes: string[], facts: object = {}) => {
    ids[name] = await estate.asset({ name, nodes: nodes.map((node) => ids[node] as string), ...facts });
  };
  await asset('shop-1', ['Shop']);
  await asset('web-1', ['Web', 'Lab'], { address: '10.9.9.1' });
  await asset('web-2', ['Web'], { active: false });
  const protocols = [
    { name: 'rdp', port: 3389 },
    { name: 'sftp', port: 22 },
  ];
  await asset('edge-1', ['Edge'], { protocols });
  await asset('lab-1', ['Lab']);
  await asset('single-1', ['Misc', 'Shop']);
  await asset('single-2', ['Misc']);
  ids.crew = await estate.group('crew');
  ids.ann = await estate.user('ann', { groups: [ids.crew] });
  ids.bob = await estate.user('bob');
  ann = api.as({ id: ids.ann, username: 'ann', permissions: ['perms.view_myassets'] });
  for (const [name, username] of [
    ['root', 'root'],
    ['ann', 'ann'],
  ])
    await admin.post('/api/v1/accounts/accounts/', { asset: ids['web-1'], name, username, secret: 'x' });
  await grant('web for ann', { users: [ids.ann], nodes: [ids.Web], actions: ['connect', 'upload'] });
  await grant('single for the crew', {
    user_groups: [ids.crew],
    assets: [ids['single-1']],
    accounts: ['@INPUT', '@USER', '@ANON', '@SPEC', 'nobody'],
    protocols: ['ssh'],
  });
});
afterAll(() => api.stop());

test("a user's assets are those of granted nodes, of nodes below, and single ones", async () => {
  expect(names(await got('assets/'))).toEqual(['edge-1', 'single-1', 'web-1', 'web-2']);
  const page = (await got('assets/?limit=2&order=-name')) as { count: number; results: Wire[] };
  expect([page.count, names(page.results)]).toEqual([4, ['web-2', 'web-1']]);
  expect(names(await got('assets/?search=10.9.9'))).toEqual(['web-1']);
  expect(names(await got('assets/?is_active=0'))).toEqual(['web-2']);
  expect(names(await got(`assets/?node_id=${ids.Shop}`))).toEqual(['edge-1', 'single-1', 'web-1', 'web-2']);
  expect(names(await got(`nodes/${ids.Web}/assets/`))).toEqual(['edge-1', 'web-1', 'web-2']);
  expect(names(await got(`nodes/${ids.Misc}/assets/`))).toEqual(['single-1']);
  expect((await ann.get(`${mine}nodes/${ids.Lab}/assets/`)).status).toBe(404);
  const row = ((await got('assets/?limit=1&search=web-1')) as { results: Wire[] }).results[0];
  expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(['platform', 'nodes', 'labels', 'org_name']));
  expect(row).not.toHaveProperty('auto_config');
  expect(row).toMatchObject({ protocols: [{ name: 'ssh', port: 22 }] });
});

test('A-7-018 the detail of a granted asset names accounts and protocols; other assets are not found', async () => {
  const detail = (await got(`assets/${ids['web-1']}`)) as Wire;
  const accounts = detail.permed_accounts as Wire[];
  expect(
    accounts.map((account) => [account.alias, account.username, account.has_secret, account.secret_type]),
  ).toEqual([
    ['root', 'root', true, 'password'],
    ['ann', 'ann', true, 'password'],
  ]);
  expect(accounts[0]?.actions).toMatchObject([{ value: 'connect' }, { value: 'upload' }]);
  expect(detail.permed_protocols).toEqual([
    { name: 'ssh', port: 22, public: true, setting: { old_ssh_version: false } },
  ]);
  const single = (await got(`assets/${ids['single-1']}/`)) as Wire;
  expect((single.permed_accounts as Wire[]).map((account) => [account.alias, account.username])).toEqual([
    ['@USER', 'ann'],
    ['@INPUT', '@INPUT'],
    ['@ANON', '@ANON'],
  ]);
  expect((await ann.get(`${mine}assets/${ids['lab-1']}/`)).status).toBe(404);
});

test('the tree shows granted nodes and their ancestors, and counts only granted assets', async () => {
  expect(outline(await got('nodes/children/tree/'))).toEqual([
    '>Favourites (0)',
    '>Default (4)',
    '1>Misc (1)',
    '1>Shop (4)',
  ]);
  expect(outline(await got('nodes/children/tree/?key=1:0'))).toEqual(['1:0>Web (3)']);
  expect(outline(await got(`nodes/children/tree/?id=${ids.Web}`))).toEqual(['1:0:0>Edge (1)']);
  expect(outline(await got('nodes/children/tree/?key=1:1'))).toEqual([]);
  expect(outline(await got('nodes/tree/'))).toEqual([
    '>Favourites (0)',
    '>Default (4)',
    '1>Misc (1)',
    '1>Shop (4)',
    '1:0>Web (3)',
    '1:0:0>Edge (1)',
  ]);
  expect(outline(await got('nodes/tree/?search=edg'))).toEqual([
    '>Default (4)',
    '1>Shop (4)',
    '1:0>Web (3)',
    '1:0:0>Edge (1)',
  ]);
  const rows = (await got('nodes/')) as Wire[];
  expect(rows.find((row) => row.key === '1:0:0')).toEqual({
    id: ids.Web,
    name: 'Web',
    key: '1:0:0',
    value: 'Web',
    org_id: expect.any(String),
    assets_amount: 3,
  });
});

test('assets are in the tree where they are granted, and inactive ones cannot be chosen', async () => {
  expect(outline(await got('nodes/children-with-assets/tree/'))).toEqual([
    '>Favourites (0)',
    '>Default (4)',
    '1>Misc (1)',
    '1>Shop (4)',
  ]);
  expect(outline(await got('nodes/children-with-assets/tree/?key=1:0'))).toEqual([
    '1:0>Web (3)',
    '1:0>single-1*',
  ]);
  const web = (await got(`nodes/children-with-assets/tree/?id=${ids.Web}`)) as (Item & Wire)[];
  expect(outline(web)).toEqual(['1:0:0>Edge (1)', '1:0:0>web-1*', '1:0:0>web-2*']);
  expect(web.map((item) => item.chkDisabled)).toEqual([undefined, false, true]);
  expect(web[1]).toMatchObject({
    title: '10.9.9.1\n',
    iconSkin: 'linux',
    meta: { data: { sftp: false, protocols: ['ssh'], address: '10.9.9.1' } },
  });
  expect(await got('nodes/children-with-assets/tree/?key=1:0:0:0')).toMatchObject([
    { name: 'edge-1', meta: { data: { sftp: true, protocols: ['rdp', 'sftp'] } } },
  ]);
  expect(outline(await got('nodes/children-with-assets/tree/?key=1:1'))).toEqual([]);
  expect(outline(await got('nodes/children-with-assets/tree/?search=single'))).toEqual(['1:0>single-1*']);
  expect(outline(await got('assets/tree/?search=web'))).toEqual(['root>web-1*', 'root>web-2*']);
});

test('the whole tree is sent in pages, and the header says where the next one starts', async () => {
  const first = await ann.get(`${mine}nodes/all-with-assets/tree/`);
  expect(first.headers['x-jms-tree-offset']).toBe('5');
  const items = first.json as (Item & { open: boolean })[];
  expect(outline(items.filter((item) => !item.isParent))).toEqual([
    '1:0:0:0>edge-1*',
    '1:0>single-1*',
    '1:2>single-1*',
    '1:0:0>web-1*',
    '1:0:0>web-2*',
  ]);
  expect(items.filter((item) => item.open).map((item) => item.id)).toEqual(['favorite', '1']);
  const next = await ann.get(`${mine}nodes/all-with-assets/tree/?offset=5`);
  expect([next.json, next.headers['x-jms-tree-offset']]).toEqual([[], undefined]);
});

test('assets are grouped by category and type', async () => {
  const url = 'nodes/children-with-assets/category/tree/';
  expect(outline(await got(url))).toEqual(['>All types (4)', 'ROOT>Host (4)', 'ROOT_HOST>Linux (4)']);
  expect(outline(await got(`${url}?category=host&type=linux`))).toHaveLength(4);
  expect(await got(`${url}?lv=0`)).toEqual([]);
  expect(outline(await got(`${url}?sync=1`))).toContain('ROOT_HOST_linux>web-1*');
});

test('favourites are listed separately, and only while they are permitted', async () => {
  for (const name of ['web-1', 'lab-1'])
    await api.pool.query('insert into assets_favoriteasset ("user", asset) values ($1, $2)', [
      ids.ann,
      ids[name],
    ]);
  expect(names(await got('nodes/favorite/assets/'))).toEqual(['web-1']);
  expect(outline(await got('nodes/children-with-assets/tree/?key=favorite'))).toEqual(['favorite>web-1*']);
  expect(outline(await got('nodes/children/tree/'))[0]).toBe('>Favourites (1)');
});

test('assets granted one by one can be shown under a node of their own', async () => {
  const set = async (on: boolean) => {
    await api.services.settings.set({ PERM_SINGLE_ASSET_TO_UNGROUP_NODE: on }, api.services.db);
    await api.services.settings.reload();
  };
  await set(true);
  expect(outline(await got('nodes/tree/')).slice(0, 4)).toEqual([
    '>Ungrouped (1)',
    '>Favourites (1)',
    '>Default (3)',
    '1>Shop (3)',
  ]);
  expect(names(await got('nodes/ungrouped/assets/'))).toEqual(['single-1']);
  expect(outline(await got('ungroup/assets/tree/'))).toEqual(['root>single-1*']);
  await set(false);
});

test('a disabled, expired or deleted permission is gone at the next request', async () => {
  const bob = api.as({ id: ids.bob, username: 'bob', permissions: ['perms.view_myassets'] });
  const seen = async () => names((await bob.get(`${mine}assets/`)).json);
  const id = await grant('lab for bob', { users: [ids.bob], nodes: [ids.Lab] });
  expect(await seen()).toEqual(['lab-1', 'web-1']);
  await admin.patch(`${permissions}${id}/`, { is_active: false });
  expect(await seen()).toEqual([]);
  await admin.patch(`${permissions}${id}/`, {
    is_active: true,
    date_expired: '2020-01-01 00:00:00',
    date_start: '2019-01-01 00:00:00',
  });
  expect(await seen()).toEqual([]);
  await admin.patch(`${permissions}${id}/`, { date_expired: '2099-01-01 00:00:00', nodes: [ids.Default] });
  expect(await seen()).toHaveLength(7);
  const tree = (await bob.get(`${mine}nodes/children/tree/?key=1`)).json;
  expect(outline(tree)).toEqual(['1>Lab (2)', '1>Misc (2)', '1>Shop (5)']);
  await admin.delete(`${permissions}${id}/`);
  expect(await seen()).toEqual([]);
});

test('seeing the assets of other users needs a permission and ends at the organization', async () => {
  const path = `/api/v1/perms/users/${ids.ann}/assets/`;
  expect((await ann.get(path)).status).toBe(403);
  const viewer = { permissions: ['perms.view_userassets'], id: ids.bob };
  expect(names((await api.as(viewer).get(path)).json)).toHaveLength(4);
  expect((await api.as(viewer).get(`${mine}assets/`)).status).toBe(403);
  const granted = `${path}${ids['single-1']}/`;
  const { post, put, patch, delete: remove } = api.as(viewer);
  for (const answer of [
    await post(path, {}),
    await put(granted, {}),
    await patch(granted, {}),
    await remove(granted),
  ])
    expect(answer).toMatchObject({ status: 403, json: { code: 'permission_denied' } });
  const elsewhere = await api.as({ ...viewer, org: OTHER_ORG_ID }).get(path);
  expect(elsewhere.status === 404 || (elsewhere.json as unknown[]).length === 0).toBe(true);
  expect((await api.as({ anonymous: true }).get(`${mine}assets/`)).status).toBe(401);
  const group = `/api/v1/perms/user-groups/${ids.crew}/`;
  expect(names((await api.as(viewer).get(`${group}assets/`)).json)).toEqual(['single-1']);
  expect(outline((await api.as(viewer).get(`${group}nodes/children/tree/`)).json)).toEqual([
    '>Default (1)',
    '1>Misc (1)',
    '1>Shop (1)',
  ]);
  expect(names((await api.as(viewer).get(`${group}nodes/${ids.Misc}/assets/`)).json)).toEqual(['single-1']);
});

test('a table of granted assets gets exactly its columns from OPTIONS', async () => {
  const { status, json } = await ann.options(`${mine}assets/?draw=1&display=1`);
  const { actions } = json as { actions: Record<string, Record<string, { label: string }>> };
  expect([status, Object.keys(actions)]).toEqual([200, ['GET']]);
  const row = ((await got('assets/?limit=1')) as { results: Wire[] }).results[0] as Wire;
  expect(Object.keys(actions.GET ?? {}).toSorted()).toEqual(Object.keys(row).toSorted());
  for (const url of [
    `${mine}nodes/${ids.Web}/assets/`,
    `/api/v1/assets/assets/${ids['web-1']}/perm-users/`,
    '/api/v1/terminal/my-sessions/',
    '/api/v1/audits/my-login-logs/',
  ])
    expect([url, (await ann.options(url)).status]).toEqual([url, 200]);
});
