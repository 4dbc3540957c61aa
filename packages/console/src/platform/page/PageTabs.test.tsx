// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { createCookies } from '../storage/cookies.ts';
import { PageTabs } from './PageTabs.tsx';

const tabs = [
  { key: 'Details', label: 'Details', render: () => <p>the details</p> },
  { key: 'Accounts', label: 'Accounts', count: 4, render: () => <p>the accounts</p> },
  { key: 'Secret', label: 'Secret', hidden: true, render: () => <p>hidden</p> },
];

test('A-2.8-020 the activeTab of the query opens its tab, regardless of case', async () => {
  const { screen } = await renderPage({
    page: <PageTabs tabs={tabs} />,
    routes: {},
    at: '/here?activeTab=accounts',
  });
  expect(await screen.findByText('the accounts')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Secret' })).toBeNull();
});

test('A-2.8-019 A-2.8-021 switching writes cookie and address, and clears activeTab from the query', async () => {
  const { screen, user, router } = await renderPage({
    page: <PageTabs tabs={tabs} />,
    routes: {},
    at: '/here?activeTab=Accounts&node=7',
  });
  await user.click(await screen.findByRole('tab', { name: 'Details' }));
  expect(await screen.findByText('the details')).toBeTruthy();
  expect(document.cookie).toContain('activeTab=Details');
  await waitFor(() => expect(router.state.location.search).toBe('?node=7'));
  expect(router.state.location.hash).toBe('#Details');
});

test('A-2.8-019 A-3-025 the cookie opens the tab of the last visit', async () => {
  createCookies(document).set('activeTab', 'Accounts');
  const first = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {} });
  expect(await first.screen.findByText('the accounts')).toBeTruthy();
});

test('an address with a tab behind # opens it, unless the query names another', async () => {
  const { screen } = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {}, at: '/here#Accounts' });
  expect(await screen.findByText('the accounts')).toBeTruthy();
  const other = await renderPage({
    page: <PageTabs tabs={tabs} />,
    routes: {},
    at: '/here?activeTab=Details#Accounts',
  });
  expect(await other.screen.findByText('the details')).toBeTruthy();
});

test('a tab chosen on one page does not open on another, which begins with its first', async () => {
  const here = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {}, at: '/here' });
  await here.user.click(await here.screen.findByRole('tab', { name: /Accounts/ }));
  await here.screen.findByText('the accounts');
  cleanup();
  const there = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {}, at: '/there' });
  expect(await there.screen.findByText('the details')).toBeTruthy();
  cleanup();
  const again = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {}, at: '/here' });
  expect(await again.screen.findByText('the accounts')).toBeTruthy();
});

test('A-9-011 the tab cookie lives one day', async () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const { screen, user } = await renderPage({ page: <PageTabs tabs={tabs} />, routes: {} });
  await user.click(await screen.findByRole('tab', { name: /Accounts/ }));
  const [, expires = ''] =
    /^activeTab=Accounts;.*expires=([^;]+)/.exec(written.mock.lastCall?.[0] ?? '') ?? [];
  const days = (new Date(expires).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(1, 3);
  written.mockRestore();
});
