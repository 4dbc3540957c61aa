// @vitest-environment jsdom
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actionsOfRow,
  columnsShown,
  dialogNamed,
  lastDialog,
  reasonOver,
  tabsShown,
} from '../../../test/actionsShown.ts';
import { changing, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow, grantedRow, pageOf, serversNode } from '../../../test/sampleRow.ts';
import type { User } from '../../resources/users/user/User.ts';

const USER = '/api/v1/users/users/u1/';
const RELATIONS = '/api/v1/users/users-groups-relations/';
const facts: Partial<User> = {
  id: 'u1',
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  is_active: true,
  login_blocked: false,
  is_expired: false,
  groups: [{ id: 'g1', name: 'Operators' }] as never,
};
const whole = detailRow(userDefinition, facts);

const open = (
  row: Partial<User> = {},
  over: { caller?: Caller; routes?: Record<string, unknown>; id?: string; tab?: string } = {},
) =>
  openRoute('UserDetail', {
    params: { id: over.id ?? 'u1' },
    tab: over.tab,
    caller: over.caller,
    routes: {
      ...rowAt(userDefinition, over.id ?? 'u1', { ...facts, ...row }),
      ...listOf(usergroup, [{ id: 'g2', name: 'Auditors' }]),
      [`GET ${USER}mfa/reset/`]: { msg: 'success' },
      [`PATCH ${USER}password/reset/`]: { ...whole, reset_url: 'https://gate/reset/1' },
      [`PATCH ${USER}pubkey/reset/`]: whole,
      [`PATCH ${USER}unblock/`]: whole,
      ...changing(userDefinition, 'u1', facts),
      [`POST ${RELATIONS}`]: answer(201, []),
      [`DELETE ${RELATIONS}`]: answer(204),
      ...over.routes,
    },
  });

const quick = async (name: string) =>
  within((await screen.findByText('Quick actions')).closest('section') as HTMLElement).getByRole('button', {
    name,
  });
const quickSwitch = async (name: string) => screen.findByRole('switch', { name });
test('a user page shows username and email, and no warning if the user may sign in', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Ada' });
  expect(document.title).toContain('Ada');
  expect(document.body.textContent).toContain('ada · ada@example.com');
  for (const word of ['Inactive', 'Expired', 'Sign-in blocked']) expect(screen.queryByText(word)).toBeNull();
});

test('the card of a user names messengers, and in the global organization the roles of every organization', async () => {
  const orgs_roles = { Northwind: ['Organization admin', 'Auditor'], ['S'.repeat(60)]: ['Guest'] };
  const bound = { lark_id: 'on_7f3', slack_id: 'U024BE7LH', orgs_roles };
  await open(bound, { caller: { isRoot: true } });
  expect(await screen.findByText('on_7f3')).toBeTruthy();
  expect(screen.getByText('U024BE7LH')).toBeTruthy();
  const listed = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(listed).toContain('Northwind: Organization admin, Auditor');
  expect(listed).toContain(`${'S'.repeat(50)}…: Guest`);
  expect(screen.queryByText('Org roles')).toBeNull();
});

test('in an organization the card of a user names the roles there only', async () => {
  await open();
  expect(await screen.findByText('Org roles')).toBeTruthy();
  expect(screen.queryByText('Orgs roles')).toBeNull();
});

test('a user who cannot sign in is marked with every reason', async () => {
  await open({ is_active: false, is_expired: true, login_blocked: true });
  for (const word of ['Inactive', 'Expired', 'Sign-in blocked'])
    expect(await screen.findByText(word)).toBeTruthy();
});

