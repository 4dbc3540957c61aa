import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tabsShown } from '../../../test/actionsShown.ts';
import { rowAt } from '../../../test/answerTo.ts';
import { domainOptions, meta, optionsOf } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../test/sampleRow.ts';
import { staleAfterWrite } from '../../platform/query.ts';
import { ASSETS_URL } from '../../resources/assets/assetTree.ts';
import { AssetDetailPage } from './AssetDetailPage.tsx';

const options: OptionsBody = {
  ...domainOptions,
  actions: { GET: { id: meta({ label: 'ID' }), name: meta({ label: 'Name' }) } },
  view: { ...domainOptions.view!, key: 'assets.asset', title: 'Asset', titles: 'Assets', form: [] },
};

test('the facts that only assets of a category or platform have are in cards of their own', async () => {
  const facts = {
    id: 'a1',
    name: 'frame',
    category: { value: 'custom', label: 'Custom' },
    spec_info: { proxy: 'http://relay:3128' },
  } as const;
  const { screen, server } = await renderPage({
    page: <AssetDetailPage resource="assets.asset" url={ASSETS_URL} name="Asset" />,
    routes: {
      [`OPTIONS ${ASSETS_URL}`]: options,
      'OPTIONS /api/v1/assets/customs/': optionsOf({
        GET: { custom_info: meta({ children: { region: meta({ label: 'Region' }) } }) },
      }),
      ...rowAt(asset, 'a1', { ...facts, platform: { id: 7, name: 'Frame' } }),
      // Only this address tells what the platform of the asset defines.
      ...rowAt(custom, 'a1', { ...facts, custom_info: { region: 'eu', rack: '' } }),
    },
    at: '/console/assets/assets/a1',
    pattern: '/console/assets/assets/:id',
    name: 'AssetDetail',
  });
  const cardOf = async (title: string) =>
    (await screen.findByRole('heading', { name: title })).closest('section')?.textContent;
  expect(await cardOf('Connection details')).toContain('http://relay:3128');
  await screen.findByText('Region');
  expect(await cardOf('Custom fields')).toBe('Custom fieldsRegioneu');
  expect(server.calls('OPTIONS', '/api/v1/assets/customs/').at(-1)?.query).toMatchObject({ platform: '7' });
});

const pageOfAsset = (over: { routes?: Record<string, unknown>; perms?: string[] } = {}) =>
  renderPage({
    page: <AssetDetailPage resource="assets.asset" url={ASSETS_URL} name="Asset" />,
    routes: {
      [`OPTIONS ${ASSETS_URL}`]: options,
      [`GET ${ASSETS_URL}a1/`]: detailRow(asset, {
        id: 'a1',
        name: 'web-1',
        connectivity: { value: 'ok', label: 'OK' },
        date_verified: new Date(Date.now() - 120_000).toISOString(),
      }),
      ...over.routes,
    },
    caller: {
      perms: over.perms ?? [
        'assets.view_asset',
        'accounts.view_account',
        'perms.view_assetpermission',
        'terminal.view_session',
      ],
    },
    at: '/console/assets/assets/a1',
    pattern: '/console/assets/assets/:id',
    name: 'AssetDetail',
  });

const SESSIONS = '/api/v1/terminal/sessions/';
const countOf = (count: number) => ({ count, next: null, previous: null, results: [] });
const latest = {
  [`GET ${SESSIONS}`]: pageOf([
    listRow(session, {
      id: 's1',
      user: 'Mara Okafor(m.okafor)',
      asset: 'web-1',
      account: 'root(root)',
      is_finished: true,
      is_success: true,
    }),
  ]),
};

test('tabs say how many accounts and permitted users an asset has', async () => {
  const { server } = await pageOfAsset({
    routes: {
      'GET /api/v1/accounts/accounts/': countOf(4),
      [`GET ${ASSETS_URL}a1/perm-users/`]: countOf(12),
    },
  });
  await waitFor(async () =>
    expect((await tabsShown()).slice(0, 3)).toEqual(['Details', 'Accounts 4', 'Permitted users 12']),
  );
  expect(server.calls('GET', '/api/v1/accounts/accounts/')[0]?.query).toMatchObject({
    asset: 'a1',
    limit: '1',
  });
});

test('the number of accounts is told anew once one was added', async () => {
  let accounts = 4;
  const { platform } = await pageOfAsset({
    routes: {
      'GET /api/v1/accounts/accounts/': () => countOf(accounts),
      [`GET ${ASSETS_URL}a1/perm-users/`]: countOf(12),
    },
  });
  await waitFor(async () => expect((await tabsShown())[1]).toBe('Accounts 4'));
  accounts = 5;
  staleAfterWrite(platform.queryClient, '/api/v1/accounts/accounts/');
  await waitFor(async () => expect((await tabsShown())[1]).toBe('Accounts 5'));
});

test('a tab whose number is an estimate shows none', async () => {
  const { server } = await pageOfAsset({
    routes: {
      'GET /api/v1/accounts/accounts/': { ...countOf(20_000), count_is_estimate: true },
      [`GET ${ASSETS_URL}a1/perm-users/`]: countOf(12),
    },
  });
  await waitFor(async () =>
    expect((await tabsShown()).slice(0, 3)).toEqual(['Details', 'Accounts', 'Permitted users 12']),
  );
  expect(server.calls('GET', '/api/v1/accounts/accounts/')).not.toHaveLength(0);
});

test('a tab without permission is not counted', async () => {
  const { screen, server } = await pageOfAsset({ perms: ['assets.view_asset'] });
  await screen.findByRole('tab', { name: 'Details' });
  expect(server.calls('GET', '/api/v1/accounts/accounts/')).toHaveLength(0);
  expect(server.calls('GET', SESSIONS)).toHaveLength(0);
});

test('the page of an asset shows its latest sessions, and the way to all of them', async () => {
  const { screen, user, server, router } = await pageOfAsset({ routes: latest });
  const table = within(await screen.findByRole('table', { name: 'Recent sessions' }));
  const row = table.getByText('Mara Okafor').closest('tr');
  expect([...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['root', 'Ended']),
  );
  expect(server.calls('GET', SESSIONS)[0]?.query).toMatchObject({
    asset_id: 'a1',
    order: '-date_start',
    limit: '3',
  });
  await user.click(screen.getByRole('link', { name: 'All sessions' }));
  await waitFor(() => expect(router.state.location.hash).toBe('#Sessions'));
  expect(screen.getByRole('tab', { name: 'Sessions' }).getAttribute('aria-selected')).toBe('true');
});

test('an asset without sessions has no card for them, and its connectivity says how old it is', async () => {
  const { screen } = await pageOfAsset();
  expect((await screen.findAllByText(/^Reachable/))[0]?.textContent).toBe('Reachable · 2 minutes ago');
  expect(screen.queryByText('Recent sessions')).toBeNull();
});
