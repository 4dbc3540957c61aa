// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsAbove,
  actionsOfRow,
  chooseAbove,
  chooseInRow,
  dialogNamed,
  reasonOver,
  select,
  whyNotAbove,
} from '../../../test/actionsShown.ts';
import { listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';

const ASSETS = '/api/v1/assets/assets/';
const GATEWAYS = '/api/v1/assets/gateways/';
const page = (tab: string, caller: Caller = {}) =>
  openRoute('DomainDetail', {
    params: { id: 'd1' },
    tab,
    caller,
    routes: {
      ...rowAt(domain, 'd1', { id: 'd1', name: 'Backstage' }),
      ...listOf(asset, [
        { id: 'a1', name: 'web-1' },
        { id: 'a2', name: 'web-2' },
      ]),
      ...listOf(gateway, [{ id: 'g1', name: 'jump-1' }]),
      [`PATCH ${ASSETS}`]: [],
      [`PATCH ${GATEWAYS}`]: [],
    },
  });

test('the counts of a zone link to the matching tab', async () => {
  const rows = listOf(domain, [
    { id: 'd1', name: 'Backstage', assets_amount: 5, gateways: [{ id: 'g1', name: 'jump-1' }] as never },
  ]);
  await openRoute('DomainList', { routes: rows });
  const path = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await path('5')).toBe('/console/assets/domains/d1?activeTab=AssetList');
  expect(await path('1')).toBe('/console/assets/domains/d1?activeTab=GatewayList');
});

test.each([
  ['assets.view_asset', '5'],
  ['assets.view_gateway', '1'],
])('without %s the zone list shows the count %s without a link', async (need, name) => {
  await openRoute('DomainList', {
    caller: { perms: allBut(need) },
    routes: listOf(domain, [
      { id: 'd1', name: 'Backstage', assets_amount: 5, gateways: [{ id: 'g1', name: 'jump-1' }] as never },
    ]),
  });
  expect(await screen.findByText(name, { selector: 'button' })).toBeTruthy();
  expect(screen.queryByRole('link', { name })).toBeNull();
});