test.each([
  [
    'Reset MFA',
    'The user sets it up again at the next sign-in.',
    'The MFA of Ada will be reset and must be set up again.',
    'MFA was reset',
    ['GET', `${USER}mfa/reset/`],
  ],
  [
    'Reset SSH key',
    'Removes the key the user signs in with.',
    'The SSH key of Ada stops working. The user can add a new one in their profile.',
    'The SSH key was removed',
    ['PATCH', `${USER}pubkey/reset/`],
  ],
  [
    'Unblock sign-in',
    'After too many failed sign-ins.',
    'Ada can sign in again at once.',
    'User unblocked',
    ['PATCH', `${USER}unblock/`],
  ],
] as const)(
  '%s asks for confirmation and reports success',
  async (name, note, body, done, [method, path]) => {
    const { user, server, platform } = await open({ login_blocked: true });
    await screen.findByText(note);
    platform.session.set({ profile: { ...platform.session.get().profile!, can_public_key_auth: true } });
    await waitFor(async () => expect(await quick(name)).toHaveProperty('disabled', false));
    await user.click(await quick(name));
    const question = await lastDialog();
    expect(question.getByText(body)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(body)).toBeNull());
    expect(server.calls(method, path)).toEqual([]);
    await user.click(await quick(name));
    await user.click((await lastDialog()).getByRole('button', { name }));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(server.calls(method, path)).toHaveLength(1);
  },
);

test('the buttons of the quick actions say what they do', async () => {
  await open({ login_blocked: true });
  const said = async (name: string) => (await quick(name)).textContent;
  expect([await said('Reset MFA'), await said('Unblock sign-in')]).toEqual(['Reset', 'Unblock']);
});

test('unblocking a user reloads the page', async () => {
  const { user, server } = await open({ login_blocked: true });
  await user.click(await quick('Unblock sign-in'));
  const before = server.calls('GET', USER).length;
  await user.click((await lastDialog()).getByRole('button', { name: 'Unblock sign-in' }));
  await waitFor(() => expect(server.calls('GET', USER).length).toBeGreaterThan(before));
});

test('resetting a password shows the reset link once', async () => {
  const { user, server } = await open();
  await user.click(await quick('Reset password'));
  await user.click((await lastDialog()).getByRole('button', { name: 'Reset password' }));
  const dialog = await dialogNamed('Password reset link');
  expect(dialog.getByText('https://gate/reset/1')).toBeTruthy();
  expect(dialog.getByText(/Pass this link on in person/)).toBeTruthy();
  expect(server.calls('PATCH', `${USER}password/reset/`)[0]?.body).toEqual({});
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText('https://gate/reset/1')).toBeNull());
});

test('an action that is not possible says why', async () => {
  const opened = await open({ source: { value: 'ldap', label: 'LDAP' } });
  for (const [name, reason] of [
    ['Reset password', 'Only local users have a password here.'],
    ['Reset SSH key', 'Signing in with SSH keys is switched off.'],
    ['Unblock sign-in', 'The user is not blocked.'],
  ] as const) {
    const button = await quick(name);
    expect(button).toHaveProperty('disabled', true);
    expect(await reasonOver(opened.user, button)).toBe(reason);
  }
  expect(await quick('Reset MFA')).toHaveProperty('disabled', false);
});

test('users cannot deactivate themselves or reset their own MFA', async () => {
  const opened = await open({ id: 'me' }, { id: 'me' });
  const mfa = await quick('Reset MFA');
  expect(mfa).toHaveProperty('disabled', true);
  expect(await reasonOver(opened.user, mfa)).toBe('You cannot do this to yourself.');
  expect(await quickSwitch('Active')).toHaveProperty('disabled', true);
});

test('without permission to change users every reset is disabled and says why', async () => {
  const opened = await open(
    { login_blocked: true },
    { caller: { perms: allBut('users.change_user', 'users.change_usergroup') } },
  );
  for (const name of ['Reset MFA', 'Reset password', 'Unblock sign-in']) {
    const button = await quick(name);
    expect(button).toHaveProperty('disabled', true);
    expect(await reasonOver(opened.user, button)).toBe('You do not have permission for this.');
  }
  expect(await quickSwitch('Active')).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: /Remove.*Operators/ })).toHaveProperty('disabled', true);
});

