// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';
import { shareOf } from './share.ts';
import { withOther } from './TypesCard.tsx';

const numbers = {
  total_count_online_sessions: 37,
  total_count_users: 1284,
  total_count_login_users: 412,
  total_count_today_failed_sessions: 4,
  total_count_type_to_assets_amount: [{ type: 'linux', label: 'Linux', total: 2 }],
  dates_login_times_top10_users: [
    { user_id: 'u1', user: 'Mara', total: 214, last: '2031/01/02 03:04:05 +0000' },
  ],
};

test('the figures are shown and link to what they count, where permitted', async () => {
  const { screen } = await renderPage({
    page: <AdminDashboard />,
    routes: answerTo('GET /api/v1/index/', numbers),
    names: { SessionList: '/audit/sessions/sessions' },
    caller: { perms: ['terminal.view_session'] },
  });
  const online = await screen.findByRole('link', { name: /Online sessions\s*37/ });
  expect(online.getAttribute('href')).toBe('/audit/sessions/sessions?activeTab=OnlineList');
  expect(await screen.findByText('1,284')).toBeTruthy();
  expect(await screen.findByRole('img', { name: /signed in today: 32.09%/ })).toBeTruthy();
});

test.each([
  ['en', 'updated just now'],
  ['ja', '更新：たった今'],
  ['zh-hans', '更新时间：刚刚'],
  ['zh-hant', '更新時間：剛剛'],
])('the time of the figures is spaced as usual in the language %s', async (language, text) => {
  const { screen, platform } = await renderPage({
    page: <AdminDashboard />,
    routes: answerTo('GET /api/v1/index/', numbers),
  });
  await screen.findByText('1,284');
  await act(() => platform.i18n.changeLanguage(language));
  await waitFor(() => expect(document.body.textContent).toContain(text));
});

test('the dashboard says how many tickets wait for the user, and links to them', async () => {
  const { screen } = await renderPage({
    page: <AdminDashboard />,
    routes: {
      ...answerTo('GET /api/v1/index/', {}),
      ...answerTo('GET /api/v1/index/attention/', { waiting_tickets: 2 }),
    },
    names: { AssignedTicketList: '/tickets/assigned-tickets' },
    caller: { perms: ['tickets.view_ticket'], settings: { TICKETS_ENABLED: true }, hasLicence: true },
  });
  expect(await screen.findByText('2 tickets are waiting for you')).toBeTruthy();
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
  expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toBe(
    '/tickets/assigned-tickets?waiting=true',
  );
});

test('a card that fails to load says so and retries alone', async () => {
  let isBroken = true;
  const { screen, user } = await renderPage({
    page: <AdminDashboard />,
    routes: {
      ...answerTo('GET /api/v1/index/', ({ query }) =>
        query.dates_login_times_top10_users && isBroken ? answer(500, {}) : numbers,
      ),
      ...answerTo('GET /api/v1/index/attention/', {}),
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByText('Mara')).toBeTruthy();
});

test('the numbers of a chart are also available as a table', async () => {
  const { screen, user } = await renderPage({
    page: <AdminDashboard />,
    routes: answerTo('GET /api/v1/index/', {
      ...numbers,
      dates_metrics_date: ['05-01', '05-02'],
      dates_metrics_total_count_active_users: [3, 5],
      dates_metrics_total_count_active_assets: [7, 9],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show numbers as a table' }));
  expect(await screen.findByRole('row', { name: '05-02 5 9' })).toBeTruthy();
});

const everything = [
  'assets.add_asset',
  'accounts.view_account',
  'perms.add_assetpermission',
  'terminal.view_session',
  'rbac.view_webterminal',
];
const some = (count: number) => Array.from({ length: count }, () => ({}));
const counts = (assets: number, permissions: number, sessions: number) => ({
  ...answerTo('GET /api/v1/index/', { ...numbers, total_count_assets: assets }),
  ...listOf(asset, some(assets)),
  ...listOf(account, some(assets)),
  ...listOf(assetpermission, some(permissions)),
  ...listOf(session, some(sessions)),
});

test('a new installation shows the steps to its first session, one by one', async () => {
  const { screen } = await renderPage({
    page: <AdminDashboard />,
    routes: counts(1, 0, 0),
    names: { AssetPermissionCreate: '/console/perms/asset-permissions/create' },
    caller: { perms: everything },
  });
  const next = await screen.findByRole('link', { name: 'Grant access' });
  expect(next.getAttribute('href')).toBe('/console/perms/asset-permissions/create');
  expect(next.closest('li')?.getAttribute('aria-current')).toBe('step');
  expect(screen.getAllByText('Done')).toHaveLength(2);
});

test('completed steps are not shown again', async () => {
  const { screen, server } = await renderPage({
    page: <AdminDashboard />,
    routes: counts(1, 1, 1),
    caller: { perms: everything },
  });
  await waitFor(() => expect(server.calls('GET', '/api/v1/terminal/sessions/')).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText('First steps')).toBeNull();
});

test('in a larger installation, or without permissions, the steps are not even requested', async () => {
  for (const [assets, perms] of [
    [600, everything],
    [0, ['assets.add_asset']],
  ] as const) {
    const { screen, server } = await renderPage({
      page: <AdminDashboard />,
      routes: counts(assets, 0, 0),
      caller: { perms: [...perms] },
    });
    expect(await screen.findByText('1,284')).toBeTruthy();
    expect(screen.queryByText('First steps')).toBeNull();
    expect(server.calls('GET', '/api/v1/terminal/sessions/')).toHaveLength(0);
    cleanup();
  }
});

test('types beyond the seventh are combined', () => {
  const amounts = Array.from({ length: 9 }, (_, n) => ({ type: `t${n}`, label: `T${n}`, total: n + 1 }));
  const shown = withOther(amounts, 'Other');
  expect(shown).toHaveLength(8);
  expect(shown.at(-1)).toEqual({ type: 'other', label: 'Other', total: 3 });
});

test('a share is a fraction of the total, and zero if the total is zero or the part is missing', () => {
  expect(shareOf(3, 0)).toBe(0);
  expect(shareOf(undefined, 5)).toBe(0);
  expect(shareOf(1, 4)).toBe(0.25);
});
