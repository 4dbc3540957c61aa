// @vitest-environment jsdom
import { orgrole } from '@gatehouse/contract/resources/rbac/orgrole.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsAbove,
  actionsOfRow,
  chooseAbove,
  chooseInRow,
  columnsShown,
  dialogNamed,
  lastDialog,
  reasonOver,
  select,
  whyNotAbove,
} from '../../../../test/actionsShown.ts';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { listRow, pageOf } from '../../../../test/sampleRow.ts';

const USERS = '/api/v1/users/users/';
const named = (...names: string[]) => names.map((name) => ({ id: name, name })) as never;
const rows = [
  {
    id: 'u1',
    name: 'Ada',
    username: 'ada  l',
    system_roles: [{ id: 'r', display_name: 'Auditor' }],
    groups: named('One', 'Two', 'Three'),
  },
  { id: 'u2', name: 'Bob', username: 'bob', groups: named('One', 'Two') },
];

const open = (caller: Caller = {}, found: Parameters<typeof listOf<typeof userDefinition>>[1] = rows) =>
  openRoute('UserList', {
    caller,
    routes: {
      ...listOf(userDefinition, found),
      ...listOf(orgrole, [{ id: 'r1', name: 'Operator', display_name: 'Operator' }]),
      [`GET ${USERS}suggestions/`]: pageOf([
        listRow(userDefinition, { id: 'u9', name: 'Zoe', username: 'zoe' }),
      ]),
      [`POST ${USERS}u1/remove/`]: answer(204),
      [`POST ${USERS}remove/`]: answer(204),
      ...answerTo(`POST ${USERS}invite/`, { users: ['u9', 'me'], org_roles: [] }),
      [`PATCH ${USERS}`]: [],
      [`POST ${USERS}unblock/`]: { unblocked: 1 },
    },
  });