test('a switch deactivates a user', async () => {
  const { user, server } = await open();
  const active = await quickSwitch('Active');
  expect(active.getAttribute('aria-checked')).toBe('true');
  await user.click(active);
  await waitFor(() => expect(server.calls('PATCH', USER)[0]?.body).toEqual({ is_active: false }));
});

test('a superuser can unbind a messenger, but only one that is bound', async () => {
  const bound: Partial<User> = { slack_id: 's1', wecom_id: '' };
  const path = '/api/v1/authentication/slack/qr/unbind/u1/';
  const { user, server } = await open(bound, {
    caller: { isSuperuser: true },
    routes: { [`POST ${path}`]: answer(200) },
  });
  await user.click(await quick('Unbind Slack'));
  expect(screen.queryByRole('button', { name: 'Unbind WeCom' })).toBeNull();
  const question = await lastDialog();
  expect(question.getByText('Ada can no longer sign in with Slack.')).toBeTruthy();
  const before = server.calls('GET', USER).length;
  await user.click(question.getByRole('button', { name: 'Unbind Slack' }));
  expect(await screen.findByText('Unbound')).toBeTruthy();
  expect(server.calls('POST', path)).toHaveLength(1);
  await waitFor(() => expect(server.calls('GET', USER).length).toBeGreaterThan(before));
});

test.each([
  ['wecom', 'WeCom'],
  ['dingtalk', 'DingTalk'],
  ['feishu', 'Feishu'],
  ['lark', 'Lark'],
] as const)('a superuser can unbind the %s account of a user', async (backend, title) => {
  await open({ [`${backend}_id`]: 'x' }, { caller: { isSuperuser: true } });
  expect(await quick(`Unbind ${title}`)).toBeTruthy();
});

test('users who are not superusers cannot unbind messengers', async () => {
  await open({ slack_id: 's1' });
  await quick('Reset MFA');
  expect(screen.queryByRole('button', { name: 'Unbind Slack' })).toBeNull();
});

test('a user can be added to a group and removed from it', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('combobox', { name: /User groups/ }));
  await user.click(await screen.findByTitle('Auditors'));
  expect(server.calls('GET', '/api/v1/users/groups/').at(-1)?.query).toMatchObject({ order: 'name' });
  const before = server.calls('GET', USER).length;
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(server.calls('POST', RELATIONS)[0]?.body).toEqual([{ usergroup: 'g2', user: 'u1' }]),
  );
  await waitFor(() => expect(server.calls('GET', USER).length).toBeGreaterThan(before));
  const then = server.calls('GET', USER).length;
  await user.click(screen.getByRole('button', { name: /Remove.*Operators/ }));
  await waitFor(() =>
    expect(server.calls('DELETE', RELATIONS)[0]?.query).toEqual({ user: 'u1', usergroup: 'g1' }),
  );
  await waitFor(() => expect(server.calls('GET', USER).length).toBeGreaterThan(then));
});

test('in the global organization the groups of a user cannot be changed', async () => {
  await open({}, { caller: { isRoot: true } });
  expect(await screen.findByRole('button', { name: /Remove.*Operators/ })).toHaveProperty('disabled', true);
});

test('the user page has tabs for permitted assets, permissions and sessions', async () => {
  const { screen } = await open();
  await screen.findByText('Quick actions');
  await waitFor(async () =>
    expect(await tabsShown()).toEqual([
      'Details',
      'Permitted assets',
      'Permissions 0',
      'Sign-in rules 0',
      'Sessions',
      'Activity',
    ]),
  );
});

test.each([
  ['perms.view_userassets', 'Permitted assets'],
  ['perms.view_assetpermission', 'Permissions'],
  ['acls.view_loginacl', 'Sign-in rules'],
  ['terminal.view_session', 'Sessions'],
])('a user page without %s has no %s tab', async (need, tab) => {
  await open({}, { caller: { perms: allBut(need) } });
  await screen.findByText('Quick actions');
  expect(await tabsShown()).not.toContain(tab);
  expect(await tabsShown()).toHaveLength(5);
});

