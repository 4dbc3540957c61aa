// @vitest-environment jsdom
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';

const URL = '/api/v1/perms/asset-permissions/';
const SUGGESTIONS = '/api/v1/accounts/accounts/username-suggestions/';

const routes = {
  ...listOf(userDefinition, [{ id: 'u1', name: 'Ada' }]),
  ...listOf(asset, [{ id: 'a1', name: 'web-1' }]),
  ...listOf(node, [{ id: 'n1', name: 'Servers', full_value: '/Servers' }]),
  ...listOf(accounttemplate, [{ id: 't1', name: 'zabbix agents', username: 'zabbix' }]),
  ...answerTo(`POST ${SUGGESTIONS}`, ['root', 'deploy']),
  'GET /api/v1/assets/protocols/': [
    { value: 'ssh', label: 'SSH' },
    { value: 'rdp', label: 'RDP' },
  ],
  [`POST ${URL}`]: answer(201, { id: 'p9', name: 'Night shift' }),
};

/** A stored permission, and the answer to its change. */
const stored = (over: { accounts?: string[]; date_expired?: string }) => ({
  ...rowAt(assetpermission, 'p1', {
    id: 'p1',
    name: 'Night',
    accounts: ['@ALL'],
    protocols: ['all'],
    actions: [{ value: 'connect', label: 'Connect' }],
    assets: [{ id: 'a1', name: 'web-1' }] as never,
    ...over,
  }),
  [`PUT ${URL}p1/`]: { id: 'p1', name: 'Nights' },
});

const create = (over: { query?: Record<string, string>; caller?: Caller } = {}) =>
  openRoute('AssetPermissionCreate', { ...over, routes });
type Opened = Awaited<ReturnType<typeof create>>;

const pick = async ({ user }: Opened, field: string, title: RegExp) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(title));
  await user.keyboard('{Escape}');
};
const summary = async () =>
  within(
    (await screen.findByRole('heading', { name: 'What this permission grants' })).closest(
      'section',
    ) as HTMLElement,
  );
const fact = async (name: string) => (await summary()).getByText(name).nextElementSibling?.textContent;
const sent = ({ server }: Opened) => server.calls('POST', URL)[0]?.body as Record<string, unknown>;

test('a new permission grants all accounts and protocols without an end, and opens its page', async () => {
  const opened = await create();
  const { user, router } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'Night shift');
  await pick(opened, 'Assets', /^web-1/);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)).toBeDefined());
  const { date_start, date_expired, ...rest } = sent(opened);
  expect(rest).toMatchObject({
    name: 'Night shift',
    is_active: true,
    accounts: ['@ALL'],
    protocols: ['all'],
    assets: [{ pk: 'a1' }],
  });
  const years =
    (new Date(String(date_expired)).valueOf() - new Date(String(date_start)).valueOf()) / 3.156e10;
  expect(Math.round(years)).toBe(70);
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/perms/asset-permissions/p9'));
});

test('the permission form summarizes what it grants and what is still missing', async () => {
  const opened = await create();
  const words = await summary();
  expect(words.getByText('Choose users or groups.')).toBeTruthy();
  expect(words.getByText('Choose assets or nodes.')).toBeTruthy();
  await waitFor(() => expect(words.queryByText('Choose at least one action.')).toBeNull());
  expect(words.queryByText('This permission is inactive and grants no access.')).toBeNull();
  expect([await fact('Who'), await fact('What')]).toEqual(['–', '–']);
  expect(await fact('As which account')).toBe('All accounts');
  expect(await fact('Until')).toBe('No end');
  await pick(opened, 'Users', /^Ada/);
  await waitFor(async () => expect(await fact('Who')).toBe('1 user'));
  expect(words.queryByText('Choose users or groups.')).toBeNull();
  expect(words.queryByText(/can connect to/)).toBeNull();
  await pick(opened, 'Assets', /^web-1/);
  await waitFor(async () => expect(await fact('What')).toBe('1 asset'));
  await pick(opened, 'Nodes', /Servers$/);
  await waitFor(async () => expect(await fact('What')).toBe('1 asset and everything in 1 node'));
  expect(
    words.getByText(
      '1 user can connect to 1 asset and everything in 1 node using All accounts, with no end date.',
    ),
  ).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: '7 days' }));
  const dated =
    /^1 user can connect to 1 asset and everything in 1 node using All accounts until \d{4}-\d\d-\d\d/;
  expect(await words.findByText(dated)).toBeTruthy();
  expect(words.queryByText(/^Choose/)).toBeNull();
  expect(words.getByText('Access rules still apply to each connection.')).toBeTruthy();
  await opened.user.click(screen.getByRole('switch', { name: 'Is active' }));
  expect(await words.findByText('This permission is inactive and grants no access.')).toBeTruthy();
});