test('an empty zone list explains zones, and the page has help', async () => {
  const { user } = await openRoute('DomainList');
  expect(await screen.findByText('A domain holds assets reached through its gateways.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByText('Assets in a domain are reached through one of its gateways.')).toBeTruthy();
});

test.each([
  ['assets.view_gateway', 'Gateways'],
  ['assets.view_asset', 'Assets'],
])('a zone page without %s has no %s tab', async (need, tab) => {
  await page('DomainDetail', { perms: allBut(need) });
  await screen.findByRole('heading', { name: 'Backstage' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    ['Details', 'Gateways', 'Assets', 'Activity'].filter((each) => each !== tab),
  );
});

test.each([
  ['AssetList', 'web-1', ASSETS, 'a1'],
  ['GatewayList', 'jump-1', GATEWAYS, 'g1'],
])('in tab %s, %s can be removed from the zone', async (tab, name, url, id) => {
  const { user, server } = await page(tab);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
    `/console/assets/assets/${id}`,
  );
  expect(server.calls('GET', url).at(-1)?.query).toMatchObject({ domain: 'd1' });
  const before = server.calls('GET', url).length;
  await chooseInRow(user, name, 'Remove from domain');
  await waitFor(() => expect(server.calls('PATCH', url)[0]?.body).toEqual([{ id, domain: null }]));
  await waitFor(() => expect(server.calls('GET', url).length).toBeGreaterThan(before));
});

test('the assets of a zone exclude its gateway assets', async () => {
  const { server } = await page('AssetList');
  await screen.findByText('web-1');
  expect(server.calls('GET', ASSETS).at(-1)?.query).toMatchObject({ exclude_platform: 'Gateway' });
});

test('several assets are removed from a zone together, and the selection is cleared', async () => {
  const { user, server } = await page('AssetList');
  await screen.findByText('web-1');
  expect(await whyNotAbove(user, 'Remove from domain')).toBe('Select rows first.');
  await select(user, 'web-1', 'web-2');
  expect(await actionsAbove(user)).toEqual(['Remove from domain']);
  await chooseAbove(user, 'Remove from domain');
  await waitFor(() =>
    expect(server.calls('PATCH', ASSETS)[0]?.body).toEqual([
      { id: 'a1', domain: null },
      { id: 'a2', domain: null },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'More actions' })).toBeTruthy();
});

test('a selected gateway asset can be removed from its zone', async () => {
  const { user, server } = await page('GatewayList');
  await select(user, 'jump-1');
  await chooseAbove(user, 'Remove from domain');
  await waitFor(() => expect(server.calls('PATCH', GATEWAYS)[0]?.body).toEqual([{ id: 'g1', domain: null }]));
});

test('assets can be added to a zone in a dialog', async () => {
  const { user, server } = await page('AssetList');
  await screen.findByText('web-1');
  await user.click(screen.getByRole('button', { name: 'Add assets' }));
  const dialog = await dialogNamed('Add assets');
  await user.click(await dialog.findByRole('checkbox', { name: 'Select web-2' }));
  const before = server.calls('GET', ASSETS).filter(({ query }) => query.domain).length;
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
  await waitFor(() => expect(server.calls('PATCH', ASSETS)[0]?.body).toEqual([{ id: 'a2', domain: 'd1' }]));
  await waitFor(() =>
    expect(server.calls('GET', ASSETS).filter(({ query }) => query.domain).length).toBeGreaterThan(before),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('confirming the zone dialog without a choice changes nothing', async () => {
  const { user, server } = await page('AssetList');
  await screen.findByText('web-1');
  await user.click(screen.getByRole('button', { name: 'Add assets' }));
  await user.click((await dialogNamed('Add assets')).getByRole('button', { name: 'Choose 0' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('PATCH', ASSETS)).toEqual([]);
});

test('a gateway asset can be created, updated and deleted in its zone', async () => {
  const { user, router } = await page('GatewayList');
  expect(await actionsOfRow(user, 'jump-1')).toEqual([
    'Update',
    'Remove from domain',
    'Test connectivity',
    'Delete',
  ]);
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(
    '/console/assets/gateways/g1/update?domain=d1',
  );
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/console/assets/gateways/create?domain=d1',
    ),
  );
});

test.each([
  ['AssetList', 'web-1', 'Add assets', { perms: allBut('assets.change_asset') }],
  ['AssetList', 'web-1', 'Add assets', { isRoot: true }],
  ['GatewayList', 'jump-1', 'Add gateway', { perms: allBut('assets.change_gateway') }],
  ['GatewayList', 'jump-1', 'Add gateway', { isRoot: true }],
] as const)(
  'in tab %s, %s cannot be removed from the zone and "%s" is disabled (case %#)',
  async (tab, name, add, caller) => {
    const { user } = await page(tab, { ...caller });
    expect((await actionsOfRow(user, name)).filter((each) => /domain|Update/.test(each))).toEqual(
      tab === 'AssetList' ? ['Remove from domain (off)'] : ['Update (off)', 'Remove from domain (off)'],
    );
    const button = screen.getByRole('button', { name: add });
    expect(button).toHaveProperty('disabled', true);
    expect(await reasonOver(user, button)).toBe('You do not have permission for this.');
  },
);

test.each([{ perms: allBut('assets.add_gateway') }, { isRoot: true }])(
  'gateway assets cannot be created without permission or in the root organization (case %#)',
  async (caller) => {
    const { user } = await page('GatewayList', caller);
    await screen.findByText('jump-1');
    const create = screen.getByRole('button', { name: 'Create' });
    expect(create).toHaveProperty('disabled', true);
    expect(await reasonOver(user, create)).toBe('You do not have permission for this.');
  },
);
