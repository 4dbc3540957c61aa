// @vitest-environment jsdom
import { act, cleanup, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { organizationNow } from '../../../test/organizationNow.ts';
import { BRANCH, HOME, profileWith } from '../../../test/profileWith.ts';
import { PLAIN_LOOK } from '../../../test/publicSettings.ts';
import { renderShell } from '../../../test/renderShell.tsx';

const ID = '7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const admin = [
  'rbac.view_console',
  'rbac.view_audit',
  'users.view_user',
  'users.view_usergroup',
  'assets.view_domain',
  'assets.view_platform',
  'terminal.view_session',
  'settings.view_setting',
  'orgs.view_organization',
];

test('A-2.8-009 A-2.8-016 a page shows its route title, and the tab adds the title of the sign-in page', async () => {
  const { screen } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
    settings: {
      INTERFACE: { ...PLAIN_LOOK, login_title: 'Acme access' },
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
  expect(document.title).toBe('Users - Acme access');
});

test('A-2.1-005 A-5-002 a page the user may not open says so and names the missing permission', async () => {
  const { screen } = await renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console'] },
  });
  expect(await screen.findByRole('heading', { name: 'You cannot open this page' })).toBeTruthy();
  expect(screen.getByText('users.view_user')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Go home' })).toBeTruthy();
});

test('A-2.1-004 A-2.1-003 an unknown path leads to the not-found page, whose button leads home', async () => {
  const { screen, user, path } = await renderShell({ at: '/no/such/path', profile: { perms: admin } });
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(path()).toBe('/404');
  await user.click(screen.getByRole('button', { name: 'Go home' }));
  await waitFor(() => expect(path()).toBe('/console/dashboard'));
});

test('A-2.1-012 the old address of a session leads to its detail page and keeps the query', async () => {
  const { path, screen } = await renderShell({
    at: `/terminal/sessions/${ID}?a=1`,
    profile: { perms: admin },
  });
  await screen.findByRole('heading', { level: 1 });
  expect(path()).toBe(`/audit/sessions/sessions/${ID}?a=1`);
});

test('the older address of the operate logs leads to the present one and keeps the query', async () => {
  const perms = [...admin, 'audits.view_operatelog'];
  const { path, screen } = await renderShell({ at: '/audit/audits/operate-logs?user=a', profile: { perms } });
  await screen.findByRole('heading', { level: 1 });
  expect(path()).toBe('/audit/logs/operate-logs?user=a');
});

