// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BRANCH, HOME } from '../../../../test/profileWith.ts';
import { renderShell } from '../../../../test/renderShell.tsx';

const perms = ['rbac.view_console', 'rbac.view_audit', 'users.view_user', 'terminal.view_session'];

test('A-2.9-015 choosing an area restarts the session there', async () => {
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

test('A-2.9-019 A-2.9-021 the selector lists all organizations; its actions need the console and their permissions', async () => {
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
])('%i organizations can be searched: %s', async (count, isSearchable) => {
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
