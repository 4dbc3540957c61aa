// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { columnsShown, tabsShown } from '../../../test/actionsShown.ts';
import { answerTo, changing, listOf, rowAt } from '../../../test/answerTo.ts';
import { factShown } from '../../../test/factsShown.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';

const URL = '/api/v1/perms/asset-permissions/';
const related = (id: string, name: string) => ({ id, name }) as never;
const facts = {
  id: 'p1',
  name: 'Night shift',
  is_active: true,
  is_expired: false,
  accounts: ['@ALL', 'deploy', '@SPEC'],
  protocols: ['all'],
  actions: [],
};
const grant = {
  ...facts,
  users: [related('u1', 'Ada')],
  user_groups: [related('g1', 'Operators'), related('g2', 'Auditors')],
  assets: [related('a1', 'web-1')],
  nodes: [],
};
const kinds = ['users', 'user-groups', 'assets', 'nodes'];
const relation = (kind: string) => `${URL.slice(0, -1)}-${kind}-relations/`;

const open = (
  row: object = {},
  over: { caller?: Caller; routes?: Record<string, unknown>; tab?: string } = {},
) =>
  openRoute('AssetPermissionDetail', {
    params: { id: 'p1' },
    tab: over.tab,
    caller: over.caller,
    routes: {
      ...rowAt(assetpermission, 'p1', { ...grant, ...row }),
      ...listOf(userDefinition, [{ id: 'u2', name: 'Bob' }]),
      ...listOf(usergroup, [{ id: 'g3', name: 'Guests' }]),
      ...listOf(asset, [{ id: 'a2', name: 'web-2' }]),
      ...listOf(node, [{ id: 'n1', name: 'Servers', full_value: '/Servers' }]),
      ...answerTo('POST /api/v1/accounts/accounts/username-suggestions/', []),
      ...Object.fromEntries(
        kinds.flatMap((kind) => [
          [`POST ${relation(kind)}`, answer(201, [])],
          [`DELETE ${relation(kind)}`, answer(204)],
        ]),
      ),
      [`GET ${URL}p1/users/all/`]: pageOf([{ user: 'u1', user_display: 'Ada(ada)' }]),
      [`GET ${URL}p1/assets/all/`]: pageOf([{ asset: 'a1', asset_display: 'web-1(10.0.0.1)' }]),
      [`OPTIONS ${URL}p1/users/all/`]: { actions: { GET: {} } },
      [`OPTIONS ${URL}p1/assets/all/`]: { actions: { GET: {} } },
      ...changing(assetpermission, 'p1', { ...grant, ...row }),
      ...over.routes,
    },
  });

const fact = async (label: string) => (await factShown(label)).textContent;

test('the page of a permission names its users, assets, accounts and protocols', async () => {
  await open({ nodes: [related('n1', '/Default/Web')] });
  const linkIn = async (label: string, name: string) =>
    within(await factShown(label))
      .getByRole('link', { name })
      .getAttribute('href');
  expect(await linkIn('Users', 'Ada')).toBe('/console/users/users/u1');
  expect(await linkIn('User groups', 'Operators')).toBe('/console/users/groups/g1');
  expect(await linkIn('User groups', 'Auditors')).toBe('/console/users/groups/g2');
  expect(await linkIn('Assets', 'web-1')).toBe('/console/assets/assets/a1');
  expect(await fact('Nodes')).toBe('/Default/Web');
  expect(await fact('Accounts')).toContain('All accounts');
  expect(await fact('Accounts')).toContain('deploy');
  expect(await fact('Accounts')).not.toContain('Specified');
  expect(await fact('Protocols')).toBe('All protocols');
  for (const word of ['Inactive', 'Expired']) expect(screen.queryByText(word)).toBeNull();
});

test('a permission without nodes shows a dash for them, and many users collapse to the first three', async () => {
  await open({ users: ['Ada', 'Bob', 'Cid', 'Dee'].map((name) => related(name, name)) });
  expect(await fact('Nodes')).toBe('–none');
  expect(await fact('Users')).toBe('AdaBobCid+1');
});

test.each([
  [{ is_active: false, is_expired: true }, 'Inactive', 'Expired'],
  [{ is_expired: true }, 'Expired', 'Inactive'],
])('a permission that grants no access says why: %o', async (row, shown, other) => {
  await open(row);
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(other)).toBeNull();
});

