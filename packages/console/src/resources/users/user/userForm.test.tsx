// @vitest-environment jsdom
import { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changing, creating, listOf, rowAt } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import type { User } from './User.ts';

const USERS = '/api/v1/users/users/';
const facts: Partial<User> = {
  id: 'u1',
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  source: { value: 'local', label: 'Local' } as never,
  groups: [{ id: 'g1', name: 'Operators' }] as never,
  org_roles: [{ id: 'r2', name: 'OrgUser', display_name: 'User' }],
};
const routes = (id = 'u1', row: Partial<User> = {}) => ({
  ...rowAt(userDefinition, id, { ...facts, id, ...row }),
  ...listOf(usergroup, [{ id: 'g1', name: 'Operators' }]),
  ...listOf(role, [
    { id: 'r1', name: 'User', display_name: 'User' },
    { id: 'r2', name: 'OrgUser', display_name: 'Member' },
    { id: 'r3', name: 'Auditor', display_name: 'Auditor' },
  ]),
  ...creating(userDefinition, { id: 'u9', name: 'Zoe' }),
  ...changing(userDefinition, id, { id, name: 'Ada' }),
});

const create = (caller: Caller = {}, query: Record<string, string> = {}) =>
  openRoute('UserCreate', { caller, query, routes: routes() });
const update = (row: Partial<User> = {}, caller: Caller = {}, id = 'u1') =>
  openRoute('UserUpdate', { params: { id }, caller, routes: routes(id, row) });
type Opened = Awaited<ReturnType<typeof create>>;

const labels = () =>
  [...document.querySelectorAll('.ant-form-item-label label')].map((label) =>
    label.textContent?.replace('*required', ''),
  );
const submit = async ({ user, server }: Opened, method: 'POST' | 'PUT') => {
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  return waitFor(() => {
    const [sent] = server.seen.filter((each) => each.method === method && each.path.startsWith(USERS));
    if (!sent) throw new Error('nothing was sent');
    return sent.body as Record<string, unknown>;
  });
};

test('a new user gets the default roles and sets a password by email', async () => {
  const opened = await create();
  const { user } = opened;
  await user.type(await screen.findByLabelText(/^Name/), 'Zoe');
  await user.type(screen.getByLabelText(/^Username/), 'zoe');
  await user.type(
    screen.getByLabelText(/^Email/, { selector: 'input[type=text], input[type=email]' }),
    'z@x.org',
  );
  expect(labels()).toEqual(expect.arrayContaining(['Password strategy', 'Public key']));
  for (const name of ['Password', 'Change password', 'Set public key', 'Need update password'])
    expect(labels()).not.toContain(name);
  const body = await submit(opened, 'POST');
  expect(body).toMatchObject({ name: 'Zoe', system_roles: [{ pk: 'r1' }], org_roles: [{ pk: 'r2' }] });
  for (const name of ['password', 'update_password', 'set_public_key', 'public_key'])
    expect(body).not.toHaveProperty(name);
});

test('a custom password is required and can be set to change at the next sign-in', async () => {
  const { user } = await create();
  await user.click(await screen.findByText('Custom', { selector: 'label *, label' }));
  await waitFor(() => expect(labels()).toEqual(expect.arrayContaining(['Password', 'Need update password'])));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  for (const what of ['name', 'username', 'password'])
    expect((await screen.findAllByText(`Enter a ${what}.`)).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Enter an email address.').length).toBeGreaterThan(0);
});

test('the password of a local user is changed only if Change password is on', async () => {
  const { user } = await update();
  await user.click(await screen.findByRole('switch', { name: 'Change password' }));
  await waitFor(() => expect(labels()).toContain('Password'));
  expect(labels()).not.toContain('Change password');
  expect(labels()).not.toContain('Password strategy');
  expect(labels()).toContain('Need update password');
});

test('the public key of a user is changed only if Set public key is on', async () => {
  const { user } = await update({ can_public_key_auth: true });
  expect(labels()).not.toContain('Public key');
  await user.click(await screen.findByRole('switch', { name: 'Set public key' }));
  await waitFor(() => expect(labels()).toContain('Public key'));
  expect(labels()).not.toContain('Set public key');
});

test('users from other sources have no password fields', async () => {
  const opened = await update({ source: { value: 'ldap', label: 'LDAP' } as never });
  await screen.findByLabelText(/^Name/);
  await waitFor(() => expect(labels()).not.toContain('Change password'));
  expect(labels()).not.toContain('Need update password');
  expect(await submit(opened, 'PUT')).not.toHaveProperty('need_update_password');
});

test.each([
  ['with everything', {}, ['System roles', 'Org roles']],
  ['without a licence', { hasLicence: false }, ['System roles']],
  ['in the global organization', { isRoot: true }, ['System roles']],
  ['without rbac.add_orgrolebinding', { perms: allBut('rbac.add_orgrolebinding') }, ['System roles']],
  ['without rbac.add_systemrolebinding', { perms: allBut('rbac.add_systemrolebinding') }, ['Org roles']],
])('%s the user form offers the permitted kinds of roles', async (_which, caller, roles) => {
  await create(caller);
  await screen.findByLabelText(/^Name/);
  expect(labels().filter((name) => name?.endsWith('roles'))).toEqual(roles);
});

test('the role of components is not offered for users', async () => {
  const { user, server } = await create();
  await user.click(await screen.findByRole('combobox', { name: /System roles/ }));
  await waitFor(() =>
    expect(server.seen.some(({ query }) => query['id!'] === '00000000-0000-0000-0000-000000000004')).toBe(
      true,
    ),
  );
});

test('users cannot change their own roles or deactivate themselves', async () => {
  await update({}, {}, 'me');
  await screen.findByLabelText(/^Name/);
  for (const name of [/System roles/, /Org roles/])
    expect(screen.getByRole('combobox', { name })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: 'Is active' })).toHaveProperty('disabled', true);
});

test('the roles of other users can be changed', async () => {
  await update();
  await screen.findByLabelText(/^Name/);
  expect(screen.getByRole('combobox', { name: /Org roles/ })).toHaveProperty('disabled', false);
  expect(screen.getByRole('switch', { name: 'Is active' })).toHaveProperty('disabled', false);
});

test('in the global organization the groups of a user cannot be set', async () => {
  await create({ isRoot: true });
  expect(await screen.findByRole('combobox', { name: /^Groups/ })).toHaveProperty('disabled', true);
});

test('cloning a user does not copy group memberships', async () => {
  const opened = await create({}, { clone_from: 'u1' });
  await waitFor(() =>
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', expect.stringMatching(/Ada/)),
  );
  expect(screen.queryByTitle('Operators')).toBeNull();
  expect(screen.queryByText('Operators')).toBeNull();
  expect(opened.server.calls('GET', `${USERS}u1/`).length).toBeGreaterThan(0);
});

test("the form of an existing user shows the user's groups", async () => {
  await update();
  expect(await screen.findByText('Operators')).toBeTruthy();
});
