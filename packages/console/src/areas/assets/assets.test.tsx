// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsAbove,
  actionsOfRow,
  chooseAbove,
  chooseInRow,
  dialogNamed,
  select,
  whyNotAbove,
} from '../../../test/actionsShown.ts';
import { answerTo, changing, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { listRow, pageOf, serversNode } from '../../../test/sampleRow.ts';

const ASSETS = '/api/v1/assets/assets/';
const labelled = (value: string, label: string) => ({ value, label }) as never;
const web = {
  id: 'a1',
  name: 'web-1',
  address: '10.0.0.1',
  is_active: true,
  type: labelled('linux', 'Linux'),
  category: labelled('host', 'Host'),
  platform: { id: 7, name: 'Debian' } as never,
  nodes: [{ id: 'n1', name: 'Servers' }] as never,
  nodes_display: ['/DEFAULT/Servers'],
  auto_config: { ansible_enabled: true, ping_enabled: true, gather_facts_enabled: true } as never,
};
const windows = {
  ...web,
  id: 'a2',
  name: 'db-1',
  is_active: false,
  type: labelled('mysql', 'MySQL'),
  category: labelled('database', 'Database'),
};
const own = ['Connect', 'Update', 'Clone', 'Test connectivity', 'Refresh hardware'];
const category = (value: string, label: string) => ({ value, label, types: [] });

const list = (over: { query?: Record<string, string>; caller?: Caller; rows?: object[] } = {}) =>
  openRoute('AssetList', {
    ...(over.query && { query: over.query }),
    ...(over.caller && { caller: over.caller }),
    routes: {
      ...listOf(asset, (over.rows ?? [web, windows]) as never),
      ...answerTo('GET /api/v1/assets/categories/', [
        category('host', 'Host'),
        category('database', 'Database'),
      ] as never),
      'GET /api/v1/assets/nodes/category/tree/': [
        { ...serversNode, id: 'r', name: 'All (9)', meta: { type: 'root' } },
        { ...serversNode, id: 'h', name: 'Host (4)', meta: { type: 'category', category: 'host' } },
      ],
      ...listOf(platform, [
        { id: 7, name: 'Debian', category: labelled('host', 'Host'), type: labelled('linux', 'Linux') },
      ]),
      [`PATCH ${ASSETS}`]: [],
    },
  });

test('the asset list has a tab for each category, with its asset count', async () => {
  const { user, server, router } = await list();
  await screen.findByText('web-1');
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All 9',
      'Host 4',
      'Database',
    ]),
  );
  await user.click(screen.getByRole('tab', { name: /^Host/ }));
  await waitFor(() => expect(router.state.location.search).toContain('activeTab=host'));
  await waitFor(() => expect(server.calls('GET', '/api/v1/assets/hosts/').length).toBeGreaterThan(0));
  expect(screen.getByRole('tab', { name: /^Host/ }).getAttribute('aria-selected')).toBe('true');
});

test.each(['spaceship', 'constructor'])(
  'an unknown category in the address shows all assets: %s',
  async (activeTab) => {
    const { server } = await list({ query: { activeTab } });
    await screen.findByText('web-1');
    expect(server.calls('GET', ASSETS).length).toBeGreaterThan(0);
  },
);

test('the Update link of an asset opens the form of its category and platform', async () => {
  const { user } = await list();
  const links = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement)
      .getByRole('link', { name: 'Update' })
      .getAttribute('href');
  expect(await links('web-1')).toBe('/console/assets/hosts/a1/update?platform=7&type=linux&category=host');
  expect(await links('db-1')).toBe(
    '/console/assets/databases/a2/update?platform=7&type=mysql&category=database',
  );
  expect(await actionsOfRow(user, 'web-1')).toEqual([...own, 'Delete']);
});

test('cloning an asset opens the form of its category', async () => {
  const { user, router } = await list();
  await chooseInRow(user, 'db-1', 'Clone');
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/databases/create?platform=7&type=mysql&category=database&clone_from=a2',
    ),
  );
});

test.each([
  [
    'without permission',
    { perms: allBut('assets.add_asset', 'assets.change_asset') },
    [...own.slice(3), 'Delete'],
  ],
  [
    'in the global organization',
    { isRoot: true },
    [...own.slice(3), 'Delete'].map((name) => `${name} (off)`),
  ],
])('%s assets cannot be created, cloned or updated', async (_where, caller, tasks) => {
  const { user } = await list({ caller });
  expect(await actionsOfRow(user, 'web-1')).toEqual(['Connect', 'Update (off)', 'Clone (off)', ...tasks]);
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
});

test.each([
  ['Activate selected', true, 'Activated 2 assets'],
  ['Deactivate selected', false, 'Deactivated 2 assets'],
])('%s changes every selected asset', async (action, is_active, done) => {
  const { user, server } = await list();
  await select(user, 'web-1', 'db-1');
  const before = server.calls('GET', ASSETS).length;
  await chooseAbove(user, action);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(server.calls('PATCH', ASSETS)[0]?.body).toEqual([
    { pk: 'a1', is_active },
    { pk: 'a2', is_active },
  ]);
  await waitFor(() => expect(server.calls('GET', ASSETS).length).toBeGreaterThan(before));
});