test('a permission limited to some protocols names them', async () => {
  await open({ protocols: ['ssh', 'sftp'] });
  expect(await fact('Protocols')).toBe('sshsftp');
});

test('a user with permission can deactivate a permission on its page', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('switch', { name: 'Active' }));
  await waitFor(() => expect(server.calls('PATCH', `${URL}p1/`)[0]?.body).toEqual({ is_active: false }));
});

test('users who may not change a permission get a disabled switch and no edit tabs', async () => {
  await open({}, { caller: { perms: allBut('perms.change_assetpermission') } });
  expect(await screen.findByRole('switch', { name: 'Active' })).toHaveProperty('disabled', true);
  expect(await tabsShown()).toEqual(['Details', 'Activity']);
});

test.each([
  ['users.view_user', 'Users'],
  ['assets.view_asset', 'Assets'],
  ['accounts.view_account', 'Accounts'],
])('a permission page without %s has no %s tab', async (need, tab) => {
  await open({}, { caller: { perms: allBut(need) } });
  const all = ['Details', 'Users', 'Assets', 'Accounts', 'Activity'];
  await screen.findByText('Quick actions');
  expect(await tabsShown()).toEqual(all.filter((each) => each !== tab));
});

const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);

test.each([
  ['AssetPermissionUser', 'Users', 'Bob', 'Ada', 'users', 'user', ['u2', 'u1']],
  ['AssetPermissionUser', 'User groups', 'Guests', 'Operators', 'user-groups', 'usergroup', ['g3', 'g1']],
  ['AssetPermissionAsset', 'Assets', 'web-2', 'web-1', 'assets', 'asset', ['a2', 'a1']],
] as const)('in tab %s, %s can be added and removed', async (tab, title, added, gone, kind, key, ids) => {
  const { user, server } = await open({}, { tab });
  const card = await cardOf(title);
  await user.click(card.getByRole('combobox', { name: `Add: ${title}` }));
  await user.click(await screen.findByTitle(new RegExp(`^${added}`)));
  const before = server.calls('GET', `${URL}p1/`).length;
  await user.click(card.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(server.calls('POST', relation(kind))[0]?.body).toEqual([{ assetpermission: 'p1', [key]: ids[0] }]),
  );
  await waitFor(() => expect(server.calls('GET', `${URL}p1/`).length).toBeGreaterThan(before));
  const then = server.calls('GET', `${URL}p1/`).length;
  await user.click(card.getByRole('button', { name: `Remove ${gone}` }));
  await waitFor(() =>
    expect(server.calls('DELETE', relation(kind))[0]?.query).toEqual({
      assetpermission: 'p1',
      [key]: ids[1],
    }),
  );
  await waitFor(() => expect(server.calls('GET', `${URL}p1/`).length).toBeGreaterThan(then));
});

test('nodes can be added to a permission', async () => {
  const { user, server } = await open({}, { tab: 'AssetPermissionAsset' });
  const card = await cardOf('Nodes');
  await user.click(card.getByRole('combobox', { name: 'Add: Nodes' }));
  await user.click(await screen.findByTitle('/Servers'));
  await user.click(card.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(server.calls('POST', relation('nodes'))[0]?.body).toEqual([{ assetpermission: 'p1', node: 'n1' }]),
  );
});

test.each([
  ['AssetPermissionUser', ['Users', 'User groups']],
  ['AssetPermissionAsset', ['Assets', 'Nodes']],
])('in the global organization, tab %s cannot be changed', async (tab, titles) => {
  await open({}, { tab, caller: { isRoot: true } });
  for (const title of titles)
    expect((await cardOf(title)).getByRole('combobox')).toHaveProperty('disabled', true);
});

test.each([
  ['AssetPermissionUser', 'User', 'Ada', '/console/users/users/u1'],
  ['AssetPermissionAsset', 'Asset', 'web-1', '/console/assets/assets/a1'],
])('the %s tab lists every %s covered, with links', async (tab, title, name, path) => {
  await open({}, { tab });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path);
  expect(await columnsShown()).toContain(title);
  for (const button of ['Create', 'More actions'])
    expect(screen.queryByRole('button', { name: button })).toBeNull();
});