test('A-2.8-024 without access to the area the user gets the first accessible one', async () => {
  const { path, screen } = await renderShell({
    at: '/console/users/users',
    profile: { perms: ['perms.view_myassets'], console_orgs: [], audit_orgs: [] },
  });
  await screen.findByRole('main');
  await waitFor(() => expect(path()).toMatch(/^\/workbench\//));
});

test('A-2.1-001 the root leads to the stored area', async () => {
  localStorage.setItem('PreView', 'audit');
  const { path, screen } = await renderShell({ at: '/', profile: { perms: admin } });
  await screen.findByRole('heading', { level: 1 });
  expect(path()).toBe('/audit/dashboard');
});

test('A-2.1-007 the first sign-in leads to the profile form', async () => {
  const { path, screen, platform } = await renderShell({
    at: '/console/users/users?search=x',
    profile: { perms: admin, is_first_login: true },
  });
  await screen.findByRole('heading', { level: 1 });
  expect(path()).toBe('/profile/improvement');
  expect(platform.session.get().askedPath).toBe('/console/users/users?search=x');
});

test('the first sign-in at the root remembers no page', async () => {
  const { path, screen, platform } = await renderShell({
    at: '/',
    profile: { perms: admin, is_first_login: true },
  });
  await screen.findByRole('heading', { level: 1 });
  expect(path()).toBe('/profile/improvement');
  expect(platform.session.get().askedPath).toBeUndefined();
});

test('A-2.9-025 A-2.9-027 A-2.9-028 visited pages are tags; one can be closed, the dashboard cannot', async () => {
  const { screen, user, path } = await renderShell({ at: '/console/dashboard', profile: { perms: admin } });
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  await user.click(within(menu).getByRole('button', { name: 'Users' }));
  await user.click(within(menu).getByRole('link', { name: 'Groups' }));
  const tags = screen.getByRole('navigation', { name: 'Visited pages' });
  await within(tags).findByRole('link', { name: 'Groups' });
  expect(within(tags).queryByRole('button', { name: 'Close Dashboard' })).toBeNull();
  await user.click(within(tags).getByRole('button', { name: 'Close Groups' }));
  await waitFor(() => expect(path()).toBe('/console/dashboard'));
  expect(within(tags).queryByRole('link', { name: 'Groups' })).toBeNull();
});

test('A-2.9-026 refreshing a page passes through the redirect and comes back', async () => {
  const { screen, user, path, router } = await renderShell({
    at: '/console/users/users?search=x',
    profile: { perms: admin },
  });
  await screen.findByRole('heading', { name: 'Users' });
  const seen: string[] = [];
  router.subscribe((state) => seen.push(state.location.pathname));
  const tags = screen.getByRole('navigation', { name: 'Visited pages' });
  await user.click(within(tags).getByRole('button', { name: 'Refresh page' }));
  await waitFor(() => expect(path()).toBe('/console/users/users?search=x'));
  expect(seen).toContain('/redirect/console/users/users');
});

test('A-2.9-014 A-2.9-015 the switcher stores the area and opens it', async () => {
  const { screen, user, path } = await renderShell({ at: '/console/dashboard', profile: { perms: admin } });
  const areas = await screen.findByRole('navigation', { name: 'Areas' });
  await user.click(within(areas).getByRole('button', { name: 'Audit' }));
  await waitFor(() => expect(path()).toBe('/audit/dashboard'));
  expect(localStorage.getItem('PreView')).toBe('audit');
});

test('A-2.9-017 A-2.9-019 A-2.9-020 A-2.9-021 the selector offers actions by permission and all organizations', async () => {
  const { screen, user } = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  const create = await screen.findByRole('menuitem', { name: /Create organization/ });
  expect(create.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: /Organization list/ }).getAttribute('aria-disabled')).not.toBe(
    'true',
  );
  expect(screen.getByRole('menuitem', { name: new RegExp(BRANCH.name) })).toBeTruthy();
});

test("A-3-007 A-3-008 start-up fetches the user's roles in the organization, and switching fetches them again", async () => {
  const isDisabled = {
    ...BRANCH,
    id: '3f2b8c10-2222-4111-8111-111111111111',
    name: 'Closed',
    disabled: true,
  };
  const { screen, platform, user, server } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin, console_orgs: [HOME, BRANCH, isDisabled], audit_orgs: [BRANCH] },
    routes: {
      ...answerTo('GET /api/v1/orgs/orgs/current/', ({ headers }) => {
        const isBranch = headers.get('X-JMS-ORG') === BRANCH.id;
        return organizationNow({
          ...(isBranch ? BRANCH : HOME),
          roles: [{ id: isBranch ? 'b' : 'h', name: 'x', display_name: 'X' }],
          perms: [isBranch ? 'b.b' : 'h.h'],
        });
      }),
    },
  });
  await screen.findByRole('heading', { name: 'Users' });
  expect(platform.session.get().currentOrg).toMatchObject({
    id: HOME.id,
    name: HOME.name,
    is_default: true,
    is_root: false,
    roles: [{ id: 'h' }],
    perms: ['h.h'],
  });
  await user.click(screen.getByRole('button', { name: `Organization: ${HOME.name}` }));
  expect((await screen.findByRole('menuitem', { name: /Closed/ })).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.keyboard('{Escape}');
  // The audit area has only the other organization.
  await user.click(
    within(screen.getByRole('navigation', { name: 'Areas' })).getByRole('button', { name: 'Audit' }),
  );
  await waitFor(() =>
    expect(platform.session.get().currentOrg).toMatchObject({
      id: BRANCH.id,
      roles: [{ id: 'b' }],
      perms: ['b.b'],
    }),
  );
  expect(server.calls('GET', '/api/v1/orgs/orgs/current/')).toHaveLength(2);
  expect(localStorage.getItem('current_org_mara') ?? JSON.stringify({ ...localStorage })).not.toContain(
    'perms',
  );
});

test.each(['en', 'zh-hans', 'zh-hant', 'ja'])(
  'A-2.7-014 site messages, guide and first sign-in have their titles in %s',
  async (language) => {
    const { default: texts } = await import(`../../locales/${language}/shell.json`);
    const titles = [texts.messages.title, texts.help.documentation, texts.route.ProfileImprovement];
    expect(titles.filter((title) => typeof title === 'string' && title.length > 1)).toHaveLength(3);
  },
);