test.each(['7 days', '30 days', '90 days'])(
  'the preset "%s" sets the end of a permission, and "No end" removes it',
  async (name) => {
    const { user } = await create();
    await user.click(await screen.findByRole('button', { name }));
    const day = new Date(Date.now() + Number(name.split(' ')[0]) * 86_400_000).toISOString().slice(0, 10);
    await waitFor(async () => expect(await fact('Until')).toContain(day));
    await user.click(screen.getByRole('button', { name: 'No end' }));
    await waitFor(async () => expect(await fact('Until')).toBe('No end'));
  },
);

test('a permission can be limited to some protocols', async () => {
  const opened = await create();
  const { user } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'x');
  expect(screen.queryByRole('combobox', { name: 'Specified' })).toBeNull();
  await user.click(screen.getByText('Specified'));
  await user.click(await screen.findByRole('combobox', { name: 'Specified' }));
  await user.click(await screen.findByTitle('SSH'));
  await user.keyboard('{Escape}');
  await pick(opened, 'Assets', /^web-1/);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)?.protocols).toEqual(['ssh']));
});

test('a permission without accounts is rejected', async () => {
  const opened = await create();
  const { user, server } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'x');
  await pick(opened, 'Assets', /^web-1/);
  await user.click(screen.getByRole('checkbox', { name: 'All accounts' }));
  await user.click(screen.getByRole('checkbox', { name: 'Specified accounts' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('Choose at least one account.')).length).toBeGreaterThan(0);
  expect(server.calls('POST', URL)).toEqual([]);
});

test('a permission stored without accounts needs some to be saved', async () => {
  const { user, server } = await openRoute('AssetPermissionUpdate', {
    params: { id: 'p1' },
    routes: {
      ...routes,
      ...stored({ accounts: [] }),
    },
  });
  await user.type(await screen.findByLabelText(/^Name/), 's');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(0);
  expect(server.calls('PUT', `${URL}p1/`)).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'All accounts' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${URL}p1/`)[0]?.body).toMatchObject({ accounts: ['@ALL'] }),
  );
});

const specify = async ({ user }: Opened) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Specified accounts' }));
  return screen.findByRole('combobox', { name: 'Usernames' });
};

test('usernames on the chosen assets are suggested and can be added with a click', async () => {
  const opened = await create();
  const { user, server } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'x');
  await pick(opened, 'Assets', /^web-1/);
  await specify(opened);
  await waitFor(() =>
    expect(server.calls('POST', SUGGESTIONS).at(-1)?.body).toEqual({
      username: '',
      assets: ['a1'],
      nodes: [],
    }),
  );
  expect(screen.getByText(/On the chosen assets/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'deploy' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'deploy' })).toBeNull());
  expect(screen.getByRole('button', { name: 'root' })).toBeTruthy();
  await waitFor(async () => expect(await fact('As which account')).toContain('deploy'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)?.accounts).toEqual(expect.arrayContaining(['deploy'])));
});

test('several usernames can be typed at once', async () => {
  const opened = await create();
  const field = await specify(opened);
  await opened.user.type(field, 'ann,bob cid;');
  await waitFor(async () => {
    for (const name of ['ann', 'bob', 'cid']) expect(await fact('As which account')).toContain(name);
  });
});

test('account templates can be added to a permission', async () => {
  const opened = await create();
  const { user } = opened;
  await specify(opened);
  await user.click(screen.getByRole('button', { name: 'Add from template' }));
  const dialog = await dialogNamed('Choose account templates');
  await user.click(await dialog.findByRole('checkbox', { name: 'Select zabbix agents' }));
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
  await waitFor(async () => expect(await fact('As which account')).toContain('Template'));
  expect(screen.getByTitle('zabbix')).toBeTruthy();
});

test('the permission form offers no templates without permission to view them', async () => {
  const opened = await create({ caller: { perms: allBut('accounts.view_accounttemplate') } });
  await specify(opened);
  expect(screen.queryByRole('button', { name: 'Add from template' })).toBeNull();
});

test('a new permission starts with the node and asset it is created for', async () => {
  const { server } = await create({ query: { node_id: 'n1', asset_id: 'a1' } });
  await waitFor(async () => expect(await fact('What')).toBe('1 asset and everything in 1 node'));
  expect(server.calls('POST', URL)).toEqual([]);
});

test('saving a permission returns to the list', async () => {
  const { user, router } = await openRoute('AssetPermissionUpdate', {
    params: { id: 'p1' },
    routes: {
      ...routes,
      ...stored({ date_expired: '2031/01/09 03:04:05 +0000' }),
      [`PATCH ${URL}p1/`]: { id: 'p1', name: 'Nights' },
    },
  });
  await waitFor(async () => expect(await fact('Until')).toBe('2031-01-09 03:04:05'));
  await user.type(await screen.findByLabelText(/^Name/), 's');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/perms/asset-permissions'));
});
