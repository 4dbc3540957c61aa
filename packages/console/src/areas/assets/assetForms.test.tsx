// @vitest-environment jsdom
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { host } from '@gatehouse/contract/resources/assets/host.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../test/actionsShown.ts';
import { creating, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow, platformProtocol } from '../../../test/sampleRow.ts';

const PLATFORMS = '/api/v1/assets/platforms/';
const GATEWAYS = '/api/v1/assets/gateways/';
const HOSTS = '/api/v1/assets/hosts/';
const linux = detailRow(platform, {
  id: 7,
  name: 'Linux',
  type: { value: 'linux', label: 'Linux' } as never,
  category: { value: 'host', label: 'Host' } as never,
  domain_enabled: true,
  protocols: [platformProtocol({ default: true, secret_types: ['password', 'ssh_key'] })],
});
const routes = {
  ...listOf(node, [{ id: 'n1', name: 'Root', value: 'Root', full_value: '/Root' }]),
  ...listOf(accounttemplate, [{ id: 't1', name: 'zabbix', username: 'zabbix' }]),
  ...rowAt(platform, 7, linux),
  ...rowAt(platform, 'Gateway', { ...linux, id: 9, name: 'Gateway' }),
  ...creating(gateway, { id: 'g1', name: 'jump-1' }),
  ...creating(host, { id: 'h1', name: 'web-1' }),
};

const newGateway = (query: Record<string, string> = {}) => openRoute('GatewayCreate', { query, routes });

test('a gateway asset is created on its fixed platform, in the zone it is opened from', async () => {
  const { user, server, router } = await newGateway({ domain: 'd1' });
  expect(await screen.findByText('on platform Gateway')).toBeTruthy();
  expect(await screen.findByRole('combobox', { name: /^Domain/ })).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText(/^Name/), 'jump-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.1');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', GATEWAYS)[0]?.body).toMatchObject({
      domain: { pk: 'd1' },
      platform: { pk: 9 },
    }),
  );
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/domains/d1?activeTab=GatewayList',
    ),
  );
});

test('a gateway asset created without a zone lets the user choose one and returns to the zones', async () => {
  const { user, router } = await newGateway();
  expect(await screen.findByRole('combobox', { name: /^Domain/ })).toHaveProperty('disabled', false);
  await user.type(screen.getByLabelText(/^Name/), 'jump-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.1');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
});

test('the fixed platform of gateway assets is requested only once', async () => {
  const { server } = await openRoute('GatewayUpdate', {
    params: { id: 'g1' },
    routes: { ...routes, ...rowAt(gateway, 'g1', { id: 'g1', name: 'jump-1' }) },
  });
  expect(await screen.findByText('on platform Gateway')).toBeTruthy();
  expect(server.calls('GET', `${PLATFORMS}Gateway/`)).toHaveLength(1);
});

const newHost = (caller: Caller = {}) =>
  openRoute('HostCreate', { query: { platform: '7' }, caller, routes });

test('saving a new host returns to the list of its category', async () => {
  const { user, server, router } = await newHost();
  await user.type(await screen.findByLabelText(/^Name/), 'web-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.1');
  expect(
    screen.getByText('The platform determines protocols, automation and account switching.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', HOSTS)[0]?.body).toMatchObject({
      is_active: true,
      protocols: [{ name: 'ssh', port: 22 }],
    }),
  );
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/assets?activeTab=host&order=-date_updated',
    ),
  );
});

test('an asset address with an emoji is rejected', async () => {
  const { user, server } = await newHost();
  await user.type(await screen.findByLabelText(/^Name/), 'web-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.1😀');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy());
  expect(server.calls('POST', HOSTS)).toEqual([]);
});

test('an account added to a new asset starts active, with the first secret type of the platform', async () => {
  const { user } = await newHost();
  await user.click(await screen.findByRole('button', { name: 'Add account' }));
  const dialog = await dialogNamed('Add account');
  await user.type(await dialog.findByLabelText(/^Name/), 'root');
  expect(dialog.getByLabelText(/^Username/)).toHaveProperty('value', 'root');
  expect(dialog.getByRole('switch', { name: 'Is active' }).getAttribute('aria-checked')).toBe('true');
  // The name entered above makes the account privileged.
  expect(dialog.getByRole('switch', { name: 'Privileged' }).getAttribute('aria-checked')).toBe('true');
  expect(dialog.queryByLabelText('Passphrase')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const table = within(await screen.findByRole('table', { name: 'Accounts' }));
  const cells = table
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Name', 'Username', 'Secret', 'Privileged', 'Actions'],
    ['root', 'root', 'No secret', expect.stringContaining('Privileged'), 'EditRemove'],
  ]);
});

test('accounts added from templates to a new asset cannot be edited in its form', async () => {
  const { user, server } = await newHost();
  await user.type(await screen.findByLabelText(/^Name/), 'web-1');
  await user.type(screen.getByLabelText(/^Address/), '10.0.0.1');
  await user.click(screen.getByRole('button', { name: 'Add from template' }));
  const dialog = await dialogNamed('Choose account templates');
  await user.click(await dialog.findByRole('checkbox', { name: 'Select zabbix' }));
  expect(server.calls('GET', '/api/v1/accounts/account-templates/').at(-1)?.query).toMatchObject({
    protocols: 'ssh',
  });
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
  const line = (await screen.findByText('From template zabbix')).closest('tr') as HTMLElement;
  expect(
    within(line)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Remove']);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', HOSTS)[0]?.body).toMatchObject({
      accounts: [{ name: 'zabbix', username: 'zabbix', template: 't1', is_active: true }],
    }),
  );
});

test('a new asset offers no account templates without permission to view them', async () => {
  await newHost({ perms: allBut('accounts.view_accounttemplate') });
  expect(await screen.findByRole('button', { name: 'Add account' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add from template' })).toBeNull();
});

test('the form of an existing asset links to its page to manage accounts', async () => {
  await openRoute('HostUpdate', {
    params: { id: 'h1' },
    query: { platform: '7' },
    routes: { ...routes, ...rowAt(host, 'h1', { id: 'h1', name: 'web-1' }) },
  });
  expect(
    (await screen.findByRole('link', { name: 'Manage accounts on the asset page.' })).getAttribute('href'),
  ).toBe('/console/assets/assets/h1?activeTab=Accounts');
  expect(screen.queryByRole('button', { name: 'Add account' })).toBeNull();
});

test('the gathered hardware of a host can be corrected by hand, and that can be undone', async () => {
  const { user, server, router } = await openRoute('AssetMoreInformationEdit', {
    params: { id: 'h1' },
    routes: {
      ...routes,
      ...rowAt(host, 'h1', { id: 'h1', name: 'web-1', address: '10.0.0.1' }),
      [`PATCH ${HOSTS}h1/`]: answer(200, detailRow(host, { id: 'h1' }), { 'X-Undo': 'token' }),
    },
  });
  await screen.findByLabelText(/^Name/);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Basic', 'Hardware information']);
  await user.type(await screen.findByLabelText(/Vendor/), 'ACME');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const change = () =>
    server.seen.find(({ method, path }) => /PUT|PATCH/.test(method) && path === `${HOSTS}h1/`);
  await waitFor(() => expect(change()).toBeDefined());
  expect(Object.keys(change()?.body as object).toSorted()).toEqual(['address', 'gathered_info', 'name']);
  expect(change()?.body).toMatchObject({ gathered_info: { vendor: 'ACME' } });
  expect(change()?.headers.get('x-undo')).toBe('1');
  await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/assets/h1'));
});
