// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, chooseInRow } from '../../../test/actionsShown.ts';
import { rowAt } from '../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { grantedRow, listRow, pageOf, serversNode } from '../../../test/sampleRow.ts';

const permission = '/api/v1/perms/asset-permissions/p1/';
const related = (id: string) => [{ id, name: id }] as never;
const pages = {
  UserDetail: rowAt(userDefinition, 'u1', { id: 'u1', name: 'Ada', username: 'ada' }),
  AssetDetail: rowAt(asset, 'a1', { id: 'a1', name: 'web-1', address: '10.0.0.7' }),
  AssetPermissionDetail: rowAt(assetpermission, 'p1', {
    ...{ id: 'p1', name: 'Night shift', accounts: ['root'], protocols: ['all'], actions: [] },
    ...{ users: related('u1'), user_groups: [], assets: related('a1'), nodes: [] },
  }),
};
const ids = { UserDetail: 'u1', AssetDetail: 'a1', AssetPermissionDetail: 'p1' };
type Name = keyof typeof pages;

const open = (name: Name, over: { tab?: string; perms?: string[]; width?: number } = {}) =>
  openRoute(name, {
    params: { id: ids[name] },
    tab: over.tab,
    routes: {
      ...pages[name],
      [`GET ${permission}users/all/`]: pageOf([{ user: 'u1', user_display: 'Ada(ada)' }]),
      'GET /api/v1/assets/assets/a1/perm-users/': pageOf([
        listRow(userDefinition, { id: 'u1', name: 'Ada' }),
      ]),
      'GET /api/v1/assets/assets/a1/perm-user-groups/': pageOf([]),
      'GET /api/v1/perms/users/u1/nodes/children/tree/': [serversNode],
      'GET /api/v1/perms/users/u1/assets/': pageOf([grantedRow({ id: 'a1', name: 'web-1' })]),
    },
    ...(over.width && { width: over.width }),
    ...(over.perms && { caller: { perms: over.perms } }),
  });
const shownAt = ({ router }: Awaited<ReturnType<typeof open>>) => {
  const { pathname, search } = router.state.location;
  return `${pathname}${search}`;
};

test.each([
  ['UserDetail', 'user=u1'],
  ['AssetDetail', 'asset=a1'],
  ['AssetPermissionDetail', 'user=u1&asset=a1'],
] as const)(
  'the page %s leads to the explanation of access, for users who may see it',
  async (name, query) => {
    const page = await open(name);
    await page.user.click(await screen.findByRole('button', { name: 'Explain access' }));
    expect(shownAt(page)).toBe(`/console/perms/explain?${query}`);
    for (const missing of ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset']) {
      cleanup();
      await open(name, { perms: allBut(missing) });
      await screen.findByRole('button', { name: 'Update' });
      expect(screen.queryByRole('button', { name: 'Explain access' }), missing).toBeNull();
    }
  },
);

test.each([
  ['AssetDetail', 'PermUsers', 'Ada', 'user=u1&asset=a1'],
  ['UserDetail', 'UserGrantedAssets', 'web-1', 'user=u1&asset=a1'],
  ['AssetPermissionDetail', 'AssetPermissionUser', 'Ada', 'user=u1'],
] as const)('a row of %s, tab %s, leads to its explanation', async (name, tab, row, query) => {
  const page = await open(name, { tab });
  expect(await actionsOfRow(page.user, row)).toContain('Explain access');
  await chooseInRow(page.user, row, 'Explain access');
  expect(shownAt(page)).toBe(`/console/perms/explain?${query}`);
});

test('on a phone the menu of an asset leads to it', async () => {
  const page = await open('AssetDetail', { width: 390 });
  await page.user.click(await screen.findByRole('button', { name: /^More actions/ }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Explain access' }));
  expect(shownAt(page)).toBe('/console/perms/explain?asset=a1');
});
