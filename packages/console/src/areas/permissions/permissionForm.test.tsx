// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../test/actionsShown.ts';
import { answerTo, changing, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';

const URL = '/api/v1/perms/asset-permissions/';
const REACH = '/api/v1/perms/asset-permissions/reach/';
const SUGGESTIONS = '/api/v1/accounts/accounts/username-suggestions/';

const routes = {
  ...listOf(userDefinition, [{ id: 'u1', name: 'Ada' }]),
  ...listOf(asset, [{ id: 'a1', name: 'web-1' }]),
  ...listOf(node, [{ id: 'n1', name: 'Servers', full_value: '/Servers' }]),
  ...listOf(accounttemplate, [{ id: 't1', name: 'zabbix agents', username: 'zabbix' }]),
  ...answerTo(`POST ${SUGGESTIONS}`, ['root', 'deploy']),
  ...answerTo(`POST ${REACH}`, {
    user_count: 1,
    user: 'Ada',
    group: '',
    asset_count: 1,
    asset: 'web-1',
    node: '',
  }),
  'GET /api/v1/assets/protocols/': [
    { value: 'ssh', label: 'SSH' },
    { value: 'rdp', label: 'RDP' },
  ],
  ...creating(assetpermission, { id: 'p9', name: 'Night shift' }),
};

/** A stored permission, and the answer to its change. */
const stored = (over: Partial<RowOf<typeof assetpermission, 'retrieve'>>) => ({
  ...rowAt(assetpermission, 'p1', {
    id: 'p1',
    name: 'Night',
    accounts: ['@ALL'],
    protocols: ['all'],
    actions: [{ value: 'connect', label: 'Connect' }],
    assets: [{ id: 'a1', name: 'web-1' }] as never,
    ...over,
  }),
  ...changing(assetpermission, 'p1', { id: 'p1', name: 'Nights' }),
});

type Reach = AnswerOf<Calls[`POST ${typeof REACH}`]>;

const create = ({
  reach,
  ...over
}: {
  query?: Record<string, string>;
  caller?: Caller;
  reach?: Reach | (() => Reach | Promise<Reach>);
} = {}) =>
  openRoute('AssetPermissionCreate', {
    ...over,
    routes: { ...routes, ...(reach && answerTo(`POST ${REACH}`, reach)) },
  });
type Opened = Awaited<ReturnType<typeof create>>;

const pick = async ({ user }: Opened, field: string, title: RegExp) => {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(title));
  await user.keyboard('{Escape}');
};
const summary = async () =>
  within(
    (await screen.findByRole('heading', { name: 'What this permission grants' })).closest(
      'section',
    ) as HTMLElement,
  );
const told = async () => (await summary()).queryByText(/can connect to/)?.textContent;
const chooseAccount = ({ user }: Opened, name = 'All accounts') =>
  screen.findByRole('checkbox', { name }).then((box) => user.click(box));
/** Chooses a user and an asset, so that the summary can say what the permission grants. */
const grantee = async (opened: Opened) => {
  await pick(opened, 'Users', /^Ada/);
  await pick(opened, 'Assets', /^web-1/);
};
const sent = ({ server }: Opened) => server.calls('POST', URL)[0]?.body as Record<string, unknown>;

test('a new permission grants the accounts chosen for 90 days, and opens its page', async () => {
  const opened = await create();
  const { user, router } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'Night shift');
  expect(screen.getByRole('checkbox', { name: 'Specified accounts' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'All accounts' })).toHaveProperty('checked', false);
  await pick(opened, 'Assets', /^web-1/);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('Choose at least one account.')).length).toBeGreaterThan(1);
  expect(sent(opened)).toBeUndefined();
  await user.click(await screen.findByRole('button', { name: 'deploy' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)).toBeDefined());
  const { date_start, date_expired, ...rest } = sent(opened);
  expect(rest).toMatchObject({
    name: 'Night shift',
    is_active: true,
    accounts: ['@SPEC', 'deploy'],
    protocols: ['all'],
    assets: [{ pk: 'a1' }],
  });
  const days =
    (new Date(String(date_expired)).valueOf() - new Date(String(date_start)).valueOf()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/perms/asset-permissions/p9'));
});

