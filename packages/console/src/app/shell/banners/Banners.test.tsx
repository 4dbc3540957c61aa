import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { renderShell } from '../../../../test/renderShell.tsx';

const DAY_MS = 86_400_000;
const perms = ['rbac.view_console', 'users.view_user', 'settings.view_setting'];
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS - 1000).toISOString();
const open = (profile = {}, more: Partial<Parameters<typeof renderShell>[0]> = {}) =>
  renderShell({ at: '/console/users/users', profile: { perms, ...profile }, ...more });

test.each([
  ['expires soon', 87, 'Your password expires in 3 days.', /warn/],
  ['has expired', 91, 'Your password has expired. Change it now.', /bad/],
])('a banner warns that the password %s and links to the password form', async (_when, days, text, look) => {
  const { screen, user, path } = await open(
    { date_password_last_updated: daysAgo(days) },
    { settings: { SECURITY_PASSWORD_EXPIRATION_TIME: 90 } },
  );
  const title = await screen.findByText(text);
  expect(title.closest('[role=status]')?.className).toMatch(look);
  await user.click(screen.getByRole('link', { name: 'Change password' }));
  await waitFor(() => expect(path()).toBe('/profile/setting?activeTab=PasswordUpdate'));
});

test('a recently changed password shows no banner', async () => {
  const { screen } = await open(
    { date_password_last_updated: daysAgo(1) },
    { settings: { SECURITY_PASSWORD_EXPIRATION_TIME: 90 } },
  );
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByText(/password/)).toBeNull();
});

const licence = {
  subscription_id: '1',
  corporation: 'Acme',
  date_expired: null as string | null,
  asset_count: 10 as number | null,
  current_asset_count: 11,
  edition: '',
  serial_no: '',
  remark: '',
  is_valid: true,
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + 60_000).toISOString();

const soon = 'The licence expires in 3 days.';
const exceeded = 'There are more assets than the licence allows.';

test.each([
  [
    'expires soon',
    { date_expired: inDays(3), current_asset_count: 10 },
    soon,
    /warn/,
    /until 2.* · 10 of 10/,
  ],
  ['has expired', { date_expired: inDays(-3) }, `The licence has expired. ${exceeded}`, /bad/, /until 2/],
  ['is exceeded', {}, exceeded, /bad/, /^Acme · no end · 11 of 10 assets$/],
  ['expires soon and is exceeded', { date_expired: inDays(3) }, `${soon} ${exceeded}`, /bad/, /11 of 10/],
])(
  'A-2.9-050 a banner warns that the licence %s, with its figures and a link',
  async (_how, over, text, look, facts) => {
    const { screen } = await open(
      { perms: [...perms, 'settings.change_license'] },
      { routes: answerTo('GET /api/v1/xpack/license/detail', { ...licence, ...over }) },
    );
    const title = await screen.findByText(text);
    expect(title.nextElementSibling?.textContent).toMatch(facts);
    expect(title.closest('[role=status]')?.className).toMatch(look);
    const link = screen.getByRole('link', { name: 'Open the licence' });
    expect(link.getAttribute('href')).toBe('/settings/license');
  },
);

test('a valid licence shows no banner', async () => {
  const { screen, server } = await open(
    { perms: [...perms, 'settings.change_license'] },
    { routes: answerTo('GET /api/v1/xpack/license/detail', { ...licence, asset_count: null }) },
  );
  await screen.findByRole('heading', { name: 'Users' });
  await waitFor(() => expect(server.calls('GET', '/api/v1/xpack/license/detail')).toHaveLength(1));
  expect(screen.queryByText(/licence/)).toBeNull();
});

test('a slow or lost network shows a warning', async () => {
  const { screen, platform } = await open();
  await screen.findByRole('heading', { name: 'Users' });
  act(() => platform.network.store.set({ isSlow: true }));
  const slow = await screen.findByText('The server is slow.');
  expect(slow.closest('[role=status]')?.className).toMatch(/warn/);
  expect(slow.nextElementSibling?.textContent).not.toBe('');
  act(() => platform.network.store.set({ isOnline: false }));
  const offline = await screen.findByText('You are offline.');
  expect(offline.nextElementSibling?.textContent).not.toBe('');
  expect(screen.queryByText('The server is slow.')).toBeNull();
});

const announced = (ID: string, more = {}) => ({
  ANNOUNCEMENT_ENABLED: true,
  ANNOUNCEMENT: {
    ID,
    SUBJECT: 'Works tonight',
    CONTENT: 'From **22:00**',
    LINK: 'https://status.example',
    ...more,
  },
});

test('an announcement is shown on every page until it is closed, and again when it changes', async () => {
  const { screen, user, platform } = await open({}, { settings: announced('1') });
  const card = await screen.findByRole('region', { name: 'Announcement' });
  expect(card.textContent).toContain('Announcement: Works tonight');
  await waitFor(() => expect(card.querySelector('p strong')?.textContent).toBe('22:00'));
  expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('https://status.example');
  await user.click(screen.getByRole('button', { name: 'Close the announcement' }));
  expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull();
  act(() => platform.session.setSettings({ ...platform.session.get().settings, ...announced('2') }));
  expect(await screen.findByRole('region', { name: 'Announcement' })).toBeTruthy();
});

test.each([
  ['switched off', { ...announced('1'), ANNOUNCEMENT_ENABLED: false }],
  ['empty', announced('1', { SUBJECT: '', CONTENT: '' })],
])('an announcement that is %s is not shown', async (_how, settings) => {
  const { screen } = await open({}, { settings });
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull();
});

test('an announcement links only to web addresses', async () => {
  const { screen } = await open({}, { settings: announced('1', { LINK: 'javascript:alert(1)' }) });
  await screen.findByRole('region', { name: 'Announcement' });
  expect(screen.queryByRole('link', { name: 'Read more' })).toBeNull();
});
