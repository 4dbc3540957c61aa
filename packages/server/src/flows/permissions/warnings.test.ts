import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};
const url = '/api/v1/perms/asset-permissions/';

type Warnings = {
  is_judged: boolean;
  missing: object[];
  privileged: string[];
  root: string;
  wider: { permissions: { name: string }[] };
};
const warned = async (choice: object, as = admin): Promise<Warnings> => {
  const { status, json, text } = await as.post(`${url}warnings/`, choice);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return json as Warnings;
};
const noWider = { user_count: 0, user: '', permission_count: 0, permissions: [] };

const account = async (asset: string, username: string, over: object = {}) => {
  const made = await admin.post('/api/v1/accounts/accounts/', {
    ...{ asset: ids[asset], name: username, username, secret: 'x' },
    ...over,
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
};
const grant = async (name: string, body: object) => {
  const made = await admin.post(url, { name, accounts: ['deploy'], ...body });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  ids[name] = (made.json as { id: string }).id;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.root = await estate.node('1', 'Default');
  ids.shop = await estate.node('1:0', 'Shop');
  ids.web = await estate.node('1:0:0', 'Web');
  ids.lab = await estate.node('1:1', 'Lab');
  for (const [name, node] of [
    ['web-1', 'web'],
    ['web-2', 'web'],
    ['web-10', 'web'],
    ['db-1', 'shop'],
    ['lab-1', 'lab'],
  ] as const)
    ids[name] = await estate.asset({ name, nodes: [ids[node] as string] });
  ids.crew = await estate.group('crew');
  ids.ann = await estate.user('ann', { groups: [ids.crew] });
  ids.bob = await estate.user('bob');
  await account('web-1', 'deploy');
  await account('web-1', 'ann', { privileged: true });
  await account('web-2', 'deploy', { is_active: false });
  await account('web-2', 'Root');
  await account('lab-1', 'ops', { privileged: true });
  const made = await admin.post('/api/v1/accounts/account-templates/', {
    ...{ name: 'agents', username: 'zabbix', secret: 'x', privileged: true },
  });
  ids.template = (made.json as { id: string }).id;
});
afterAll(() => api.stop());

test('assets without an active account of a chosen name are counted, and the first are named', async () => {
  const choice = { users: [ids.ann], nodes: [ids.shop], assets: [ids['web-1']] };
  expect(await warned({ ...choice, accounts: ['@SPEC', 'deploy', 'ann', 'nobody'] })).toMatchObject({
    is_judged: true,
    missing: [
      { username: 'deploy', asset_count: 3, assets: ['db-1', 'web-2', 'web-10'] },
      { username: 'ann', asset_count: 3, assets: ['db-1', 'web-2', 'web-10'] },
      { username: 'nobody', asset_count: 4, assets: ['db-1', 'web-1', 'web-2'] },
    ],
  });
  expect(await warned({ ...choice, nodes: [], accounts: ['@SPEC', 'deploy'] })).toMatchObject({
    missing: [],
  });
  expect(await warned({ ...choice, accounts: ['@USER', '@INPUT', `%${ids.template}`] })).toMatchObject({
    missing: [],
  });
});

test('privileged accounts among the chosen ones are named: by their mark, by their name, and from templates', async () => {
  const privileged = async (accounts: string[], over: object = {}) =>
    (await warned({ users: [ids.ann], nodes: [ids.shop], accounts, ...over })).privileged;
  expect(await privileged(['@SPEC', 'deploy'])).toEqual([]);
  expect(await privileged(['@SPEC', 'deploy', 'ann', 'Root', 'ops'])).toEqual(['Root', 'ann']);
  expect(await privileged(['@SPEC', 'ops'], { nodes: [ids.lab] })).toEqual(['ops']);
  expect(await privileged(['@USER'])).toEqual(['ann']);
  expect(await privileged(['@USER'], { users: [], user_groups: [ids.crew] })).toEqual(['ann']);
  expect(await privileged(['@USER'], { users: [ids.bob] })).toEqual([]);
  expect(await privileged(['@INPUT'])).toEqual([]);
  expect(await privileged(['@SPEC', `%${ids.template}`])).toEqual(['zabbix']);
});

test('all accounts are not compared, and neither are those the caller may not see', async () => {
  const choice = { users: [ids.ann], nodes: [ids.shop] };
  const unjudged = { is_judged: false, missing: [], privileged: [] };
  expect(await warned({ ...choice, accounts: ['@ALL'] })).toMatchObject(unjudged);
  const may = ['perms.add_assetpermission', 'assets.view_asset', 'accounts.view_account'];
  const named = { ...choice, accounts: ['@SPEC', 'ann'] };
  for (const without of may.slice(1)) {
    const reader = api.as({ permissions: may.filter((codename) => codename !== without) });
    expect(await warned(named, reader)).toMatchObject(unjudged);
  }
  expect(await warned(named, api.as({ permissions: may }))).toMatchObject({
    is_judged: true,
    privileged: ['ann'],
    root: '',
    wider: noWider,
  });
  const { status } = await api.as({ permissions: may.slice(1) }).post(`${url}warnings/`, named);
  expect(status).toBe(403);
});

test('a chosen root node is named, no other node is', async () => {
  const choice = { users: [ids.ann], accounts: ['@ALL'] };
  expect((await warned({ ...choice, nodes: [ids.shop, ids.root] })).root).toBe('Default');
  expect((await warned({ ...choice, nodes: [ids.shop] })).root).toBe('');
  const stranger = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect(await warned({ ...choice, nodes: [ids.root], assets: [ids['web-1']] }, stranger)).toEqual({
    ...{ is_judged: false, missing: [], privileged: [] },
    root: '',
    wider: noWider,
  });
});

test('permissions that already give users all that is chosen are named, with the users who hold them', async () => {
  const wider = async (choice: object, as = admin) =>
    (await warned({ accounts: ['@SPEC', 'deploy'], ...choice }, as)).wider;
  await grant('crew on shop', { user_groups: [ids.crew], nodes: [ids.shop], accounts: ['@ALL'] });
  await grant('bob on web-1', { users: [ids.bob], assets: [ids['web-1']], accounts: ['deploy', 'ops'] });
  const crewOnShop = { id: ids['crew on shop'], name: 'crew on shop' };
  const bobOnWeb = { id: ids['bob on web-1'], name: 'bob on web-1' };
  expect(await wider({ users: [ids.ann, ids.bob], assets: [ids['web-1']] })).toEqual({
    ...{ user_count: 2, user: '', permission_count: 2 },
    permissions: [bobOnWeb, crewOnShop],
  });
  expect(await wider({ user_groups: [ids.crew], nodes: [ids.web] })).toEqual({
    ...{ user_count: 1, user: 'ANN', permission_count: 1 },
    permissions: [crewOnShop],
  });
  const names = async (choice: object) => (await wider(choice)).permissions.map(({ name }) => name);
  expect(await names({ users: [ids.bob], assets: [ids['web-1']], accounts: ['deploy', 'root'] })).toEqual([]);
  expect(await names({ users: [ids.bob], assets: [ids['web-1'], ids['web-2']] })).toEqual([]);
  expect(await names({ users: [ids.ann], nodes: [ids.web, ids.lab] })).toEqual([]);
  expect(await names({ users: [ids.ann], nodes: [ids.root] })).toEqual([]);
  expect(await names({ users: [ids.ann], assets: [ids['db-1']], nodes: [ids.web] })).toEqual([
    'crew on shop',
  ]);
  expect(await names({ users: [ids.ann], nodes: [ids.shop], accounts: ['@ALL'] })).toEqual(['crew on shop']);
  expect(await names({ users: [ids.ann], nodes: [ids.shop], accounts: ['@INPUT'] })).toEqual([]);
  expect(await names({ users: [ids.ann], nodes: [ids.shop], accounts: ['@SPEC'] })).toEqual([]);
  expect(await names({ users: [ids.ann] })).toEqual([]);
  expect(await names({ users: [ids.ann], nodes: [ids.shop], id: ids['crew on shop'] })).toEqual([]);
  await admin.patch(`${url}${ids['crew on shop']}/`, { is_active: false });
  expect(await names({ users: [ids.ann], nodes: [ids.shop] })).toEqual([]);
});

test('each of many chosen assets and nodes is compared with what other permissions give', async () => {
  const estate = estateOf(api.pool);
  const tops = await Promise.all(['1:8', '1:9'].map((key) => estate.node(key, `Yard ${key}`)));
  const assets = await Promise.all(
    Array.from({ length: 220 }, (_, n) =>
      estate.asset({ name: `yard-${n}`, nodes: [tops[n % 2] as string] }),
    ),
  );
  const [yard, rest] = [assets.slice(0, 219), assets.slice(219)];
  await grant('bob on yards', { users: [ids.bob], nodes: tops });
  await grant('bob on one yard', { users: [ids.bob], nodes: tops.slice(0, 1), assets: rest });
  await grant('bob on all but one', { users: [ids.bob], assets: yard });
  const choice = { users: [ids.bob], accounts: ['@SPEC', 'deploy'] };
  const names = async (more: object) =>
    (await warned({ ...choice, ...more })).wider.permissions.map(({ name }) => name);
  expect(await names({ assets: yard })).toEqual(['bob on all but one', 'bob on yards']);
  expect(await names({ assets })).toEqual(['bob on yards']);
  expect(await names({ assets, nodes: tops })).toEqual(['bob on yards']);
  expect(await names({ assets: [...assets, ids['web-1']], nodes: tops })).toEqual([]);
});

test('permissions of others are told only to those who may see them', async () => {
  const may = ['perms.add_assetpermission', 'perms.view_assetpermission', 'users.view_user'];
  const choice = { users: [ids.bob], assets: [ids['web-1']], accounts: ['deploy'] };
  expect((await warned(choice, api.as({ permissions: may }))).wider.permissions).toHaveLength(1);
  for (const without of may.slice(1)) {
    const reader = api.as({ permissions: may.filter((codename) => codename !== without) });
    expect((await warned(choice, reader)).wider).toEqual(noWider);
  }
});
