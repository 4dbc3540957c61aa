// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { organizationNow } from '../../../../test/organizationNow.ts';
import { BRANCH, HOME } from '../../../../test/profileWith.ts';
import { renderShell } from '../../../../test/renderShell.tsx';
import { guardPage } from '../../../platform/page/leaveGuards.ts';

const perms = ['rbac.view_console', 'rbac.view_audit', 'users.view_user', 'terminal.view_session'];

test('A-2.9-015 choosing an area repeats the start-up for that area', async () => {
  const { screen, user, platform } = await renderShell({
    at: '/console/users/users',
    profile: { perms },
  });
  const areas = await screen.findByRole('navigation', { name: 'Areas' });
  const seen: boolean[] = [];
  platform.session.subscribe(() => seen.push(platform.session.get().initialised));
  await user.click(within(areas).getByRole('button', { name: 'Audit' }));
  await waitFor(() => expect(platform.session.get()).toMatchObject({ view: 'audit', initialised: true }));
  expect(seen[0]).toBe(false);
  expect(localStorage.getItem('PreView')).toBe('audit');
});

test('A-2.9-019 A-2.9-021 the selector lists all organizations; actions need their permissions', async () => {
  const { screen, user } = await renderShell({ at: '/console/users/users', profile: { perms } });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  const group = (await screen.findByText('All organizations')).closest<HTMLElement>('[role="group"], li');
  expect(group?.textContent).toContain(BRANCH.name);
  expect(screen.queryByRole('menuitem', { name: /Create organization|Organization list/ })).toBeNull();
});

test('A-2.9-019 outside of the console the selector has no actions', async () => {
  const { screen, user } = await renderShell({
    at: '/audit/sessions/sessions',
    profile: {
      perms: [...perms, 'orgs.view_organization', 'orgs.add_organization'],
      audit_orgs: [HOME, BRANCH],
    },
  });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  expect(await screen.findByRole('menuitem', { name: new RegExp(BRANCH.name) })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /Create organization|Organization list/ })).toBeNull();
});

test('A-2.9-017 an area that belongs to no organization has no selector', async () => {
  const { screen } = await renderShell({ at: '/profile/info', profile: { perms } });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: /^Organization:/ })).toBeNull();
});

