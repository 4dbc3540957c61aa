// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { messagesKey } from '../messages/useUnreadCount.ts';

const INDEX = '/api/v1/index/';
const rank = (total: number) => ({ total, last: '2031/01/02 03:04:05 +0000' });
const numbers = {
  total_count_online_sessions: 37,
  total_count_online_users: 12,
  total_count_today_failed_sessions: 4,
  total_count_users: 1284,
  total_count_users_this_week: 5,
  total_count_login_users: 321,
  total_count_assets: 80,
  total_count_assets_this_week: 6,
  total_count_today_active_assets: 20,
  total_count_commands_danger: 2,
  total_count_type_to_assets_amount: [
    { type: 'linux', label: 'Linux', total: 1500 },
    { type: 'mysql', label: 'MySQL', total: 20 },
    { type: 'redis', label: 'Redis', total: 0 },
  ],
  dates_login_times_top10_users: [
    { ...rank(214), user_id: 'u1', user: 'Mara(mara)' },
    { ...rank(107), user_id: 'u2', user: 'Jun' },
  ],
  dates_login_times_top10_assets: [{ ...rank(9), asset: 'web(blue)(10.0.0.1)' }],
};

const ATTENTION = '/api/v1/index/attention/';
const attention = {
  waiting_tickets: 2,
  failed_sessions: 4,
  rejected_commands: 1,
  commands_not_counted: ['Archive'],
  unreachable_assets: 23,
  expiring_permissions: 14,
  offline_components: 1,
  licence_days: 6,
};

const open = (over: { caller?: Caller; routes?: Record<string, unknown> } = {}) =>
  openRoute('AdminDashboard', {
    ...(over.caller && { caller: over.caller }),
    routes: {
      ...answerTo(`GET ${INDEX}`, numbers),
      ...answerTo(`GET ${ATTENTION}`, attention),
      ...over.routes,
    },
  });
const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);

test('the dashboard figures show totals, increases and active shares', async () => {
  await open();
  await screen.findByText('1,284');
  const strip = screen.getByText('1,284').closest('[class*=strip]') as HTMLElement;
  const cells = [...strip.children].map(({ textContent }) => textContent);
  expect(cells).toEqual([
    expect.stringMatching(/^Online sessions37/),
    expect.stringMatching(/^\D+12/),
    expect.stringMatching(/^\D+4/),
    expect.stringMatching(/^Users1,284.*5.*321/),
    expect.stringMatching(/^Assets80.*6.*20/),
  ]);
  const rings = within(strip)
    .getAllByRole('img')
    .map((ring) => ring.getAttribute('aria-label'));
  expect(rings).toEqual([expect.stringMatching(/: 25%$/), expect.stringMatching(/: 25%$/)]);
  const paths = within(strip)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(paths).toEqual(Array(2).fill('/audit/sessions/sessions?activeTab=OnlineList'));
});

test('each dashboard card requests only what it shows', async () => {
  const { server } = await open();
  await screen.findByText('1,284');
  const asked = server
    .calls('GET', INDEX)
    .map(({ query: { days, ...flags } }) => `${days ?? 'always'}: ${Object.keys(flags).toSorted().join()}`)
    .toSorted();
  expect(asked).toEqual([
    '7: dates_login_times_top10_assets',
    '7: dates_login_times_top10_users',
    '7: dates_metrics',
    `always: ${[
      'total_count_assets',
      'total_count_assets_this_week',
      'total_count_login_users',
      'total_count_online_sessions',
      'total_count_online_users',
      'total_count_today_active_assets',
      'total_count_today_failed_sessions',
      'total_count_users',
      'total_count_users_this_week',
    ].join()}`,
    'always: total_count_type_to_assets_amount',
  ]);
});

test('the most active users and assets are listed by name, with the full name in a tooltip', async () => {
  await open();
  const users = (await (await cardOf('Most active users')).findAllByRole('listitem')).map(
    ({ textContent }) => textContent,
  );
  expect(users).toEqual(['1Mara214', '2Jun107']);
  const assets = await cardOf('Most used assets');
  expect((await assets.findByText('web(blue)')).getAttribute('title')).toBe('web(blue) (10.0.0.1)');
});

test('the chosen time range of a dashboard card is remembered', async () => {
  const { user, server, platform } = await open();
  const card = await cardOf('Most active users');
  await user.click(card.getByText('30 days'));
  await waitFor(() =>
    expect(
      server
        .calls('GET', INDEX)
        .some(({ query }) => query.days === '30' && 'dates_login_times_top10_users' in query),
    ).toBe(true),
  );
  expect(platform.storage.get('dashboardDays')).toBe('30');
});

