// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsAbove,
  actionsOfRow,
  chooseAbove,
  chooseInRow,
  columnsShown,
  dialogNamed,
  lastDialog,
  reasonOver,
  select,
  whyNotAbove,
} from '../../../test/actionsShown.ts';
import { answerTo, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { downloads } from '../../../test/openDomains.tsx';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow, listRow, pageOf, platformProtocol } from '../../../test/sampleRow.ts';

const ACCOUNTS = '/api/v1/accounts/accounts/';
const SECRETS = '/api/v1/accounts/account-secrets/';
const BULK = `${ACCOUNTS}bulk/`;
const CLEAR = `${ACCOUNTS}clear-secret/`;
const ROOT_ORG = { isRoot: true };
const labelled = (value: string, label = value) => ({ value, label }) as never;
const web = {
  id: 'a1',
  name: 'web-1',
  address: '10.0.0.1',
  type: labelled('linux', 'Linux'),
  category: labelled('host', 'Host'),
  platform: { id: 1, name: 'Linux' } as never,
};
const row = (id: string, name: string, type: 'password' | 'ssh_key', privileged: boolean) =>
  listRow(account, {
    id,
    name,
    username: `${name}-user`,
    asset: { ...web, auto_config: { su_enabled: true } } as never,
    privileged,
    secret_type: { value: type, label: type === 'password' ? 'Password' : 'SSH key' },
    is_active: true,
  });
const root = row('c1', 'root', 'password', true);
const rows = [root, row('c2', 'deploy', 'ssh_key', false)];
const linux = detailRow(platform, {
  id: 1,
  name: 'Linux',
  su_enabled: true,
  protocols: [platformProtocol({ secret_types: ['password', 'ssh_key'] })],
});

const open = (over: Omit<Parameters<typeof openRoute>[1] & object, 'routes'> & { routes?: object } = {}) =>
  openRoute('AssetAccountList', {
    ...over,
    routes: {
      ...listOf(account, rows),
      ...listOf(asset, [web, { ...web, id: 'a2', name: 'web-2' }]),
      ...listOf(accounttemplate, [{ id: 't1', name: 'zabbix', username: 'zabbix' }]),
      ...answerTo('POST /api/v1/assets/platforms/filter-nodes-assets/', [linux]),
      ...rowAt(account, 'c1', root),
      ...rowAt(accountsecret, 'c1', { ...root, secret: 'hunter2' }),
      [`GET ${SECRETS}c1/histories/`]: pageOf([]),
      [`PATCH ${CLEAR}`]: answer(200),
      [`PATCH ${ACCOUNTS}c1/`]: answer(200, detailRow(account, root), { 'X-Undo': 'x' }),
      ...creating(account, root),
      ...over.routes,
    },
  });

test('the account list shows each account with its asset and a hidden secret', async () => {
  const { server } = await open();
  const line = (await screen.findByText('root')).closest('tr') as HTMLElement;
  expect(await columnsShown()).toEqual([
    'Name',
    'Username',
    'Asset',
    'Secret',
    'Connectivity',
    'Date updated',
    'Actions',
  ]);
  expect(within(line).getByRole('link', { name: 'web-1' }).getAttribute('href')).toBe(
    '/console/assets/assets/a1',
  );
  expect(within(line).getByText('******')).toBeTruthy();
  expect(within(line).getByText('Password')).toBeTruthy();
  expect(server.calls('GET', `${SECRETS}c1/`)).toEqual([]);
});

test('a privileged account is marked next to its name', async () => {
  await open();
  const cells = await Promise.all(
    ['root', 'deploy'].map(async (name) => (await screen.findByText(name)).closest('td')?.innerHTML ?? ''),
  );
  expect(cells.map((cell) => cell.includes('Privileged'))).toEqual([true, false]);
});

test('only users who may read secrets see the secret column', async () => {
  const { user } = await open({ caller: { perms: allBut('accounts.view_accountsecret') } });
  await screen.findByText('root');
  expect(await columnsShown()).not.toContain('Secret');
  expect(await actionsOfRow(user, 'root')).toContain('View secret (off)');
});

test('the row of an account offers to update and delete it, and to view and clear its secret', async () => {
  const { user } = await open();
  expect((await actionsOfRow(user, 'root')).join()).toBe(
    'Update,View secret,Clear secret,Verify account (off),Push (off),Delete',
  );
});

