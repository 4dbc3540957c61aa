// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsOfRow,
  chooseInRow,
  columnsShown,
  lastDialog,
  tabsShown,
} from '../../../test/actionsShown.ts';
import { listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { grantedRow, pageOf, serversNode } from '../../../test/sampleRow.ts';

const USERS = '/api/v1/users/users/';
const RELATIONS = '/api/v1/users/users-groups-relations/';
const ALL = '/api/v1/users/groups/g1/add-all-users/';

const open = (caller: Caller = {}) =>
  openRoute('UserGroupDetail', {
    params: { id: 'g1' },
    query: { activeTab: 'GroupUser' },
    caller,
    routes: {
      ...rowAt(usergroup, 'g1', { id: 'g1', name: 'Operators' }),
      ...listOf(userDefinition, [{ id: 'u1', name: 'Ada', username: 'ada' }]),
      [`POST ${RELATIONS}`]: answer(201, []),
      [`DELETE ${RELATIONS}`]: answer(204),
      [`POST ${ALL}`]: answer(200),
    },
  });

test('a group page opens on its details and has a users tab', async () => {
  await openRoute('UserGroupDetail', {
    params: { id: 'g1' },
    routes: {
      ...rowAt(usergroup, 'g1', { id: 'g1', name: 'Operators', comment: 'Night' }),
      ...listOf(assetpermission, []),
    },
  });
  expect(await screen.findByText('Night')).toBeTruthy();
  expect(await tabsShown()).toEqual(['Details', 'Users', 'Permitted assets', 'Permissions 0', 'Activity']);
});

test('the users of a group link to their pages and can be removed', async () => {
  const { user, server } = await open();
  expect((await screen.findByRole('link', { name: 'Ada' })).getAttribute('href')).toBe(
    '/console/users/users/u1',
  );
  expect(server.calls('GET', USERS)[0]?.query).toMatchObject({ group_id: 'g1' });
  expect(await actionsOfRow(user, 'Ada')).toEqual(['Remove']);
  for (const name of ['Create', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
  const before = server.calls('GET', USERS).length;
  await chooseInRow(user, 'Ada', 'Remove');
  await waitFor(() =>
    expect(server.calls('DELETE', RELATIONS)[0]?.query).toEqual({ usergroup: 'g1', user: 'u1' }),
  );
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
});

test('only users outside the group are offered when adding users', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('combobox', { name: 'Add: Add users' }));
  await user.click(await screen.findByTitle(/^Ada/));
  expect(
    server.calls('GET', USERS).some(({ query }) => query.exclude_group_id === 'g1' && query.order === 'name'),
  ).toBe(true);
  const asked = () => server.calls('GET', USERS).filter(({ query }) => query.group_id).length;
  const before = asked();
  await user.click(screen.getAllByRole('button', { name: 'Add' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.calls('POST', RELATIONS)[0]?.body).toEqual([{ user: 'u1', usergroup: 'g1' }]),
  );
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});

test('adding all users to a group asks for confirmation', async () => {
  const { user, server } = await open();
  const button = await screen.findByRole('button', { name: 'Add all users' });
  expect(button.textContent).toBe('Add');
  await user.click(button);
  let question = await lastDialog();
  expect(question.getByText('Add all users')).toBeTruthy();
  expect(question.getByText(/Every user of this organization joins the group/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('POST', ALL)).toEqual([]);
  await user.click(button);
  question = await lastDialog();
  const before = server.calls('GET', USERS).length;
  await user.click(question.getByRole('button', { name: 'Add all' }));
  expect(await screen.findByText('All users added')).toBeTruthy();
  expect(server.calls('POST', ALL)).toHaveLength(1);
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
});

test.each([
  ['without permission', { perms: allBut('users.change_usergroup', 'users.add_usergroup') }],
  ['in the global organization', { isRoot: true }],
])('%s users cannot be added to or removed from a group', async (_where, caller) => {
  const { user } = await open(caller);
  expect(await actionsOfRow(user, 'Ada')).toEqual(['Remove (off)']);
  expect(screen.getByRole('button', { name: 'Add all users' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('combobox', { name: 'Add: Add users' })).toHaveProperty('disabled', true);
});

test('the user count of a group links to its users tab', async () => {
  await openRoute('UserGroupList', {
    routes: listOf(usergroup, [{ id: 'g1', name: 'Operators', users_amount: 7 }]),
  });
  expect((await screen.findByRole('link', { name: '7' })).getAttribute('href')).toBe(
    '/console/users/groups/g1?activeTab=GroupUser',
  );
});

const PERMED = '/api/v1/perms/user-groups/g1/';
const web = { id: 'a1', name: 'web-1', address: '10.0.0.1' };
const openTab = (tab: string, caller: Caller = {}) =>
  openRoute('UserGroupDetail', {
    params: { id: 'g1' },
    tab,
    caller,
    routes: {
      ...rowAt(usergroup, 'g1', { id: 'g1', name: 'Operators' }),
      ...listOf(assetpermission, [{ id: 'p1', name: 'Night shift' }]),
      ...listOf(asset, []),
      [`GET ${PERMED}nodes/children/tree/`]: [serversNode],
      [`GET ${PERMED}assets/`]: pageOf([grantedRow(web)]),
      [`GET ${PERMED}nodes/n1/assets/`]: pageOf([grantedRow({ ...web, name: 'web-2' })]),
      [`OPTIONS ${PERMED}assets/`]: undefined,
    },
  });

test('what is granted to a group is listed by node, without accounts and explanations, which are of users', async () => {
  const { user } = await openTab('GroupGrantedAssets');
  const link = await screen.findByRole('link', { name: 'web-1' });
  expect(link.getAttribute('href')).toBe('/console/assets/assets/a1');
  expect(await columnsShown()).not.toContain('Accounts');
  expect(screen.queryByRole('button', { name: /Explain/ })).toBeNull();
  // The server has no tree of types for groups.
  expect([screen.getByText('Nodes'), screen.queryByText('Types')]).toEqual([expect.anything(), null]);
  await user.click(await screen.findByText('Servers'));
  expect(await screen.findByRole('link', { name: 'web-2' })).toBeTruthy();
});

test('the permissions that name a group are listed on its page', async () => {
  const { server } = await openTab('GroupAssetPermissionRules');
  expect((await screen.findByRole('link', { name: 'Night shift' })).getAttribute('href')).toBe(
    '/console/perms/asset-permissions/p1',
  );
  expect(server.calls('GET', '/api/v1/perms/asset-permissions/')[0]?.query).toMatchObject({
    user_group_id: 'g1',
  });
});

test('what is granted to a group is shown to callers who may see it', async () => {
  await openTab('GroupInfo', { perms: allBut('perms.view_userassets', 'perms.view_assetpermission') });
  await screen.findByRole('heading', { name: 'Operators' });
  expect(await tabsShown()).toEqual(['Details', 'Users', 'Activity']);
});