test('the permissions of a user link to their pages', async () => {
  const { server, user } = await open(
    {},
    {
      tab: 'UserAssetPermissionRules',
      routes: listOf(assetpermission, [{ id: 'p1', name: 'Night shift' }]),
    },
  );
  const link = await screen.findByRole('link', { name: 'Night shift' });
  expect(link.getAttribute('href')).toBe('/console/perms/asset-permissions/p1');
  expect(server.calls('GET', '/api/v1/perms/asset-permissions/').at(-1)?.query).toMatchObject({
    user_id: 'u1',
  });
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More actions( \(|$)/ })).toBeNull();
  expect(await actionsOfRow(user, 'Night shift')).toContain('Delete');
});

test('the sign-in rules that hit a user link to their pages', async () => {
  const { server } = await open(
    {},
    { tab: 'UserLoginRules', routes: listOf(loginacl, [{ id: 'r1', name: 'Only at work' }]) },
  );
  const link = await screen.findByRole('link', { name: 'Only at work' });
  expect(link.getAttribute('href')).toBe('/console/perms/login-acls/r1');
  expect(server.calls('GET', '/api/v1/acls/login-acls/').at(-1)?.query).toMatchObject({ users: 'u1' });
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
});

test('the sessions of a user are listed, running sessions first', async () => {
  const { server } = await open(
    {},
    { tab: 'UserSession', routes: listOf(session, [{ id: 's1', user: 'Ada(ada)', asset: 'web-1' }]) },
  );
  expect(await screen.findByText('web-1')).toBeTruthy();
  expect(server.calls('GET', '/api/v1/terminal/sessions/').at(-1)?.query).toMatchObject({
    user_id: 'u1',
    order: 'is_finished,-date_end',
  });
});

const PERMED = '/api/v1/perms/users/u1/';
const web = {
  id: 'a1',
  name: 'web-1',
  address: '10.0.0.1',
  type: { value: 'linux', label: 'Linux' },
  category: { value: 'host', label: 'Host' },
} as const;

test('the permitted assets of a user are listed by node', async () => {
  const { server, user } = await open(
    {},
    {
      tab: 'UserGrantedAssets',
      routes: {
        [`GET ${PERMED}nodes/children/tree/`]: [serversNode],
        [`GET ${PERMED}assets/`]: pageOf([grantedRow(web)]),
        [`GET ${PERMED}nodes/n1/assets/`]: pageOf([grantedRow({ ...web, name: 'web-2' })]),
        [`OPTIONS ${PERMED}assets/`]: undefined,
        ...listOf(asset, []),
      },
    },
  );
  const link = await screen.findByRole('link', { name: 'web-1' });
  expect(link.getAttribute('href')).toBe('/console/assets/assets/a1');
  expect(server.calls('GET', `${PERMED}assets/`)[0]?.query).toMatchObject({ all: '1' });
  expect(await columnsShown()).toContain('Accounts');
  await user.click(await screen.findByText('Servers'));
  expect(await screen.findByRole('link', { name: 'web-2' })).toBeTruthy();
  await user.click(await screen.findByText('Servers'));
  expect(await screen.findByRole('link', { name: 'web-1' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh tree' }));
  await waitFor(() =>
    expect(server.calls('GET', `${PERMED}nodes/children/tree/`).map(({ query }) => query)).toContainEqual({
      rebuild_tree: '1',
    }),
  );
});

test('users without permission get no menu for deleting a user', async () => {
  await open({}, { caller: { perms: allBut('users.delete_user') } });
  expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^More actions: Ada/ })).toBeNull();
});

test('the page menu of a user offers Delete', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /^More actions: Ada/ }));
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy();
});