test('in the global organization accounts cannot be created or updated', async () => {
  const { user } = await open({ caller: ROOT_ORG });
  expect(await actionsOfRow(user, 'root')).toContain('Update (off)');
  const add = screen.getByRole('button', { name: 'Add account' });
  expect(add).toHaveProperty('disabled', true);
  expect(await reasonOver(user, add)).toBe(
    'The global organization is read-only. Choose an organization first.',
  );
});

test('without permission accounts cannot be added or changed', async () => {
  const { user } = await open({
    caller: { perms: allBut('accounts.change_account', 'accounts.add_account') },
  });
  expect((await actionsOfRow(user, 'root')).join()).toBe(
    'Update (off),View secret,Clear secret (off),Verify account (off),Push (off),Delete',
  );
  for (const name of ['Add account', 'Add from template'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  await select(user, 'root');
  expect(await whyNotAbove(user, 'Clear secret')).toBe('You do not have permission for this.');
  expect((await actionsAbove(user)).join()).toBe(
    'Verify account,Push to machines (off),Clear secret (off),Update selected (off),Delete selected',
  );
  expect(await whyNotAbove(user, 'Push to machines')).toMatch(/^Accounts named root/);
});

test('adding accounts from templates requires permission to view templates', async () => {
  await open({ caller: { perms: allBut('accounts.view_accounttemplate') } });
  await screen.findByText('root');
  expect(screen.queryByRole('button', { name: 'Add from template' })).toBeNull();
});

test('selected accounts can be updated together only if their secret types match', async () => {
  const { user } = await open();
  await screen.findByText('root');
  expect((await actionsAbove(user)).join()).toBe(
    'Verify account (off),Push to machines (off),Clear secret (off),Update selected (off),Delete selected (off)',
  );
  expect(await whyNotAbove(user, 'Update selected')).toBe('Select rows first.');
  expect(await whyNotAbove(user, 'Clear secret')).toBe('Select rows first.');
  await select(user, 'root', 'deploy');
  expect((await actionsAbove(user)).join()).toBe(
    'Verify account,Push to machines,Clear secret,Update selected (off),Delete selected',
  );
  expect(await whyNotAbove(user, 'Update selected')).toBe('Select accounts with the same secret type.');
});

test('a bulk update of accounts offers a passphrase only for keys', async () => {
  const { user } = await open();
  await select(user, 'deploy');
  await chooseAbove(user, 'Update selected');
  const fields = async () =>
    (await (await lastDialog()).findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent);
  expect(await fields()).toEqual(['Privileged', 'Secret', 'Passphrase', 'Is active', 'Comment']);
  await user.click((await lastDialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await select(user, 'deploy', 'root');
  await chooseAbove(user, 'Update selected');
  expect(await fields()).toEqual(['Privileged', 'Secret', 'Is active', 'Comment']);
});

test('clearing a secret asks for confirmation, naming account and asset, and reloads the list', async () => {
  const { user, server } = await open();
  await chooseInRow(user, 'root', 'Clear secret');
  const dialog = await lastDialog();
  expect(dialog.getByText('Clear the secret?')).toBeTruthy();
  expect(dialog.getByText('root@web-1')).toBeTruthy();
  expect(dialog.getByText(/Without a stored secret, users type it/)).toBeTruthy();
  const before = server.calls('GET', ACCOUNTS).length;
  const ok = dialog.getByRole('button', { name: 'Clear secret' });
  expect(ok.className).toContain('dangerous');
  await user.click(ok);
  expect(await screen.findByText('Secret cleared')).toBeTruthy();
  expect(server.calls('PATCH', CLEAR)[0]?.body).toEqual({ account_ids: ['c1'] });
  await waitFor(() => expect(server.calls('GET', ACCOUNTS).length).toBeGreaterThan(before));
});

test('cancelling the confirmation keeps the secret', async () => {
  const { user, server } = await open();
  await chooseInRow(user, 'root', 'Clear secret');
  await user.click((await lastDialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Clear the secret?')).toBeNull());
  expect(server.calls('PATCH', CLEAR)).toEqual([]);
});

test('several secrets are cleared in one request, then the list is reloaded and the selection cleared', async () => {
  const { user, server } = await open();
  await select(user, 'root', 'deploy');
  await chooseAbove(user, 'Clear secret');
  const dialog = await lastDialog();
  expect(dialog.getByText('Clear 2 secrets?')).toBeTruthy();
  const before = server.calls('GET', ACCOUNTS).length;
  await user.click(dialog.getByRole('button', { name: 'Clear secret' }));
  expect(await screen.findByText('2 secrets cleared')).toBeTruthy();
  expect(server.calls('PATCH', CLEAR)[0]?.body).toEqual({ account_ids: ['c1', 'c2'] });
  expect(await screen.findByRole('button', { name: 'More actions' })).toBeTruthy();
  await waitFor(() => expect(server.calls('GET', ACCOUNTS).length).toBeGreaterThan(before));
});

test('View secret opens the secret of an account in a dialog', async () => {
  const { user } = await open();
  await chooseInRow(user, 'root', 'View secret');
  const dialog = await dialogNamed('Secret of root');
  await user.click(await dialog.findByRole('button', { name: 'Show the secret of root' }));
  expect(await dialog.findByText('hunter2')).toBeTruthy();
});

test('a secret in the list is fetched and shown at the click of the user', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Show the secret of root@web-1' }));
  expect(await screen.findByText('hunter2')).toBeTruthy();
  expect(server.calls('GET', `${SECRETS}c1/`)).toHaveLength(1);
});

test('the confirmation of a secret says whose it is, and that viewing it is logged', async () => {
  const { user } = await open({
    routes: {
      [`GET ${SECRETS}c1/`]: answer(412, { code: 'password' }),
      'GET /api/v1/authentication/confirm/': {
        confirm_type: 'password',
        content: [
          { name: 'password', disabled: false, display_name: 'Password', placeholder: 'Your password' },
        ],
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show the secret of root@web-1' }));
  expect(
    await screen.findByText(
      /^To show the secret of root@web-1\. Viewing it is recorded in the operate log\./,
    ),
  ).toBeTruthy();
});

test('an account is updated in a dialog through its own address, and the change can be undone', async () => {
  const { user, server } = await open();
  await chooseInRow(user, 'root', 'Update');
  const dialog = await dialogNamed('Update account');
  const name = await dialog.findByLabelText(/^Name/);
  expect(dialog.getByLabelText(/^Username/)).toHaveProperty('disabled', true);
  expect(dialog.queryByText('Assets')).toBeNull();
  await user.clear(name);
  await user.type(name, 'admin');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [change] = ['PUT', 'PATCH'].flatMap((method) => server.calls(method, `${ACCOUNTS}c1/`));
  expect(change?.body).toMatchObject({ name: 'admin' });
  expect(change?.body).not.toHaveProperty('asset');
  expect(change?.body).not.toHaveProperty('labels');
  await screen.findByRole('button', { name: 'Undo' });
});

const addTo = async (
  user: Awaited<ReturnType<typeof open>>['user'],
  dialog: Awaited<ReturnType<typeof dialogNamed>>,
  ...assets: string[]
) => {
  await user.click(await dialog.findByRole('combobox', { name: /^Assets/ }));
  for (const name of assets) await user.click(await screen.findByTitle(new RegExp(`^${name}`)));
  await user.tab();
};

test('an account for a single asset is sent with that asset, not with a list of assets', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add account' }));
  const dialog = await dialogNamed('Add account');
  await addTo(user, dialog, 'web-1');
  await user.type(await dialog.findByLabelText(/^Name/), 'Administrator');
  expect(await dialog.findByLabelText(/^Su from/)).toBeTruthy();
  expect(dialog.queryByLabelText(/^On invalid/)).toBeNull();
  const before = server.calls('GET', ACCOUNTS).length;
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = server.calls('POST', ACCOUNTS);
  // The name `Administrator` makes the account privileged, and is also used as the username.
  expect(sent?.body).toMatchObject({
    asset: 'a1',
    name: 'Administrator',
    username: 'Administrator',
    privileged: true,
  });
  expect(sent?.body).not.toHaveProperty('assets');
  expect(server.calls('POST', '/api/v1/assets/platforms/filter-nodes-assets/').at(-1)?.body).toEqual({
    asset_ids: ['a1'],
    node_ids: [],
    platform_ids: [],
  });
  await waitFor(() => expect(server.calls('GET', ACCOUNTS).length).toBeGreaterThan(before));
});

test.each([200, 400])(
  'creating an account on several assets reports the result for each asset, with status %i',
  async (status) => {
    const outcome = [
      { asset: 'web-1(10.0.0.1)', state: 'created' },
      { asset: 'web-2(10.0.0.2)', state: 'error', error: 'Name is taken' },
    ];
    const { user, server } = await open({ routes: { [`POST ${BULK}`]: answer(status, outcome) } });
    await user.click(await screen.findByRole('button', { name: 'Add account' }));
    const dialog = await dialogNamed('Add account');
    await addTo(user, dialog, 'web-1', 'web-2');
    await user.type(await dialog.findByLabelText(/^Name/), 'ops');
    expect(await dialog.findByLabelText('Switch from (username)')).toBeTruthy();
    expect(dialog.queryByLabelText(/^Su from$/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    const result = await dialogNamed('Accounts added');
    expect(result.getByText('2 in all: 1 created, 0 updated, 0 skipped, 1 failed')).toBeTruthy();
    const lines = result.getAllByRole('row').map(({ textContent }) => textContent);
    expect(lines[0]).toBe('AssetResult');
    expect(lines[1]).toMatch(/web-1\(10\.0\.0\.1\).*Created/);
    expect(lines[2]).toMatch(/web-2\(10\.0\.0\.2\).*Failed: Name is taken/);
    expect(server.calls('POST', BULK)[0]?.body).toMatchObject({
      assets: ['a1', 'a2'],
      name: 'ops',
      on_invalid: 'error',
    });
    await user.click(result.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByText('Accounts added')).toBeNull());
  },
);

test('adding an account from a template asks only for what the template leaves open', async () => {
  const { user, server } = await open({
    routes: { [`POST ${BULK}`]: [{ asset: 'web-1', state: 'skipped' }] },
  });
  await user.click(await screen.findByRole('button', { name: 'Add from template' }));
  const dialog = await dialogNamed('Add from template');
  await addTo(user, dialog, 'web-1', 'web-2');
  await user.click(dialog.getByRole('combobox', { name: /^Template/ }));
  await user.click(await screen.findByTitle(/^zabbix/));
  for (const name of [/^Name/, /^Username/, /^Secret/, /^Comment/, /^Switch from/])
    expect(dialog.queryByLabelText(name)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  expect((await dialogNamed('Accounts added')).getByText(/1 skipped/)).toBeTruthy();
  expect(server.calls('POST', BULK)[0]?.body).toMatchObject({ template: 't1', assets: ['a1', 'a2'] });
});

test('accounts are exported through the address that includes secrets', async () => {
  const files = downloads();
  const { user, server } = await open({
    routes: answerTo('GET /api/v1/authentication/confirm/check/', 'ok'),
  });
  await screen.findByText('root');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = await lastDialog();
  await user.click(dialog.getByRole('button', { name: /Export/ }));
  await waitFor(() =>
    expect([...files, ...server.seen.map(({ path }) => path)].some((at) => at.startsWith(SECRETS))).toBe(
      true,
    ),
  );
});

test('virtual accounts have their own tab, and only @USER can be updated', async () => {
  const { user, router } = await open({
    routes: {
      ...listOf(virtualaccount, [
        { id: 'v1', name: 'Same username', username: '@USER', alias: '@USER' },
        { id: 'v2', name: 'Manual input', username: '@INPUT', alias: '@INPUT' },
      ]),
    },
  });
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Accounts', 'Virtual accounts']);
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true');
  await user.click(tabs[1] as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toContain('activeTab=VirtualAccountList'));
  expect(await actionsOfRow(user, 'Same username')).toEqual(['Update']);
  expect(await actionsOfRow(user, 'Manual input')).toEqual(['Update (off)']);
});

test('without permission the virtual accounts tab is hidden, even if the address names it', async () => {
  const perms = allBut('accounts.view_virtualaccount');
  await open({ caller: { perms }, query: { activeTab: 'VirtualAccountList' } });
  expect(await screen.findByText('root')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Virtual accounts' })).toBeNull();
});