test('bulk actions on assets require selected rows and permission', async () => {
  const { user } = await list({ caller: { perms: allBut('assets.change_asset') } });
  await screen.findByText('web-1');
  expect((await actionsAbove(user)).slice(0, 2)).toEqual([
    'Activate selected (off)',
    'Deactivate selected (off)',
  ]);
  expect(await whyNotAbove(user, 'Activate selected')).toBe('Select rows first.');
  await select(user, 'web-1');
  expect(await whyNotAbove(user, 'Activate selected')).toBe('You do not have permission for this.');
});

test('creating an asset opens the form of the chosen platform with the node of the list', async () => {
  const { user, router } = await list({ query: { node_id: 'n1' } });
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  const dialog = await dialogNamed('Choose a platform');
  await user.click(await dialog.findByRole('button', { name: 'Debian' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/hosts/create?platform=7&type=linux&category=host&node=n1',
    ),
  );
});

test('assets can be imported only within a category', async () => {
  const { user } = await list();
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  expect(await screen.findByText('Choose a category first. Import works within one category.')).toBeTruthy();
});

test('an empty asset list says what to add', async () => {
  await list({ rows: [] });
  expect(
    await screen.findByText('Add hosts, databases and services here to grant access to them.'),
  ).toBeTruthy();
});

const page = (
  row: object = {},
  over: { tab?: string; caller?: Caller; routes?: Record<string, unknown> } = {},
) =>
  openRoute('AssetDetail', {
    params: { id: 'a1' },
    tab: over.tab,
    caller: over.caller,
    routes: {
      ...rowAt(asset, 'a1', { ...web, ...row }),
      ...listOf(node, [{ id: 'n2', name: 'Archive', full_value: '/Archive' }]),
      ...changing(asset, 'a1', web),
      ...over.routes,
    },
  });

test('the header of an asset shows platform and first node and connects to the asset', async () => {
  const { user } = await page();
  await screen.findByRole('heading', { name: 'web-1' });
  expect(document.body.textContent).toContain('· Debian · /DEFAULT/Servers');
  expect(screen.queryByText('Inactive')).toBeNull();
  const link = screen.getByRole('link', { name: 'Debian' });
  expect(link.getAttribute('href')).toBe('/console/assets/platforms/7');
  const opened: string[] = [];
  window.open = ((url: string) => opened.push(url)) as never;
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(opened[0]).toMatch(/^\/luna\/\?login_to=a1&oid=/));
});

