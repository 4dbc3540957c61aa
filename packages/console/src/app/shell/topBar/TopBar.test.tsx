// @vitest-environment jsdom
import { act, cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { organizationNow } from '../../../../test/organizationNow.ts';
import { BRANCH, HOME } from '../../../../test/profileWith.ts';
import { PLAIN_LOOK } from '../../../../test/publicSettings.ts';
import { renderShell } from '../../../../test/renderShell.tsx';
import { guardPage, isGuarded } from '../../../platform/page/leaveGuards.ts';

const perms = ['rbac.view_console', 'rbac.view_audit', 'users.view_user', 'users.view_usergroup'];
const open = (input: Partial<Parameters<typeof renderShell>[0]> = {}) =>
  renderShell({ at: '/console/users/users', profile: { perms }, ...input });
const holding = (...more: string[]) => ({ perms: [...perms, ...more] });
const namesOf = (items: HTMLElement[]) => items.map((item) => item.textContent);

test('A-2.9-009 A-6-035 the link to the web terminal needs its permission', async () => {
  const { screen, platform } = await open();
  const tools = await screen.findByRole('toolbar', { name: 'Tools' });
  expect(within(tools).queryByRole('link', { name: 'Web terminal' })).toBeNull();
  const { profile } = platform.session.get();
  act(() => platform.session.setProfile({ ...profile!, ...holding('rbac.view_webterminal') }));
  const link = await within(tools).findByRole('link', { name: 'Web terminal' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/luna/\\?_=\\d+&oid=${HOME.id}$`));
});

test('A-2.9-012 the gear of the settings needs settings.view_setting', async () => {
  const { screen, platform } = await open();
  const tools = await screen.findByRole('toolbar', { name: 'Tools' });
  expect(within(tools).queryByRole('link', { name: 'System settings' })).toBeNull();
  const { profile } = platform.session.get();
  act(() => platform.session.setProfile({ ...profile!, ...holding('settings.view_setting') }));
  expect(await within(tools).findByRole('link', { name: 'System settings' })).toBeTruthy();
});

test('A-2.9-013 A-2.9-031 the help menu leads to the addresses of the settings', async () => {
  const settings = {
    HELP_DOCUMENT_URL: 'https://docs.example.com/',
    HELP_SUPPORT_URL: 'https://help.example.com/',
  };
  const { screen, user } = await open({ settings });
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  const documentation = await screen.findByRole('link', { name: 'Documentation' });
  expect(documentation.getAttribute('href')).toBe(settings.HELP_DOCUMENT_URL);
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(settings.HELP_SUPPORT_URL);
});

test('a help menu without links begins with the shortcuts, not with a line', async () => {
  const { screen, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  const first = (await screen.findAllByRole('menuitem'))[0] as HTMLElement;
  const before = first.closest('[role=menu]')?.querySelector('hr');
  expect(before && before.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeFalsy();
});

test('A-2.9-013 the language menu offers the four languages', async () => {
  const { screen, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Language' }));
  await screen.findByRole('menuitem', { name: 'English' });
  expect(namesOf(screen.getAllByRole('menuitem'))).toHaveLength(4);
});

test('A-2.9-033 A-2.9-035 the About dialog names product and version, and links to the source or documentation and to the downloads', async () => {
  const { screen, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'About' }));
  // In tests the component library gives every tip and title the same id, so the dialog is found by its
  // content.
  const link = await screen.findByRole('link', { name: 'Download centre' });
  const dialog = link.closest<HTMLElement>('[role=dialog]') as HTMLElement;
  expect(within(dialog).getByText('About')).toBeTruthy();
  expect(within(dialog).getByText('Gatehouse')).toBeTruthy();
  expect(within(dialog).getByText('v3.10.9')).toBeTruthy();
  const hrefOf = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Download centre')).toBe('/core/download/');
  // The package names no repository, so the link leads to the documentation that the product contains.
  expect(hrefOf('API documentation')).toBe('/api/docs/');
});

test.each([
  ['A-2.9-036', 'Profile', '/profile/info'],
  ['A-2.9-037', 'User settings', '/profile/user/setting'],
  ['A-2.9-038', 'API keys', '/profile/api-keys'],
  ['A-2.9-039', 'Temporary password', '/profile/temp-password'],
])('%s A-2.9-013 the account menu leads to %s', async (_id, name, address) => {
  const { screen, user, path } = await open({
    profile: holding('authentication.view_accesskey', 'authentication.view_temptoken'),
    settings: { AUTH_TEMP_TOKEN: true },
  });
  await user.click(await screen.findByRole('button', { name: /Mara Okafor/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(path()).toBe(address));
});

test.each([
  ['A-2.9-038', 'API keys', [], true],
  ['A-2.9-039', 'Temporary password', [], true],
  ['A-2.9-039', 'Temporary password', ['authentication.view_temptoken'], false],
])('%s the account menu hides %s with codenames %j and AUTH_TEMP_TOKEN %s', async (_id, name, more, isOn) => {
  const { screen, user } = await open({ profile: holding(...more), settings: { AUTH_TEMP_TOKEN: isOn } });
  await user.click(await screen.findByRole('button', { name: /Mara Okafor/ }));
  await screen.findByRole('menuitem', { name: 'Profile' });
  expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

/** Fakes the browser's location, to see which address the console navigates to. */
const leavingFrom = (pathname: string, search = '') => {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname, search, href: `http://localhost${pathname}${search}`, assign });
  return assign;
};
afterEach(() => {
  vi.unstubAllGlobals();
});

test('A-2.9-040 A-4.3-004 signing out ends the web session and leaves via the sign-out page', async () => {
  const { screen, user, server } = await open({
    routes: answerTo('POST /vue-admin-template/user/logout', {}),
  });
  await user.click(await screen.findByRole('button', { name: /Mara Okafor/ }));
  const assign = leavingFrom('/ui/console/users/users', '?search=x');
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith(
      '/core/auth/logout/?next=%2Fui%2Fconsole%2Fusers%2Fusers%3Fsearch%3Dx',
    ),
  );
  expect(server.calls('POST', '/vue-admin-template/user/logout')).toHaveLength(1);
});

/** The server answers with the organization that the request names. */
const inAsked = answerTo('GET /api/v1/orgs/orgs/current/', ({ headers }) =>
  organizationNow(headers.get('X-JMS-ORG') === BRANCH.id ? BRANCH : HOME),
);

const manyOrgs = Array.from({ length: 9 }, (_, at) => ({
  ...BRANCH,
  id: `3f2b8c10-2222-4111-8111-00000000000${at}`,
  name: `Plant ${at}`,
}));

test.each([
  ['few', {}],
  ['many, below a search box', { profile: { perms, console_orgs: [HOME, ...manyOrgs] } }],
])('A-2.9-017 the organizations can be reached by keyboard: %s', async (_, options) => {
  const { screen, user } = await open(options);
  (await screen.findByRole('button', { name: `Organization: ${HOME.name}` })).focus();
  await user.keyboard('{Enter}');
  const entries = await screen.findAllByRole('menuitem');
  await user.keyboard('{ArrowDown}');
  const enabled = entries.filter((entry) => entry.getAttribute('aria-disabled') !== 'true');
  expect(document.activeElement).toBe(enabled[0]);
});

test('an organization deleted meanwhile is reported, and the current organization stays', async () => {
  const { screen, user, platform } = await open();
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  const choice = await screen.findByRole('menuitem', { name: new RegExp(BRANCH.name) });
  const assign = leavingFrom('/ui/console/users/users');
  await user.click(choice);
  await screen.findByText('This object was lost or deleted.');
  expect(platform.session.get()).toMatchObject({ currentOrg: { id: HOME.id }, initialised: true });
  expect(assign).not.toHaveBeenCalled();
});

test('the page does not ask to discard input for an organization that cannot be entered', async () => {
  const { screen, user } = await open();
  const release = guardPage();
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(BRANCH.name) }));
  await screen.findByText('This object was lost or deleted.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(isGuarded()).toBe(true);
  release();
});

test('A-2.9-022 A-4.2-010 A-4.2-014 another organization becomes current once the server confirms it, and the page restarts after 400 ms', async () => {
  const { screen, user, platform, server } = await open({ routes: inAsked });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  const choice = await screen.findByRole('menuitem', { name: new RegExp(BRANCH.name) });
  const assign = leavingFrom('/ui/console/users/users');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const chosen = performance.now();
  let reloaded = 0;
  assign.mockImplementation(() => {
    reloaded = performance.now();
  });
  await user.click(choice);
  await waitFor(() =>
    expect(platform.session.get()).toMatchObject({ currentOrg: { id: BRANCH.id }, initialised: false }),
  );
  await platform.http.get('/api/v1/users/users/', { disableFlashErrorMsg: true }).catch(() => undefined);
  expect(server.seen.at(-1)?.headers.get('X-JMS-ORG')).toBe(BRANCH.id);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/ui/console/users/users'));
  expect(reloaded - chosen).toBeGreaterThanOrEqual(390);
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 400);
});