test('A-2.7-014 the frame leads to messages and guide; the first sign-in leads to its form automatically', async () => {
  const { screen, user } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
    settings: { HELP_DOCUMENT_URL: 'https://docs.example.com/' },
  });
  const bell = await screen.findByRole('button', { name: 'Site messages' });
  expect(bell.getAttribute('aria-haspopup')).toBe('dialog');
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByRole('link', { name: 'Documentation' })).toBeTruthy();
  cleanup();
  const newcomer = await renderShell({ at: '/', profile: { perms: admin, is_first_login: true } });
  expect(
    await newcomer.screen.findByRole('heading', { level: 1, name: 'Complete your profile' }),
  ).toBeTruthy();
});

test('A-2.9-017 without a licence there is no organization selector', async () => {
  const { screen } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
    hasLicence: false,
  });
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByRole('button', { name: /^Organization:/ })).toBeNull();
});

test('A-2.9-018 A-2.2-015 A-4.2-002 a page over all organizations locks the selector; leaving it restores the organization', async () => {
  const perms = [...admin, 'rbac.view_systemrole'];
  const { screen, platform, router } = await renderShell({ at: '/console/users/roles', profile: { perms } });
  const selector = await screen.findByRole('button', { name: /^Organization:/ });
  expect(selector.getAttribute('aria-disabled')).toBe('true');
  expect(platform.session.get().currentOrg?.id).toMatch(/^0+-0+-0+-0+-0+$/);
  await router.navigate('/console/users/users');
  await waitFor(() => expect(platform.session.get().currentOrg?.id).toBe(HOME.id));
});

test.each([
  ['A-2.2-106', 'sign-in rules', 'login-acls', 'acls.view_loginacl'],
  ['A-2.2-109', 'rules about connect methods', 'connect-method-acls', 'acls.view_connectmethodacl'],
])('%s the pages of %s lock the organization selector', async (_id, _what, path, permission) => {
  const { screen } = await renderShell({
    at: `/console/perms/${path}`,
    profile: { perms: [...admin, permission] },
  });
  const selector = await screen.findByRole('button', { name: /^Organization:/ });
  expect(selector.getAttribute('aria-disabled')).toBe('true');
});

test('A-3-010 A-4.2-002 settings use the system organization and remember the previous one', async () => {
  const { screen, platform, router } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
  });
  await screen.findByRole('heading', { name: 'Users' });
  await router.navigate('/settings/orgs');
  await waitFor(() => expect(platform.session.get().currentOrg?.id).toMatch(/0004$/));
  expect(JSON.parse(localStorage.getItem('PRE_ORG_mara') ?? '{}')).toMatchObject({ id: HOME.id });
  expect(await screen.findByText('System settings · all organizations')).toBeTruthy();
  await router.navigate('/console/users/users');
  await waitFor(() => expect(platform.session.get().currentOrg?.id).toBe(HOME.id));
});

test('A-2.9-006 A-4.3-001 A-3-025 the collapse of the menu is kept in a cookie', async () => {
  const { screen, user } = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  await user.click(await screen.findByRole('button', { name: /Collapse/ }));
  expect(document.cookie).toContain('sidebarStatus=0');
  cleanup();
  const again = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  await again.user.click(await again.screen.findByRole('button', { name: 'Expand menu' }));
  expect(document.cookie).toContain('sidebarStatus=1');
});

test('A-2.9-007 A-4.3-001 below 992 px the menu is a drawer that closes when a page opens', async () => {
  const { screen, user, path } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
    width: 991,
  });
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByRole('navigation', { name: 'Visited pages' })).toBeNull();
  const open = await screen.findByRole('button', { name: 'Open menu' });
  await user.click(open);
  await user.click(await screen.findByRole('link', { name: 'Groups' }));
  await waitFor(() => expect(path()).toBe('/console/users/groups'));
  await waitFor(() => expect(open.getAttribute('aria-expanded')).toBe('false'));
});