test('the permission form says in one sentence what it grants, and what is still missing', async () => {
  const opened = await create();
  const words = await summary();
  expect(words.getByText('Choose users or groups.')).toBeTruthy();
  expect(words.getByText('Choose assets or nodes.')).toBeTruthy();
  expect(words.getByText('Choose at least one account.')).toBeTruthy();
  await waitFor(() => expect(words.queryByText('Choose at least one action.')).toBeNull());
  expect(words.queryByText('This permission is inactive and grants no access.')).toBeNull();
  await pick(opened, 'Users', /^Ada/);
  await waitFor(() => expect(words.queryByText('Choose users or groups.')).toBeNull());
  await chooseAccount(opened);
  await waitFor(() => expect(words.queryByText('Choose at least one account.')).toBeNull());
  expect(await told()).toBeUndefined();
  await pick(opened, 'Assets', /^web-1/);
  const dated =
    /^Ada can connect to web-1 as any account, including privileged ones, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/;
  expect(await words.findByText(dated)).toBeTruthy();
  expect(opened.server.calls('POST', REACH).map(({ body }) => body)).toEqual([
    { users: ['u1'], user_groups: [], assets: ['a1'], nodes: [] },
  ]);
  expect(words.queryByText(/^Choose/)).toBeNull();
  expect(words.getByText('Access rules still apply to each connection.')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'No end' }));
  await waitFor(async () =>
    expect(await told()).toBe(
      'Ada can connect to web-1 as any account, including privileged ones, with no end date.',
    ),
  );
  await opened.user.click(screen.getByRole('switch', { name: 'Is active' }));
  expect(await words.findByText('This permission is inactive and grants no access.')).toBeTruthy();
});

const one = { user_count: 1, user: 'Ada', group: '', asset_count: 1, asset: 'web-1', node: '' };

test.each([
  [{ asset: '', asset_count: 1028, node: 'ERP' }, 'Ada can connect to 1,028 assets in ERP as'],
  [{ asset: '', asset_count: 12 }, 'Ada can connect to 12 assets as'],
  [{ user: '', user_count: 9 }, '9 users can connect to web-1 as'],
  [{ user: '', user_count: 9, group: 'Night' }, '9 users in Night can connect to web-1 as'],
  [{ user: '', group: 'Night', asset: '', node: 'ERP' }, '1 user in Night can connect to 1 asset in ERP as'],
  [{ group: 'Night', node: 'ERP' }, 'Ada can connect to web-1 as'],
])('the sentence names what is one and counts what is more: %o', async (over, text) => {
  const opened = await create({ reach: { ...one, ...over } });
  await grantee(opened);
  await chooseAccount(opened);
  await waitFor(async () => expect(await told()).toContain(text));
});

test.each([
  [{}, "as root, the account with the user's own name, or an account the user types in until 2"],
  [{ date_expired: '2099-01-01T00:00:00Z' }, 'an account the user types in, with no end date.'],
])('the sentence says as which accounts and until when: %o', async (over, text) => {
  await openRoute('AssetPermissionUpdate', {
    params: { id: 'p1' },
    routes: {
      ...routes,
      ...stored({
        accounts: ['@SPEC', 'root', '@USER', '@INPUT'],
        date_expired: '2031/01/09 03:04:05 +0000',
        users: [{ id: 'u1', name: 'Ada' }] as never,
        ...over,
      }),
    },
  });
  await waitFor(async () => expect(await told()).toContain(text));
});

