import { orgrole } from '@gatehouse/contract/resources/rbac/orgrole.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';
import { PermissionTreeCard } from './PermissionTreeCard.tsx';

const ROLES = '/api/v1/rbac/org-roles/';
const node = (id: string, pId: string, name: string, type: string, checked = false): TreeNode => ({
  id,
  pId,
  name,
  title: name,
  isParent: type !== 'perm',
  open: false,
  checked,
  meta: { type },
});

const open = () =>
  renderPage({
    page: <PermissionTreeCard detail={{ id: 'r1', name: 'Keeper' }} scope="org" canChange />,
    routes: {
      [`GET ${ROLES}r1/permissions/tree/`]: [
        node('$ROOT$', '', 'All (1/3)', 'root'),
        node('view_console', '$ROOT$', 'Console (1/3)', 'view'),
        node('1', 'view_console', 'View asset', 'perm', true),
        node('2', 'view_console', 'View user', 'perm'),
        node('3', 'view_console', 'View role', 'perm'),
      ],
      [`PATCH ${ROLES}r1/`]: detailRow(orgrole, { id: 'r1', name: 'Keeper' }),
    },
  });

test("a role's permissions are counted on branches, found by text, and saved when changed", async () => {
  const { user, server } = await open();
  const asset = await screen.findByRole('treeitem', { name: 'View asset' });
  expect(asset.getAttribute('aria-checked')).toBe('true');
  const update = screen.getByRole('button', { name: 'Update' }) as HTMLButtonElement;
  expect(update.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /Search/ }), 'user');
  expect(screen.queryByRole('treeitem', { name: 'View asset' })).toBeNull();
  await user.click(screen.getByRole('treeitem', { name: 'View user' }));
  expect(screen.getByRole('treeitem', { name: 'Console · 2/3' })).toBeTruthy();
  await user.click(update);
  await waitFor(() => expect(server.calls('PATCH', `${ROLES}r1/`)[0]?.body).toEqual({ permissions: [1, 2] }));
  await waitFor(() => expect([update.disabled, update.className.includes('loading')]).toEqual([true, false]));
  expect(screen.getByRole('treeitem', { name: 'View user' }).getAttribute('aria-checked')).toBe('true');
});