test('the accounts of a permission can be viewed and changed', async () => {
  const { user, server } = await open(
    {},
    {
      tab: 'AssetPermissionAccount',
      routes: {
        [`GET ${URL}p1/accounts/`]: pageOf([listRow(account, { id: 'c1', name: 'root' })]),
        ...listOf(account, []),
      },
    },
  );
  const card = await cardOf('As which account');
  expect(await card.findByRole('checkbox', { name: 'All accounts' })).toHaveProperty('checked', true);
  expect(screen.queryByRole('button', { name: 'Add account' })).toBeNull();
  await user.click(card.getByRole('checkbox', { name: 'Manual input' }));
  const before = server.calls('GET', `${URL}p1/`).length;
  await user.click(card.getByRole('button', { name: /Submit|Save/ }));
  await waitFor(() =>
    expect(server.calls('PATCH', `${URL}p1/`)[0]?.body).toEqual({
      accounts: expect.arrayContaining(['@ALL', '@INPUT', 'deploy']),
    }),
  );
  await waitFor(() => expect(server.calls('GET', `${URL}p1/`).length).toBeGreaterThan(before));
});

const row = {
  ...facts,
  users_amount: 3,
  user_groups_amount: 4,
  assets_amount: 5,
  nodes_amount: 6,
  is_valid: true,
};
const list = (over: { query?: Record<string, string>; caller?: Caller; rows?: object[] } = {}) =>
  openRoute('AssetPermissionList', {
    ...(over.query && { query: over.query }),
    ...(over.caller && { caller: over.caller }),
    routes: {
      ...listOf(assetpermission, over.rows ?? [row]),
    },
  });

test('the counts of a permission link to the matching tab', async () => {
  await list();
  await screen.findByText('Night shift');
  const paths = ['3', '4', '5', '6'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  const at = '/console/perms/asset-permissions/p1?activeTab=AssetPermission';
  expect(paths).toEqual([`${at}User`, `${at}User`, `${at}Asset`, `${at}Asset`]);
});

test.each([
  [['@ALL', 'deploy', '@SPEC'], '2 accounts', ['All accounts', 'deploy']],
  [['@USER'], 'Same username', ['Same username']],
  [['root'], 'root', ['root']],
])('accounts %o are shown as "%s", with all names on hover', async (accounts, text, names) => {
  const { user } = await list({ rows: [{ ...row, accounts }] });
  await user.hover(await screen.findByText(text));
  const tip = await screen.findByRole('tooltip');
  expect(
    within(tip)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});

test('a permission without accounts shows a dash', async () => {
  await list({ rows: [{ ...row, accounts: ['@SPEC'] }] });
  const cells = (await screen.findByText('Night shift')).closest('tr')?.querySelectorAll('td');
  expect([...(cells ?? [])].map(({ textContent }) => textContent)).toContain('–none');
});

test('an empty permission list explains permissions, and the page has help', async () => {
  const { user } = await list({ rows: [] });
  expect(
    await screen.findByText(
      'A permission lets users connect to assets as the accounts you choose, for as long as you choose.',
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(
    await screen.findByText('Who may connect to which assets, as which accounts, and until when.'),
  ).toBeTruthy();
});

test('creating a permission from the list passes on the node chosen in the tree', async () => {
  await list({ query: { asset_id: 'a1' } });
  await screen.findByText('Night shift');
  const { user } = await list({ query: { node_id: 'n1' }, rows: [] });
  const opened: string[] = [];
  window.open = ((url: string) => opened.push(url)) as never;
  await user.click(screen.getAllByRole('button', { name: 'Create' }).at(-1) as HTMLElement);
  await waitFor(() => expect(opened[0]).toContain('/console/perms/asset-permissions/create?node_id=n1'));
});

test('permissions can be searched by user, asset and account', async () => {
  const { user } = await list();
  await screen.findByText('Night shift');
  await user.click(screen.getByRole('combobox', { name: /Search/ }));
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(offered).toEqual(
    expect.arrayContaining([
      'User',
      'User group',
      'Asset',
      'Address',
      'Account',
      'Valid',
      'In effect',
      'Including inherited',
    ]),
  );
});