test.each([
  ['console', 'console_orgs'],
  ['audit', 'audit_orgs'],
  ['workbench', 'workbench_orgs'],
])('A-6-018 the %s area has a selector where the user has organizations for it', async (view, orgs) => {
  const at = `/${view}`;
  const isThere = (of: Awaited<ReturnType<typeof renderShell>>) =>
    of.platform.session.get().view === view &&
    of.screen.queryByRole('button', { name: /^Organization:/ }) !== null;
  const held = holding('perms.view_myassets');
  const withSome = await open({ at, profile: held });
  await withSome.screen.findByRole('heading', { level: 1 });
  expect(isThere(withSome)).toBe(true);
  cleanup();
  const withNone = await open({ at, profile: { ...held, [orgs]: [] } });
  await withNone.screen.findByRole('heading', { level: 1 });
  expect(isThere(withNone)).toBe(false);
});

test('A-2.9-016 A-3-025 the switcher explains itself until dismissed, also to a later page', async () => {
  const { screen, user } = await open();
  const areas = await screen.findByRole('navigation', { name: 'Areas' });
  await user.hover(areas);
  const gotIt = await screen.findByRole('button', { name: 'Got it' });
  await user.unhover(areas);
  expect(gotIt.isConnected).toBe(true);
  expect(gotIt.closest('[data-region=top], .ant-popover')).toBeNull();
  await user.click(gotIt);
  expect(localStorage.getItem('viewSwitcherTip')).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull());
  await user.unhover(areas);
  await user.hover(screen.getByRole('navigation', { name: 'Areas' }));
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  const later = async () => {
    cleanup();
    const page = await open();
    await page.user.hover(await page.screen.findByRole('navigation', { name: 'Areas' }));
    return page.screen;
  };
  expect((await later()).queryByRole('button', { name: 'Got it' })).toBeNull();
  localStorage.removeItem('viewSwitcherTip');
  expect(await (await later()).findByRole('button', { name: 'Got it' })).toBeTruthy();
});

