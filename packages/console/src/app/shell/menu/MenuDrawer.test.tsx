import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOME } from '../../../../test/profileWith.ts';
import { renderShell } from '../../../../test/renderShell.tsx';

const perms = ['rbac.view_console', 'rbac.view_audit', 'users.view_user', 'terminal.view_session'];

const openDrawer = async (input: Partial<Parameters<typeof renderShell>[0]> = {}) => {
  const page = await renderShell({ at: '/console/users/users', profile: { perms }, width: 390, ...input });
  const opener = await page.screen.findByRole('button', { name: 'Open menu' });
  await page.user.click(opener);
  const drawer = within(await page.screen.findByRole('dialog', { name: 'Menu' }));
  return { ...page, opener, drawer };
};

test('on a phone the areas are in the menu; choosing one opens it and closes the menu', async () => {
  const { drawer, user, opener, path } = await openDrawer();
  const areas = within(drawer.getByRole('radiogroup', { name: 'Areas' }));
  const shown = areas.getAllByRole<HTMLInputElement>('radio');
  expect(shown.map((area) => area.closest('label')?.textContent)).toEqual(['Console', 'Audit', 'Workbench']);
  expect(shown.map((area) => area.checked)).toEqual([true, false, false]);
  await user.click(areas.getByText('Audit'));
  await waitFor(() => expect(path()).toBe('/audit/dashboard'));
  expect(localStorage.getItem('PreView')).toBe('audit');
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
});

test('on a phone the menu shows the organization and can be closed without choosing', async () => {
  const { drawer, user, opener, path } = await openDrawer();
  expect(drawer.getByRole('button', { name: `Organization: ${HOME.name}` })).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
  expect(path()).toBe('/console/users/users');
});

const everything = [
  ...perms,
  'rbac.view_webterminal',
  'settings.view_setting',
  'orgs.view_organization',
  'tickets.view_ticket',
];

test('on a phone the tools are in the menu', async () => {
  const { platform, drawer, user, screen } = await openDrawer({
    profile: { perms: everything },
    settings: { TICKETS_ENABLED: true },
  });
  const terminal = drawer.getByRole('link', { name: 'Web terminal' });
  expect(terminal.getAttribute('target')).toBe('_blank');
  expect(terminal.getAttribute('rel')).toBe('noreferrer');
  expect(terminal.getAttribute('href')).toMatch(new RegExp(`oid=${HOME.id}$`));
  act(() => platform.session.set({ autoOrg: true, preOrg: { ...HOME, id: 'before' } }));
  expect(terminal.getAttribute('href')).toMatch(/oid=before$/);
  expect(drawer.getByRole('link', { name: 'Assigned to me' })).toBeTruthy();
  expect(drawer.getByRole('link', { name: 'System settings' }).getAttribute('href')).toMatch(/^\/settings\//);
  await user.click(drawer.getByRole('button', { name: 'Help' }));
  expect(await screen.findByRole('menuitem', { name: 'About' })).toBeTruthy();
  expect(drawer.getByRole('button', { name: 'Language' })).toBeTruthy();
  expect(drawer.getByRole('button', { name: /^Account: / })).toBeTruthy();
});

test('on a phone the menu hides tools the user may not use', async () => {
  const { drawer } = await openDrawer();
  expect(drawer.queryByRole('link', { name: 'Web terminal' })).toBeNull();
  expect(drawer.queryByRole('link', { name: 'System settings' })).toBeNull();
  expect(drawer.queryByRole('link', { name: 'Assigned to me' })).toBeNull();
});

test('going back closes the phone menu and stays on the page', async () => {
  const { opener } = await openDrawer();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
});

test('choosing a page in the phone menu closes the menu, even for the current page', async () => {
  const { drawer, user, opener } = await openDrawer();
  await user.click(drawer.getByRole('link', { name: 'Users' }));
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
});

test('the phone top bar shows page and organization and offers the palette and site messages', async () => {
  const { tags } = await openDrawer();
  const bar = document.querySelector<HTMLElement>('[data-region=top]')!;
  expect(bar.textContent).toBe(`Users${HOME.name}`);
  act(() => tags.rename('/console/users/users', 'People'));
  expect(bar.textContent).toBe(`People${HOME.name}`);
  const inBar = within(bar);
  const palette = inBar.getByRole('button', { name: 'Search or jump to…', hidden: true });
  expect(palette.getAttribute('aria-haspopup')).toBe('dialog');
  expect(inBar.getByRole('button', { name: 'Site messages', hidden: true })).toBeTruthy();
});

test.each([
  ['on pages outside any organization', '/profile/info', true],
  ['without a licence', '/console/users/users', false],
])('the phone top bar names no organization %s', async (_where, at, hasLicence) => {
  const { screen } = await renderShell({ at, profile: { perms }, width: 390, hasLicence });
  await screen.findByRole('button', { name: 'Open menu' });
  expect(document.querySelector('[data-region=top]')?.textContent).not.toContain(HOME.name);
});

test('a user with one area gets no area switcher', async () => {
  const { drawer } = await openDrawer({
    profile: { perms: [], console_orgs: [], audit_orgs: [] },
    at: '/workbench/home',
  });
  expect(drawer.queryByRole('radiogroup', { name: 'Areas' })).toBeNull();
});
