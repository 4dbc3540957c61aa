// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed, lastDialog } from '../../../test/actionsShown.ts';
import { answerTo, changing, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';

const ACCOUNT = '/api/v1/accounts/accounts/c1/';
const SU = '/api/v1/accounts/accounts/su-from-accounts/';
const SECRET = '/api/v1/accounts/account-secrets/c1/';
const web = (su_enabled: boolean) =>
  ({
    id: 'a1',
    name: 'web-1',
    address: '10.0.0.1',
    platform: { id: 1, name: 'Linux' },
    type: { value: 'linux', label: 'Linux' },
    category: { value: 'host', label: 'Host' },
    auto_config: { su_enabled },
  }) as never;
const root = {
  id: 'c1',
  name: 'root',
  username: 'superuser',
  asset: web(true),
  is_active: true,
  privileged: true,
  secret_type: { value: 'password', label: 'Password' } as never,
};

const open = (row: object = {}, caller: Caller = {}) =>
  openRoute('AssetAccountDetail', {
    params: { id: 'c1' },
    caller,
    routes: {
      ...rowAt(account, 'c1', { ...root, ...row }),
      ...changing(account, 'c1', root),
      ...answerTo('PATCH /api/v1/accounts/accounts/clear-secret/', answer(200)),
      [`GET ${SU}`]: pageOf([listRow(account, { id: 'c2', name: 'deploy', username: 'deploy' })]),
      [`OPTIONS ${SU}`]: { actions: { GET: {} } },
      ...rowAt(accountsecret, 'c1', { ...root, secret: 'hunter2' }),
      [`GET ${SECRET}histories/`]: pageOf([
        { id: 1, secret: 'older', version: 1, history_date: '2031/01/02 03:04:05 +0000' },
      ]),
    },
  });

test('the page of a privileged account shows username, asset and a privileged mark', async () => {
  await open();
  await screen.findByRole('heading', { name: 'root' });
  expect(document.body.textContent).toContain('superuser · web-1');
  expect(screen.getByRole('link', { name: 'web-1' }).getAttribute('href')).toBe('/console/assets/assets/a1');
  expect(screen.getAllByText('Privileged').length).toBeGreaterThan(1);
});

test('an ordinary account has no privileged mark', async () => {
  await open({ privileged: false });
  await screen.findByRole('heading', { name: 'root' });
  expect(screen.getAllByText('Privileged')).toHaveLength(1);
});

test.each([
  ['Active', { is_active: false, name: 'root' }],
  ['Privileged', { privileged: false, name: 'root' }],
])('the switch "%s" changes the account', async (name, body) => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('switch', { name }));
  await waitFor(() => expect(server.calls('PATCH', ACCOUNT)[0]?.body).toEqual(body));
});

test('without permission an account cannot be changed and its secret not viewed', async () => {
  await open({}, { perms: allBut('accounts.change_account', 'accounts.view_accountsecret') });
  for (const name of ['Active', 'Privileged'])
    expect(await screen.findByRole('switch', { name })).toHaveProperty('disabled', true);
  for (const name of ['View secret', 'Clear secret'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('combobox', { name: 'Switch from' })).toBeNull();
});

test('the account to switch from can be chosen', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('combobox', { name: 'Switch from' }));
  await user.click(await screen.findByTitle(/^deploy/));
  expect(server.calls('GET', SU).at(-1)?.query).toMatchObject({ account: 'c1' });
  await waitFor(() =>
    expect(server.calls('PATCH', ACCOUNT)[0]?.body).toEqual({ su_from: 'c2', name: 'root' }),
  );
});

test('a platform without account switching offers no account to switch from', async () => {
  await open({ asset: web(false) });
  await screen.findByRole('switch', { name: 'Active' });
  expect(screen.queryByRole('combobox', { name: 'Switch from' })).toBeNull();
});

test('clearing the secret of an account asks for confirmation and reloads the account', async () => {
  const { user, server } = await open();
  const button = await screen.findByRole('button', { name: 'Clear secret' });
  expect(button.textContent).toBe('Clear');
  await user.click(button);
  const before = server.calls('GET', ACCOUNT).length;
  await user.click((await lastDialog()).getByRole('button', { name: 'Clear secret' }));
  expect(await screen.findByText('Secret cleared')).toBeTruthy();
  await waitFor(() => expect(server.calls('GET', ACCOUNT).length).toBeGreaterThan(before));
});

test('the secret of an account and its history are shown on demand', async () => {
  const { user, server } = await open();
  const button = await screen.findByRole('button', { name: 'View secret' });
  expect(button.textContent).toBe('View');
  await user.click(button);
  const dialog = await dialogNamed('Secret of root');
  const labels = [...(await dialog.findByText('Secret history')).closest('dl')!.querySelectorAll('dt')].map(
    ({ textContent }) => textContent,
  );
  expect(labels).toEqual(['Name', 'Username', 'Secret', 'Created', 'Changed', 'Secret history']);
  await user.click(dialog.getByRole('button', { name: '1 version' }));
  const history = await dialogNamed('Secret history of root');
  const table = within(await history.findByRole('table', { name: 'Secret history' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Version',
    'Secret',
    'Changed',
  ]);
  expect(await table.findByText('2031-01-02 03:04:05')).toBeTruthy();
  expect(server.calls('GET', `${SECRET}histories/`).at(-1)?.query).toMatchObject({
    limit: '100',
    offset: '0',
  });
  await user.click(table.getByRole('button', { name: 'Show the secret of root v1' }));
  expect(await screen.findByText('older')).toBeTruthy();
  expect(table.queryByRole('button', { name: /^Download/ })).toBeNull();
  await user.click(history.getByRole('button', { name: 'Back' }));
  await dialogNamed('Secret of root');
});