test('the brand shows the product or the custom name and logo, and links to the start of the area', async () => {
  const { screen, platform } = await open();
  const product = await screen.findByRole('link', { name: 'Gatehouse' });
  expect(product.getAttribute('href')).toBe('/console/dashboard');
  expect(product.querySelector('img')).toBeNull();
  expect(product.querySelector('svg')).not.toBeNull();
  const look = (over: object) =>
    act(() => {
      const { settings } = platform.session.get();
      platform.session.setSettings({ ...settings, INTERFACE: { ...PLAIN_LOOK, ...over } });
    });
  look({ login_title: 'Acme access', logo_index: '/static/img/logo.png' });
  const own = await screen.findByRole('link', { name: 'Acme access' });
  expect(own.querySelector('img')).toBeNull();
  look({ logo_index: '/media/logo.png' });
  expect((await screen.findByRole('link', { name: 'Gatehouse' })).querySelector('img')?.src).toMatch(
    /\/media\/logo\.png$/,
  );
});

test('when tabs do not fit, the areas are in a menu', async () => {
  const { screen, user, path } = await open({ width: 1300 });
  await user.click(await screen.findByRole('button', { name: 'Console' }));
  const lines = within(screen.getByRole('menu', { name: 'Areas' })).getAllByRole('menuitem');
  expect(namesOf(lines)).toEqual(['Console', 'Audit', 'Workbench']);
  expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual(['true', null, null]);
  await user.click(lines[1]!);
  await waitFor(() => expect(path()).toBe('/audit/dashboard'));
  expect(screen.getByRole('button', { name: 'Audit' })).toBeTruthy();
});

test('outside the areas the menu button says "Switch area"', async () => {
  const { screen } = await open({ at: '/profile/info', width: 1300 });
  expect(await screen.findByRole('button', { name: 'Switch area' })).toBeTruthy();
});

test('the tabs mark the current area; a user with one area gets no tabs', async () => {
  const { screen } = await open();
  const areas = within(await screen.findByRole('navigation', { name: 'Areas' }));
  const marks = areas.getAllByRole('button').map((tab) => tab.getAttribute('aria-current'));
  expect(marks).toEqual(['true', null, null]);
  cleanup();
  const single = await open({
    at: '/workbench/home',
    profile: { perms: [], console_orgs: [], audit_orgs: [] },
  });
  await single.screen.findByRole('heading', { level: 1 });
  expect(single.screen.queryByRole('navigation', { name: 'Areas' })).toBeNull();
});

test('a page with unsaved changes asks before the area changes or the user signs out', async () => {
  const { screen, user, path, server } = await open();
  const areas = within(await screen.findByRole('navigation', { name: 'Areas' }));
  const release = guardPage();
  await user.click(areas.getByRole('button', { name: 'Audit' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(path()).toBe('/console/users/users');
  expect(localStorage.getItem('PreView')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Mara Okafor/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(server.calls('POST', '/vue-admin-template/user/logout')).toEqual([]);
  release();
});

test('signing out leaves the page even if the server does not answer, and clears its data', async () => {
  const { screen, user, platform } = await open();
  await user.click(await screen.findByRole('button', { name: /Mara Okafor/ }));
  const assign = leavingFrom('/ui/console/users/users');
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
  platform.queryClient.setQueryData(['secret'], 1);
  expect(platform.session.get().profile).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(platform.session.get().profile).toBeUndefined();
  expect(platform.queryClient.getQueryData(['secret'])).toBeUndefined();
});

test('on a settings page the gear is marked as current', async () => {
  const { screen } = await open({
    at: '/settings/orgs',
    profile: holding('settings.view_setting', 'orgs.view_organization'),
  });
  const gear = await screen.findByRole('link', { name: 'System settings' });
  expect(gear.getAttribute('aria-current')).toBe('true');
  expect(gear.getAttribute('href')).toMatch(/^\/settings\//);
});
