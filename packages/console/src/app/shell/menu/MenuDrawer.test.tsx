import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOME } from '../../../../test/profileWith.ts';
import { renderShell } from '../../../../test/renderShell.tsx';

const perms = ['rbac.view_console', 'rbac.view_audit', 'users.view_user', 'terminal.view_session'];

const openDrawer = async () => {
  const page = await renderShell({ at: '/console/users/users', profile: { perms }, width: 390 });
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