test('assets are counted by type; types without assets are omitted', async () => {
  await open();
  const card = await cardOf('Asset types');
  const types = (await card.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(types).toEqual(['Linux 1,500', 'MySQL 20']);
  expect(card.getByText(/1,?520/).textContent).toMatch(/2 types/);
});

const showing = { settings: { TICKETS_ENABLED: true }, hasLicence: true };
const linesShown = async () =>
  (await (await cardOf('Needs attention')).findAllByRole('listitem')).map(({ textContent }) => textContent);

test('the Needs attention card counts problems and links to the rows that are counted', async () => {
  await open({ caller: showing });
  expect(await linesShown()).toEqual([
    '2 tickets are waiting for youShow',
    '4 sessions failedTodayShow',
    '1 command was rejectedTodayShow',
    '23 assets are unreachableShow',
    '1 component is offline',
    '14 permissions expire within 3 daysShow',
    'The licence expires in 6 daysShow',
  ]);
  const card = await cardOf('Needs attention');
  expect(card.getByText('7', { selector: '.num' })).toBeTruthy();
  expect(card.getByText('Commands in Archive are not counted: the storage did not answer.')).toBeTruthy();
  const links = card.getAllByRole('link', { name: 'Show' }).map((link) => link.getAttribute('href') ?? '');
  const today = /&date_from=[^&]+&date_to=[^&]+$/;
  expect(links.map((link) => link.replace(today, '&today'))).toEqual([
    '/tickets/assigned-tickets?waiting=true',
    '/audit/sessions/sessions?activeTab=OfflineList&is_success=false&today',
    '/audit/sessions/command?risk_level=5&today',
    '/console/assets/assets?connectivity=err',
    '/console/perms/asset-permissions?expires_within=3',
    '/settings/license',
  ]);
  const from = new URLSearchParams(links[1]?.split('?')[1]).get('date_from');
  expect(new Date(String(from)).toDateString()).toBe(new Date().toDateString());
});

test.each([
  [{ licence_days: 1 }, 'The licence expires in 1 dayShow'],
  [{ licence_days: 0 }, 'The licence expires todayShow'],
  [{ licence_days: -2 }, 'The licence has expiredShow'],
  [{ expiring_permissions: 1 }, '1 permission expires within 3 daysShow'],
])('the Needs attention card words each case: %o', async (answered, text) => {
  await open({ routes: answerTo(`GET ${ATTENTION}`, answered) });
  expect(await linesShown()).toEqual([text]);
});

test.each([
  [0, 'warn'],
  [-1, 'bad'],
])('a licence that ends in %i days is marked as %s', async (licence_days, kind) => {
  await open({ routes: answerTo(`GET ${ATTENTION}`, { licence_days }) });
  const [line] = await linesShown();
  expect(line).toContain('licence');
  const shown = [...document.querySelectorAll('li')].find((item) => item.textContent === line);
  expect(shown?.querySelector('span')?.className).toContain(kind);
});

test('where tickets are off, the Needs attention card has no line about them', async () => {
  await open({ caller: { ...showing, settings: { TICKETS_ENABLED: false } } });
  const lines = await linesShown();
  expect(lines[0]).toBe('4 sessions failedTodayShow');
  expect(lines).toHaveLength(6);
});

test('the Needs attention card is counted again after each message', async () => {
  let asked = 0;
  const { platform } = await open({
    routes: answerTo(`GET ${ATTENTION}`, () => {
      asked += 1;
      return { failed_sessions: asked };
    }),
  });
  await waitFor(async () => expect(await linesShown()).toEqual(['1 session failedTodayShow']));
  await act(() => platform.queryClient.invalidateQueries({ queryKey: messagesKey }));
  await waitFor(async () => expect(await linesShown()).toEqual(['2 sessions failedTodayShow']));
});

test('the rings of the figures have names', async () => {
  await open();
  const strip = (await screen.findByText('1,284')).closest('[class*=strip]') as HTMLElement;
  expect(within(strip).getAllByText('active today')).toHaveLength(2);
});

test('without data the lists of the dashboard are empty and nothing needs attention', async () => {
  await open({
    routes: { ...answerTo(`GET ${INDEX}`, {}), ...answerTo(`GET ${ATTENTION}`, { failed_sessions: 0 }) },
  });
  expect(await screen.findByText('Nothing needs attention')).toBeTruthy();
  expect(screen.getByText(/^Waiting tickets, failed sessions, .* appear here\.$/)).toBeTruthy();
  for (const title of ['Most active users', 'Most used assets', 'Asset types'])
    expect((await cardOf(title)).queryByRole('listitem')).toBeNull();
});

test('Try again reloads dashboard figures that failed to load', async () => {
  let isDown = true;
  const { user } = await open({
    routes: answerTo(`GET ${INDEX}`, () => (isDown ? answer(500, {}) : numbers)),
  });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(5));
  isDown = false;
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('1,284')).toBeTruthy();
});

test('the dashboard opens the web terminal in a new tab', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Open web terminal' });
  expect(link.getAttribute('href')).toMatch(/^\/luna\/\?.*oid=/);
  expect(link.getAttribute('target')).toBe('_blank');
});

test('without permission the dashboard has no link to the web terminal', async () => {
  await open({ caller: { perms: allBut('rbac.view_webterminal') } });
  await screen.findByText('1,284');
  expect(screen.queryByRole('link', { name: 'Open web terminal' })).toBeNull();
});

test.each([
  [{ hasLicence: true }, /^Default · /],
  [{ hasLicence: false }, /^updated/],
  [{ hasLicence: true, isRoot: true }, /^Global · /],
])('the dashboard header names the organization only with a licence: %o', async (caller, text) => {
  await open({ caller });
  const updated = await screen.findByText(/updated/);
  expect(updated.closest('header, div')?.textContent).toMatch(text);
});

test('the dashboard leaves the announcement to the banner above every page', async () => {
  const ANNOUNCEMENT = { ID: 'n1', SUBJECT: 'Maintenance', CONTENT: 'On Sunday' };
  await open({ caller: { settings: { ANNOUNCEMENT_ENABLED: true, ANNOUNCEMENT } } });
  await screen.findByText('1,284');
  expect(screen.queryByText('Maintenance')).toBeNull();
});
