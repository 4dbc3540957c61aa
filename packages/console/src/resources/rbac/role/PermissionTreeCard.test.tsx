import { orgrole } from '@gatehouse/contract/resources/rbac/orgrole.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';
import { PermissionTreeCard } from './PermissionTreeCard.tsx';

const ROLES = '/api/v1/rbac/org-roles/';
const node = (id: string, pId: string, name: string, type: string, held = {}): TreeNode => ({
  id,
  pId,
  name,
  title: name,
  isParent: type !== 'perm',
  open: false,
  checked: false,
  meta: { type },
  ...held,
});
const few = { users: 2, organizations: [{ id: 'o1', name: 'North', users: 2 }], elsewhere: 0 };
const many = {
  users: 40,
  organizations: [
    { id: 'o1', name: 'North', users: 30 },
    { id: 'o2', name: 'South', users: 9 },
  ],
  elsewhere: 3,
};

const open = (holders: typeof few = few) =>
  renderPage({
    page: <PermissionTreeCard detail={{ id: 'r1', name: 'Keeper' }} scope="org" canChange />,
    routes: {
      [`GET ${ROLES}r1/permissions/tree/`]: [
        node('$ROOT$', '', 'All (1/3)', 'root'),
        node('view_console', '$ROOT$', 'Console (1/3)', 'view'),
        node('assets.asset', 'view_console', 'Assets (1/1)', 'model'),
        node('1', 'assets.asset', 'View asset', 'perm', { checked: true, title: 'assets.view_asset' }),
        node('2', 'view_console', 'View user', 'perm', { title: 'users.view_user' }),
        node('3', 'view_console', 'Update user', 'perm', { title: 'users.change_user' }),
      ],
      [`GET ${ROLES}r1/holders/`]: holders,
      [`PATCH ${ROLES}r1/`]: detailRow(orgrole, { id: 'r1', name: 'Keeper' }),
    },
  });
const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('treeitem', { name }));
const preview = () => screen.queryByRole('region', { name: 'Unsaved changes' });

test("a role's permissions are counted on branches, found by text, and saved when changed", async () => {
  const { user, server } = await open();
  const asset = await screen.findByRole('treeitem', { name: /^Assets/ });
  expect(asset.getAttribute('aria-checked')).toBe('true');
  const update = screen.getByRole('button', { name: 'Update' }) as HTMLButtonElement;
  expect(update.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /Search/ }), 'view user');
  expect(screen.queryByRole('treeitem', { name: /^Assets/ })).toBeNull();
  await press(user, 'View user');
  expect(screen.getByRole('treeitem', { name: 'Console · 2/3' })).toBeTruthy();
  await user.click(update);
  await waitFor(() => expect(server.calls('PATCH', `${ROLES}r1/`)[0]?.body).toEqual({ permissions: [1, 2] }));
  await waitFor(() => expect([update.disabled, update.className.includes('loading')]).toEqual([true, false]));
  expect(screen.getByRole('treeitem', { name: 'View user' }).getAttribute('aria-checked')).toBe('true');
});

test('before a save, the page names what it adds and removes, with what is required, and whom it concerns', async () => {
  const { user, server } = await open(many);
  await press(user, 'Update user');
  await press(user, 'Assets · 1/1');
  const said = await waitFor(() => within(preview() as HTMLElement));
  const [added, removed] = said.getAllByRole('heading');
  expect([added?.textContent, removed?.textContent]).toEqual(['Adds 2 permissions', 'Removes 1 permission']);
  expect(said.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ConsoleView user, Update user',
    'Console › AssetsView asset',
  ]);
  expect(await said.findByText(/Takes effect for 40 users/)).toBeTruthy();
  expect(said.getByText('North 30 · South 9 · 3 in other organizations')).toBeTruthy();
  // Pressed again, nothing is left to save.
  await press(user, 'View user');
  await press(user, 'Assets · 0/1');
  expect([preview(), screen.getByRole('button', { name: 'Update' })]).toMatchObject([
    null,
    { disabled: true },
  ]);
  expect(server.calls('PATCH', `${ROLES}r1/`)).toEqual([]);
});

test('a save that takes effect for many users asks first', async () => {
  const { user, server } = await open(many);
  await press(user, 'View user');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Change the permissions of 40 users?' }));
  expect(asked.getByText(/^Adds 1 permission\. It takes effect at once/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(server.calls('PATCH', `${ROLES}r1/`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(server.calls('PATCH', `${ROLES}r1/`)).toHaveLength(1));
});