test('a changed choice is counted anew; until then the sentence is marked as not up to date', async () => {
  const answers = [{ ...one, asset: '', asset_count: 2 }, one];
  let release = (): void => undefined;
  const opened = await create({
    reach: () =>
      answers.length > 1
        ? (answers.pop() as Reach)
        : new Promise<Reach>((resolve) => {
            release = () => resolve(answers[0] as Reach);
          }),
  });
  await grantee(opened);
  await chooseAccount(opened);
  await waitFor(async () => expect(await told()).toContain('web-1'));
  const isBusy = async () => (await summary()).getByText(/can connect to/).closest('[aria-busy]')?.ariaBusy;
  await waitFor(async () => expect(await isBusy()).toBe('false'));
  await pick(opened, 'Nodes', /Servers$/);
  await waitFor(async () => expect(await isBusy()).toBe('true'));
  await waitFor(() => expect(opened.server.calls('POST', REACH)).toHaveLength(2));
  release();
  await waitFor(async () => expect(await told()).toContain('to 2 assets as'));
  expect(await isBusy()).toBe('false');
});

test.each(['7 days', '30 days', '90 days'])(
  'the preset "%s" sets the end of a permission, and "No end" removes it',
  async (name) => {
    const opened = await create();
    await grantee(opened);
    await chooseAccount(opened);
    const chosen = () => screen.getByRole('button', { pressed: true }).textContent;
    expect(chosen()).toBe('90 days');
    await opened.user.click(screen.getByRole('button', { name: 'No end' }));
    await waitFor(async () => expect(await told()).toContain('no end date'));
    expect(chosen()).toBe('No end');
    await opened.user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(chosen()).toBe(name));
    const day = new Date(Date.now() + Number(name.split(' ')[0]) * 86_400_000).toISOString().slice(0, 10);
    await waitFor(async () => expect(await told()).toContain(`until ${day}`));
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
  await chooseAccount(opened);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)?.protocols).toEqual(['ssh']));
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
  expect((await screen.findAllByText('Choose at least one account.')).length).toBeGreaterThan(0);
  expect(server.calls('PUT', `${URL}p1/`)).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'All accounts' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${URL}p1/`)[0]?.body).toMatchObject({ accounts: ['@ALL'] }),
  );
});

test('usernames on the chosen assets are suggested and can be added with a click', async () => {
  const opened = await create();
  const { user, server } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'x');
  expect(await screen.findByText('In this organization')).toBeTruthy();
  await pick(opened, 'Assets', /^web-1/);
  await screen.findByRole('combobox', { name: 'Usernames' });
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
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent(opened)?.accounts).toEqual(expect.arrayContaining(['deploy'])));
});

test('several usernames can be typed at once', async () => {
  const opened = await create();
  const field = await screen.findByRole('combobox', { name: 'Usernames' });
  await opened.user.type(field, 'ann,bob cid;');
  await grantee(opened);
  await waitFor(async () => expect(await told()).toContain('as ann, bob, or cid until'));
});

test('account templates can be added to a permission', async () => {
  const opened = await create();
  const { user } = opened;
  await screen.findByRole('combobox', { name: 'Usernames' });
  await user.click(screen.getByRole('button', { name: 'Add from template' }));
  const dialog = await dialogNamed('Choose account templates');
  await user.click(await dialog.findByRole('checkbox', { name: 'Select zabbix agents' }));
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
  await grantee(opened);
  await waitFor(async () => expect(await told()).toContain('as an account from a template until'));
  expect(screen.getByTitle('zabbix')).toBeTruthy();
});

test('the permission form offers no templates without permission to view them', async () => {
  await create({ caller: { perms: allBut('accounts.view_accounttemplate') } });
  await screen.findByRole('combobox', { name: 'Usernames' });
  expect(screen.queryByRole('button', { name: 'Add from template' })).toBeNull();
});

test('a new permission starts with the node and asset it is created for', async () => {
  const opened = await create({ query: { node_id: 'n1', asset_id: 'a1' } });
  const { server } = opened;
  await pick(opened, 'Users', /^Ada/);
  await waitFor(() =>
    expect(server.calls('POST', REACH).at(-1)?.body).toMatchObject({ assets: ['a1'], nodes: ['n1'] }),
  );
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
  await user.type(await screen.findByLabelText(/^Name/), 's');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/perms/asset-permissions'));
});