test('an inactive asset cannot be connected to', async () => {
  await page({ is_active: false });
  expect(await screen.findByText('Inactive')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', true);
});

test('without the web terminal permission an asset has no Connect button', async () => {
  await page({}, { caller: { perms: allBut('rbac.view_webterminal') } });
  await screen.findByRole('heading', { name: 'web-1' });
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});

test('Update on the page of an asset opens the form of its category', async () => {
  const { user, router } = await page();
  await user.click(await screen.findByRole('button', { name: 'Update' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/hosts/a1/update?platform=7&type=linux&category=host',
    ),
  );
});

test('a user with permission can deactivate an asset on its page', async () => {
  const { user, server } = await page();
  await user.click(await screen.findByRole('switch', { name: 'Active' }));
  await waitFor(() => expect(server.calls('PATCH', `${ASSETS}a1/`)[0]?.body).toEqual({ is_active: false }));
});

test.each([
  ['without permission', { perms: allBut('assets.change_asset') }],
  ['in the global organization', { isRoot: true }],
])('%s the active switch of an asset is disabled', async (_where, caller) => {
  await page({}, { caller });
  expect(await screen.findByRole('switch', { name: 'Active' })).toHaveProperty('disabled', true);
});

test('an asset can be added to a node and removed from it', async () => {
  const { user, server } = await page();
  await user.click(await screen.findByRole('combobox', { name: 'Add: Nodes' }));
  await user.click(await screen.findByTitle('/Archive'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(server.calls('PATCH', `${ASSETS}a1/`)[0]?.body).toEqual({ nodes: ['n1', 'n2'] }),
  );
  await user.click(screen.getByRole('button', { name: 'Remove /DEFAULT/Servers' }));
  await waitFor(() => expect(server.calls('PATCH', `${ASSETS}a1/`)[1]?.body).toEqual({ nodes: [] }));
});

test('users who may not change an asset do not see its nodes card', async () => {
  await page({}, { caller: { perms: allBut('assets.change_asset') } });
  await screen.findByRole('switch', { name: 'Active' });
  expect(screen.queryByRole('heading', { name: 'Nodes' })).toBeNull();
});

test.each([
  ['accounts.view_account', 'Accounts'],
  ['perms.view_assetpermission', 'Permitted users'],
  ['terminal.view_session', 'Sessions'],
  ['terminal.view_command', 'Commands'],
])('an asset page without %s has no %s tab', async (need, tab) => {
  const all = ['Details', 'Accounts', 'Permitted users', 'Sessions', 'Commands', 'Activity'];
  await page({}, { caller: { perms: allBut(need) } });
  await screen.findByRole('heading', { name: 'web-1' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    all.filter((each) => each !== tab),
  );
});

test.each([
  ['Sessions', '/api/v1/terminal/sessions/'],
  ['Commands', '/api/v1/terminal/commands/'],
])('the %s tab of an asset lists only its own', async (tab, url) => {
  const { server } = await page({}, { tab, routes: listOf(session, []) });
  await waitFor(() => expect(server.calls('GET', url).at(-1)?.query).toMatchObject({ asset_id: 'a1' }));
});

const permitted = {
  [`GET ${ASSETS}a1/perm-users/`]: pageOf([
    listRow(userDefinition, { id: 'u1', name: 'Ada', username: 'ada' }),
  ]),
  [`GET ${ASSETS}a1/perm-user-groups/`]: pageOf([listRow(usergroup, { id: 'g1', name: 'Operators' })]),
  [`GET ${ASSETS}a1/perm-users/u1/permissions/`]: pageOf([
    listRow(assetpermission, { id: 'p1', name: 'Night' }),
  ]),
  [`GET ${ASSETS}a1/perm-user-groups/g1/permissions/`]: pageOf([
    listRow(assetpermission, { id: 'p2', name: 'Day' }),
  ]),
};

test.each([
  ['Ada', '/console/users/users/u1', 'Night', 'p1'],
  ['Operators', '/console/users/groups/g1', 'Day', 'p2'],
])(
  'permitted users of an asset include %s, with the permissions that grant access',
  async (name, path, permission, id) => {
    const { user } = await page({}, { tab: 'PermUsers', routes: permitted });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path);
    for (const button of ['Create', 'Import', 'Export'])
      expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect((await actionsOfRow(user, name))[0]).toBe('View permissions');
    await chooseInRow(user, name, 'View permissions');
    const dialog = await dialogNamed(`Permissions of ${name}`);
    expect((await dialog.findByRole('link', { name: permission })).getAttribute('href')).toBe(
      `/console/perms/asset-permissions/${id}`,
    );
    expect(dialog.queryByRole('button', { name: 'Create' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

const ACCOUNTS = '/api/v1/accounts/accounts/';
const accountsTab = (caller: Caller = {}, status = 201) =>
  page(
    {},
    {
      tab: 'Accounts',
      caller,
      routes: {
        ...listOf(account, [{ id: 'c1', name: 'root', username: 'superuser' }]),
        ...listOf(accounttemplate, [{ id: 't1', name: 'zabbix', username: 'zabbix' }]),
        [`POST ${ACCOUNTS}`]: answer(status, status === 201 ? [] : { detail: 'Taken' }),
        ...answerTo('POST /api/v1/assets/platforms/filter-nodes-assets/', []),
      },
    },
  );

test('the accounts tab of an asset shows what fits beside its actions', async () => {
  const { server } = await accountsTab();
  await screen.findByText('root');
  expect(server.calls('GET', ACCOUNTS).at(-1)?.query).toMatchObject({ asset: 'a1' });
  for (const name of ['Asset', /updated/i]) expect(screen.queryByRole('columnheader', { name })).toBeNull();
});

const addTemplate = async ({ user }: Awaited<ReturnType<typeof accountsTab>>) => {
  const buttons = await screen.findAllByRole('button', { name: 'Add from template' });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add']);
  await user.click(buttons[0] as HTMLElement);
  const dialog = await dialogNamed('Choose account templates');
  await user.click(await dialog.findByRole('checkbox', { name: 'Select zabbix' }));
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
};

test('accounts can be added to an asset from templates', async () => {
  const opened = await accountsTab();
  await screen.findByText('root');
  const before = opened.server.calls('GET', ACCOUNTS).length;
  await addTemplate(opened);
  expect(await screen.findByText('Added accounts from 1 template')).toBeTruthy();
  expect(opened.server.calls('POST', ACCOUNTS)[0]?.body).toEqual([{ template: 't1', asset: 'a1' }]);
  await waitFor(() => expect(opened.server.calls('GET', ACCOUNTS).length).toBeGreaterThan(before));
});

test('an account that cannot be added from a template is reported', async () => {
  const opened = await accountsTab({}, 400);
  await addTemplate(opened);
  expect(await screen.findByText('Taken')).toBeTruthy();
  expect(screen.queryByText('Added accounts from 1 template')).toBeNull();
});

test.each([
  ['without permission', { perms: allBut('accounts.add_account') }],
  ['in the global organization', { isRoot: true }],
])('%s accounts cannot be added from templates', async (_where, caller) => {
  await accountsTab(caller);
  await screen.findByText('root');
  expect(screen.getByRole('button', { name: 'Add from template' })).toHaveProperty('disabled', true);
});

test('the accounts tab offers no templates without permission to view them', async () => {
  await accountsTab({ perms: allBut('accounts.view_accounttemplate') });
  await screen.findByText('root');
  expect(screen.queryByRole('button', { name: 'Add from template' })).toBeNull();
});