test('A-2.4-003 the web terminal opens in a new tab, in the current organization', async () => {
  const { screen } = await renderShell({
    at: '/workbench/assets',
    profile: { perms: [...perms, 'rbac.view_workbench', 'rbac.view_webterminal', 'perms.view_myassets'] },
  });
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  const link = await within(menu).findByRole('link', { name: 'Web terminal' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/luna/\\?_=\\d+&oid=${HOME.id}$`));
});

const branches = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...BRANCH,
    id: `3f2b8c10-2222-4111-8111-00000000000${at}`,
    name: `Plant ${at}`,
  }));

test.each([
  [7, false],
  [8, true],
])('only eight or more organizations can be searched: %i', async (count, isSearchable) => {
  const { screen, user } = await renderShell({
    at: '/console/users/users',
    profile: { perms, console_orgs: [HOME, ...branches(count - 1)] },
  });
  const selector = await screen.findByRole('button', { name: `Organization: ${HOME.name}` });
  await user.click(selector);
  expect(await screen.findAllByRole('menuitem')).toHaveLength(count);
  const search = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Search organizations' });
  expect(search() !== null).toBe(isSearchable);
});

test('organizations are found by a part of their name in any case, and the next opening shows all', async () => {
  const { screen, user } = await renderShell({
    at: '/console/users/users',
    profile: { perms, console_orgs: [HOME, ...branches(8)] },
  });
  const selector = await screen.findByRole('button', { name: `Organization: ${HOME.name}` });
  await user.click(selector);
  const search = await screen.findByRole('textbox', { name: 'Search organizations' });
  await user.type(search, ' plant 3');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Plant 3'),
  ]);
  await user.click(selector);
  await user.click(selector);
  expect(await screen.findAllByRole('menuitem')).toHaveLength(9);
});

test('the organization selector shows initials and marks current and disabled organizations', async () => {
  const closed = { ...BRANCH, id: 'c1', name: 'closed', disabled: true };
  const { screen, user } = await renderShell({
    at: '/console/users/users',
    profile: { perms, console_orgs: [HOME, BRANCH, closed] },
  });
  const selector = await screen.findByRole('button', { name: `Organization: ${HOME.name}` });
  expect(selector.textContent).toBe(`${HOME.name[0]}${HOME.name}`);
  await user.click(selector);
  const lines = within(screen.getByRole('menu', { name: `Organization: ${HOME.name}` })).getAllByRole(
    'menuitem',
  );
  expect(lines.map((line) => line.textContent)).toEqual(['NNorthwind', 'HHarbor', 'Cclosed']);
  expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual(['true', null, null]);
  expect(lines.map((line) => line.getAttribute('aria-disabled'))).toEqual([null, null, 'true']);
  const chips = lines.map((line) =>
    [...line.querySelectorAll<HTMLElement>('span[aria-hidden=true]')].find((part) => part.textContent),
  );
  const grounds = chips.map((chip) => chip?.style.background);
  expect(new Set(grounds).size).toBeGreaterThan(1);
  for (const chip of chips) {
    expect(Number.parseFloat(chip?.style.fontSize ?? '')).toBeLessThan(Number.parseFloat(chip!.style.width));
    expect(chip?.style.background).not.toBe('');
  }
});

test.each([
  ['Create organization', '/settings/orgs/create'],
  ['Organization list', '/settings/orgs'],
])('in the console the selector item "%s" opens %s', async (name, address) => {
  const { screen, user, path } = await renderShell({
    at: '/console/users/users',
    profile: {
      perms: [...perms, 'settings.view_setting', 'orgs.view_organization', 'orgs.add_organization'],
    },
  });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  expect(await screen.findByText('Manage')).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: new RegExp(name) }));
  await waitFor(() => expect(path()).toBe(address));
});

test('on a page over all organizations the selector is locked and explains why', async () => {
  const { screen, user } = await renderShell({
    at: '/console/users/roles',
    profile: { perms: [...perms, 'rbac.view_systemrole', 'rbac.view_orgrole'] },
  });
  const selector = await screen.findByRole('button', { name: 'Organization: Global' });
  expect(selector.getAttribute('aria-haspopup')).toBe('menu');
  await user.hover(selector);
  expect(await screen.findByText('This page covers all organizations.')).toBeTruthy();
  await user.click(selector);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('the selector shows the root organization as read-only', async () => {
  const root = { ...BRANCH, id: '00000000-0000-0000-0000-000000000000', name: 'x', is_root: true };
  const { screen, user } = await renderShell({
    at: '/console/users/users',
    profile: { perms, console_orgs: [HOME, root] },
  });
  await user.click(await screen.findByRole('button', { name: `Organization: ${HOME.name}` }));
  expect(await screen.findByRole('menuitem', { name: /Global · read-only/ })).toBeTruthy();
});

test('choosing the current organization, or staying to keep unsaved changes, changes nothing', async () => {
  const { screen, user, server, platform } = await renderShell({
    at: '/console/users/users',
    profile: { perms },
    routes: answerTo('GET /api/v1/orgs/orgs/current/', ({ headers }) =>
      organizationNow(headers.get('X-JMS-ORG') === BRANCH.id ? BRANCH : HOME),
    ),
  });
  const selector = await screen.findByRole('button', { name: `Organization: ${HOME.name}` });
  const asked = () => server.calls('GET', '/api/v1/orgs/orgs/current/').length;
  const before = asked();
  await user.click(selector);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(HOME.name) }));
  expect(asked()).toBe(before);
  const release = guardPage();
  await user.click(selector);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(BRANCH.name) }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(platform.session.get()).toMatchObject({ currentOrg: { id: HOME.id }, initialised: true });
  release();
});