test('the drawer opened while a page loads stays when that page arrives; the next page closes it', async () => {
  const profile = profileWith({ perms: admin, audit_orgs: [BRANCH] });
  const { promise: isReady, resolve: letArrive } = Promise.withResolvers<void>();
  const { screen, user, router } = await renderShell({
    at: '/console/users/users',
    width: 390,
    routes: answerTo('GET /api/v1/users/profile/', async ({ headers }) => {
      if (headers.get('X-JMS-ORG') === BRANCH.id) await isReady;
      return profile;
    }),
  });
  const open = await screen.findByRole('button', { name: 'Open menu' });
  const arrived = router.navigate('/audit/sessions/sessions');
  await user.click(open);
  await screen.findByRole('dialog', { name: 'Menu' });
  letArrive();
  await act(() => arrived);
  await waitFor(() => expect(document.title).toBe('Session list'));
  expect(open.getAttribute('aria-expanded')).toBe('true');
  await act(() => router.navigate('/console/users/groups'));
  await waitFor(() => expect(open.getAttribute('aria-expanded')).toBe('false'));
});

test('A-2.9-023 a kept page keeps its state while another one is shown', async () => {
  const { screen, router, tags } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
  });
  const page = (await screen.findByRole('heading', { name: 'Users' })).closest('div');
  await router.navigate('/console/users/groups');
  await screen.findByRole('heading', { name: 'Groups' });
  expect(tags.get().kept).toEqual(['/console/users/users', '/console/users/groups']);
  await router.navigate('/console/users/users');
  expect((await screen.findByRole('heading', { name: 'Users' })).closest('div')).toBe(page);
});

test('a tag closed in the background leaves the focus with its neighbour', async () => {
  const { screen, user, router, path } = await renderShell({
    at: '/console/users/users',
    profile: { perms: admin },
  });
  const bar = await screen.findByRole('navigation', { name: 'Visited pages' });
  await act(() => router.navigate('/console/users/groups'));
  await user.click(await within(bar).findByRole('button', { name: 'Close Users' }));
  await waitFor(() => expect(within(bar).queryByRole('link', { name: 'Users' })).toBeNull());
  expect(path()).toBe('/console/users/groups');
  await waitFor(() =>
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Close Groups' })),
  );
});

test('tags that share a title across areas also name their area', async () => {
  const { screen, tags } = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  const bar = await screen.findByRole('navigation', { name: 'Visited pages' });
  const visit = (path: string, title: string) =>
    act(() => tags.visit({ path, fullPath: path, name: path, title }));
  visit('/console/first', 'web-01');
  visit('/console/second', 'web-01');
  expect(await within(bar).findAllByRole('link', { name: 'web-01' })).toHaveLength(2);
  visit('/audit/overview', 'Overview');
  visit('/workbench/overview', 'Overview');
  expect(await within(bar).findByRole('link', { name: 'Overview · Audit' })).toBeTruthy();
  expect(within(bar).getByRole('link', { name: 'Overview · Workbench' })).toBeTruthy();
});

test('A-2.9-030 a tag without a title is shown as "no name"', async () => {
  const { screen, tags } = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  const bar = await screen.findByRole('navigation', { name: 'Visited pages' });
  act(() => tags.visit({ path: '/x', fullPath: '/x', name: 'X', title: '' }));
  expect(await within(bar).findByRole('link', { name: 'no name' })).toBeTruthy();
});

test('A-2.9-007 A-4.3-001 from 992 px on the menu is beside the page', async () => {
  const at = '/console/users/users';
  const { screen } = await renderShell({ at, profile: { perms: admin }, width: 992 });
  expect(await screen.findByRole('navigation', { name: 'Menu' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Visited pages' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
});

test('the skip link moves the focus to the page', async () => {
  const { screen, user } = await renderShell({ at: '/console/users/users', profile: { perms: admin } });
  await user.click(await screen.findByRole('link', { name: 'Skip to content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test.each([
  ['', 'My tickets'],
  ['?activeMenu=AssignedTicketList', 'Assigned to me'],
])('A-2.9-004 a ticket opened with the query "%s" marks "%s" in the menu', async (query, name) => {
  const { screen } = await renderShell({
    at: `/tickets/tickets/request-host-perm/${ID}${query}`,
    profile: { perms: ['tickets.view_ticket'] },
    settings: { TICKETS_ENABLED: true },
  });
  const marked = await screen.findByRole('link', { current: 'page', name });
  const menu = within(marked.closest('nav') as HTMLElement);
  expect(menu.getAllByRole('link', { current: 'page' })).toEqual([marked]);
});
