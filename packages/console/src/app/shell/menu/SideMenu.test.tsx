import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HOME } from '../../../../test/profileWith.ts';
import { renderShell } from '../../../../test/renderShell.tsx';
import { createCookies } from '../../../platform/storage/cookies.ts';

const perms = ['rbac.view_console', 'users.view_user', 'users.view_usergroup', 'labels.view_label'];

const openMenu = async (input: Partial<Parameters<typeof renderShell>[0]> = {}) => {
  const page = await renderShell({ at: '/console/users/users', profile: { perms }, ...input });
  const menu = within(await page.screen.findByRole('navigation', { name: 'Menu' }));
  return { ...page, menu };
};
const openRail = async () => {
  createCookies(document).set('sidebarStatus', '0');
  const page = await openMenu();
  const group = await page.menu.findByRole('button', { name: 'Users' });
  const flyout = () => page.screen.queryByRole('menu', { name: 'Users' });
  const row = group.closest('li') as HTMLElement;
  return { ...page, group, flyout, row };
};

test('the group of the current page is open and marks it; a click opens or closes a group', async () => {
  const { menu, user } = await openMenu();
  const group = menu.getByRole('button', { name: 'Users' });
  const isOpen = () => {
    const list = document.getElementById(group.getAttribute('aria-controls') ?? '');
    expect(list?.hidden).toBe(group.getAttribute('aria-expanded') === 'false');
    return group.getAttribute('aria-expanded');
  };
  await waitFor(() => expect(isOpen()).toBe('true'));
  expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Users');
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Console dashboard',
    'Users',
    'Groups',
    'Labels',
  ]);
  await user.click(group);
  expect(isOpen()).toBe('false');
  await user.click(group);
  expect(isOpen()).toBe('true');
});

test('the pages and groups of the menu show their icons', async () => {
  const { menu } = await openMenu();
  await menu.findByRole('link', { name: 'Labels' });
  const icons = [
    menu.getByText('Console dashboard'),
    menu.getByRole('button', { name: 'Users' }),
    menu.getByText('Labels'),
  ]
    .map((line) => line.closest('li')?.querySelector('[role=img]')?.getAttribute('class'))
    .map((names) => /anticon-(\S+)/.exec(names ?? '')?.[1]);
  expect(icons).toEqual(['dashboard', 'team', 'tags']);
});

test.each([
  ['/workbench/home', { Home: 'home', 'My assets': 'hdd' }],
  ['/tickets/my-tickets', { 'My tickets': 'profile', 'Assigned to me': 'audit' }],
  ['/profile/info', { 'API keys': 'api' }],
  ['/audit/dashboard', { 'Audit dashboard': 'dashboard' }],
])('at %s the icons match the pages', async (at, icons) => {
  const { menu } = await openMenu({
    at,
    profile: {
      perms: [
        'rbac.view_audit',
        'perms.view_myassets',
        'tickets.view_ticket',
        'authentication.view_accesskey',
      ],
    },
    settings: { TICKETS_ENABLED: true },
  });
  for (const [name, icon] of Object.entries(icons)) {
    const link = await menu.findByRole('link', { name });
    await waitFor(() =>
      expect(link.querySelector('[role=img]')?.getAttribute('class'), name).toContain(`anticon-${icon}`),
    );
  }
});

test('hovering a group of the collapsed menu opens its fly-out without moving the focus', async () => {
  const { flyout, group, row, menu, screen } = await openRail();
  const focused = document.activeElement;
  expect(group.getAttribute('aria-expanded')).toBe('false');
  expect(menu.getByRole('link', { name: 'Labels' }).querySelector('.visually-hidden')).toBeTruthy();
  fireEvent.pointerEnter(row, { pointerType: 'mouse' });
  const lines = within(flyout()!).getAllByRole('menuitem');
  expect(lines.map((line) => line.textContent)).toEqual(['Users', 'Groups']);
  expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(group.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(focused);
  expect(screen.getByRole('button', { name: 'Expand menu' }).getAttribute('aria-expanded')).toBe('false');
});

test('the fly-out closes shortly after the pointer leaves, unless the pointer returns', async () => {
  const { flyout, row } = await openRail();
  vi.useFakeTimers();
  fireEvent.pointerEnter(row, { pointerType: 'mouse' });
  fireEvent.pointerLeave(row, { pointerType: 'mouse' });
  act(() => void vi.advanceTimersByTime(149));
  fireEvent.pointerEnter(row, { pointerType: 'mouse' });
  act(() => void vi.advanceTimersByTime(1000));
  expect(flyout()).toBeTruthy();
  fireEvent.pointerLeave(row, { pointerType: 'mouse' });
  act(() => void vi.advanceTimersByTime(150));
  expect(flyout()).toBeNull();
});

test('on touch screens only a tap opens the fly-out', async () => {
  const { flyout, group, row } = await openRail();
  vi.useFakeTimers();
  fireEvent.pointerEnter(row, { pointerType: 'touch' });
  expect(flyout()).toBeNull();
  fireEvent.click(group);
  fireEvent.pointerLeave(row, { pointerType: 'touch' });
  act(() => void vi.advanceTimersByTime(1000));
  expect(flyout()).toBeTruthy();
});

test('a click on a hovered group moves the focus into its fly-out, and a second click closes it', async () => {
  const { flyout, group, row } = await openRail();
  fireEvent.pointerEnter(row, { pointerType: 'mouse' });
  fireEvent.click(group);
  expect(flyout()?.contains(document.activeElement)).toBe(true);
  fireEvent.click(group);
  expect(flyout()).toBeNull();
});

test.each(['ArrowDown', 'ArrowRight'])('%s opens the fly-out at the current page', async (key) => {
  const { flyout, group, user, path } = await openRail();
  group.focus();
  expect(fireEvent.keyDown(group, { key: 'x' })).toBe(true);
  expect(flyout()).toBeNull();
  expect(fireEvent.keyDown(group, { key })).toBe(false);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Users'));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(path()).toBe('/console/users/groups'));
  expect(flyout()).toBeNull();
});

test('at medium width the menu is collapsed until the user expands it, which is not remembered', async () => {
  const { screen, user } = await openMenu({ width: 1100 });
  await user.click(await screen.findByRole('button', { name: 'Expand menu' }));
  await user.click(screen.getByRole('button', { name: 'Collapse' }));
  expect(screen.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
  expect(document.cookie).not.toContain('sidebarStatus');
});

test('on pages over all organizations, the web terminal opens in the previous organization', async () => {
  const { screen, platform } = await openMenu({
    at: '/workbench/home',
    profile: { perms: ['rbac.view_webterminal', 'perms.view_myassets'] },
  });
  const inMenu = within(screen.getByRole('navigation', { name: 'Menu' }));
  const link = await inMenu.findByRole('link', { name: 'Web terminal' });
  expect(link.getAttribute('rel')).toBe('noreferrer');
  const tool = within(screen.getByRole('toolbar', { name: 'Tools' }));
  act(() => platform.session.set({ autoOrg: true, preOrg: { ...HOME, id: 'before' } }));
  expect(link.getAttribute('href')).toMatch(/oid=before$/);
  const beside = tool.getByRole('link', { name: 'Web terminal' });
  expect(beside.getAttribute('href')).toMatch(/oid=before$/);
  expect(beside.getAttribute('rel')).toBe('noreferrer');
});