test('the user list makes spaces in usernames visible and shows many groups as a count', async () => {
  await open();
  const cells = async (name: string) =>
    [...((await screen.findByText(name)).closest('tr')?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    );
  expect(await cells('Ada')).toEqual(expect.arrayContaining(['ada**l', '3', 'Auditor']));
  expect(await cells('Bob')).toEqual(expect.arrayContaining(['bob', 'One, Two']));
});

test('removing a user from the organization asks for confirmation', async () => {
  const { user, server } = await open();
  expect(await actionsOfRow(user, 'Ada')).toEqual(['Update', 'Remove from organization', 'Clone', 'Delete']);
  await select(user, 'Ada');
  await chooseInRow(user, 'Ada', 'Remove from organization');
  const question = await lastDialog();
  expect(question.getByText('Remove the user from the organization?')).toBeTruthy();
  expect(question.getByText('Ada')).toBeTruthy();
  expect(question.getByText(/Roles, groups and permissions in this organization are lost/)).toBeTruthy();
  const ok = question.getByRole('button', { name: 'Remove from organization' });
  expect(ok.className).toContain('dangerous');
  const before = server.calls('GET', USERS).length;
  await user.click(ok);
  expect(await screen.findByText('Removed 1 user')).toBeTruthy();
  expect(server.calls('POST', `${USERS}u1/remove/`)).toHaveLength(1);
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
  expect(await screen.findByRole('button', { name: 'More actions' })).toBeTruthy();
});

test('cancelling the confirmation keeps the user in the organization', async () => {
  const { user, server } = await open();
  await chooseInRow(user, 'Ada', 'Remove from organization');
  await user.click((await lastDialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('several users are removed in one request, then the selection is cleared', async () => {
  const { user, server } = await open();
  await select(user, 'Ada', 'Bob');
  await chooseAbove(user, 'Remove selected from organization');
  const question = await lastDialog();
  expect(question.getByText('Remove 2 users from the organization?')).toBeTruthy();
  const before = server.calls('GET', USERS).length;
  await user.click(question.getByRole('button', { name: 'Remove from organization' }));
  expect(await screen.findByText('Removed 2 users')).toBeTruthy();
  expect(server.calls('POST', '/api/v1/common/resources/cache/')[0]?.body).toEqual({
    resources: ['u1', 'u2'],
  });
  expect(server.calls('POST', `${USERS}remove/`)[0]?.query).toEqual({ spm: 'token' });
  expect(await screen.findByRole('button', { name: 'More actions' })).toBeTruthy();
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
});

test.each([
  ['Activate selected', true, 'Activated 2 users'],
  ['Deactivate selected', false, 'Deactivated 2 users'],
])('%s changes every selected user', async (action, is_active, done) => {
  const { user, server } = await open();
  await select(user, 'Ada', 'Bob');
  const before = server.calls('GET', USERS).length;
  await chooseAbove(user, action);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(server.calls('PATCH', USERS)[0]?.body).toEqual([
    { id: 'u1', is_active },
    { id: 'u2', is_active },
  ]);
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
});

test('selected users are unblocked in one request, and those who were blocked are counted', async () => {
  const { user, server } = await open();
  await select(user, 'Ada', 'Bob');
  const before = server.calls('GET', USERS).length;
  await chooseAbove(user, 'Unblock selected');
  expect(await screen.findByText('Unblocked 1 user')).toBeTruthy();
  expect(server.calls('POST', `${USERS}unblock/`)[0]?.body).toEqual({ ids: ['u1', 'u2'] });
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
});

test('bulk actions on users require selected rows and permission', async () => {
  const { user } = await open({ perms: allBut('users.change_user', 'users.remove_user') });
  await screen.findByText('Ada');
  expect((await actionsAbove(user)).slice(0, 2)).toEqual([
    'Activate selected (off)',
    'Deactivate selected (off)',
  ]);
  for (const action of ['Activate selected', 'Deactivate selected', 'Remove selected from organization'])
    expect(await whyNotAbove(user, action)).toBe('Select rows first.');
  await select(user, 'Ada');
  for (const action of ['Activate selected', 'Deactivate selected', 'Remove selected from organization'])
    expect(await whyNotAbove(user, action)).toBe('You do not have permission for this.');
  expect(await actionsOfRow(user, 'Ada')).toContain('Remove from organization (off)');
});

test('with selected rows and permission every bulk action on users is enabled', async () => {
  const { user } = await open();
  await select(user, 'Ada');
  expect(await actionsAbove(user)).toEqual([
    'Activate selected',
    'Deactivate selected',
    'Unblock selected',
    'Update selected',
    'Remove selected from organization',
    'Delete selected',
  ]);
});

test('users without delete permission are not offered Delete', async () => {
  const { user } = await open({ perms: allBut('users.delete_user') });
  expect(await actionsOfRow(user, 'Ada')).not.toContain('Delete');
});

test.each([
  ['without a licence', { hasLicence: false }],
  ['in the global organization', { isRoot: true }],
])('%s users cannot be invited to or removed from an organization', async (_where, caller) => {
  const { user } = await open(caller);
  expect((await actionsOfRow(user, 'Ada')).join()).not.toContain('Remove from organization');
  expect((await actionsAbove(user)).join()).not.toContain('Remove selected');
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(await columnsShown()).not.toContain('Org roles');
});

test('in a single organization the user list shows the roles in that organization', async () => {
  await open();
  await screen.findByText('Ada');
  expect(await columnsShown()).toContain('Org roles');
  expect(await columnsShown()).not.toContain('Orgs roles');
});

test('inviting users requires permission', async () => {
  const { user } = await open({ perms: allBut('users.invite_user') });
  const invite = await screen.findByRole('button', { name: 'Invite' });
  expect(invite).toHaveProperty('disabled', true);
  expect(await reasonOver(user, invite)).toBe('You do not have permission for this.');
});

test('users are invited with roles, and the caller among them gets the organization at once', async () => {
  const { user, server, platform } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await dialogNamed('Invite users');
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText('Choose at least one user.')).toBeTruthy();
  expect(dialog.getByText('Choose at least one role.')).toBeTruthy();
  await user.click(dialog.getByRole('combobox', { name: /^Users/ }));
  await user.click(await screen.findByTitle(/^Zoe/));
  await user.click(dialog.getByRole('combobox', { name: /^Organization roles/ }));
  await user.click(await screen.findByTitle(/^Operator/));
  const before = server.calls('GET', USERS).length;
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('Invited 2 users')).toBeTruthy();
  expect(server.calls('POST', `${USERS}invite/`)[0]?.body).toEqual({ users: ['u9'], org_roles: ['r1'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server.calls('GET', USERS).length).toBeGreaterThan(before));
  expect(platform.session.get().workbenchOrgs.map(({ name }) => name)).toEqual(['Default']);
});

test('an empty user list suggests inviting or creating users', async () => {
  await open({}, []);
  expect(await screen.findByText('Invite existing users, or create new ones.')).toBeTruthy();
});
