import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let petty: Browser;
let other: string;
const url = '/api/v1/users/users/';
const bindings = '/api/v1/rbac';
const role = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
const password = 'Right-password-1';
const stolen = () => `Stolen-${randomUUID()}`;
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUmzgWxHZ7fTSuGYG7eCR2GgbXVT1cWOfCDEpTpIhNz laptop';

const add = async (username: string, more: object = {}, headers: Record<string, string> = {}) => {
  const facts = { name: username, username, email: `${username}@example.com` };
  const made = await admin.post(url, { ...facts, password_strategy: 'custom', password, ...more }, headers);
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const addRole = async (name: string, scope: 'system' | 'org', permissions: string[]) => {
  const made = await admin.post(`${bindings}/roles/`, { name, scope, permissions });
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const invite = (by: Browser, id: string, org_role: string, headers: Record<string, string> = {}) =>
  by.post(`${url}invite/`, { users: [id], org_roles: [org_role] }, headers);

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
  await add('petty', { org_roles: [role(5)] });
  petty = await server.browserOf('petty', password);
});
afterAll(() => server.stop());

/** The statuses of the requests with which a caller could take over or disable another user. */
const takeOver = async (by: Browser, id: string, headers: Record<string, string> = {}) => [
  (await by.patch(`${url}${id}/`, { password: stolen() }, headers)).status,
  (await by.patch(url, [{ id, password: stolen() }] as never, headers)).status,
  (await by.patch(`${url}${id}/`, { public_key: key }, headers)).status,
  (await by.patch(`${url}${id}/`, { email: `mine-${id}@example.com` }, headers)).status,
  (await by.patch(`${url}${id}/`, { is_active: false }, headers)).status,
  (await by.patch(`${url}${id}/password/`, { password: stolen() }, headers)).status,
  (await by.patch(`${url}${id}/password/reset/`, {}, headers)).status,
  (await by.patch(`${url}${id}/pubkey/reset/`, {}, headers)).status,
  (await by.get(`${url}${id}/mfa/reset/`, undefined, headers)).status,
];
const refused = Array(9).fill(403);

test('an organization administrator cannot take over users invited from another organization', async () => {
  const id = await add('elsewhere', { org_roles: [role(5)] }, { 'x-jms-org': other });
  expect((await invite(petty, id, role(7))).status).toBe(201);
  expect(await takeOver(petty, id)).toEqual(refused);
  await server.browserOf('elsewhere', password);
  const plain = await add('plain-elsewhere', {}, { 'x-jms-org': other });
  expect((await invite(petty, plain, role(7))).status).toBe(201);
  expect(await takeOver(petty, plain)).toEqual(refused);
});

test("the organization's own data about a user stays editable, and so does an unchanged form", async () => {
  const id = await add('guest', {}, { 'x-jms-org': other });
  await invite(petty, id, role(7));
  const group = ((await petty.post('/api/v1/users/groups/', { name: 'guests' })).json as { id: string }).id;
  const shown = (await petty.get(`${url}${id}/`)).json as Record<string, unknown>;
  const sent = { ...shown, groups: [group], org_roles: [role(6)], comment: 'a guest' };
  const changed = await petty.put(`${url}${id}/`, sent);
  expect(changed.status, changed.text).toBe(200);
  expect(changed.json).toMatchObject({
    comment: 'a guest',
    org_roles: [{ id: role(6) }],
    groups: [{ id: group }],
  });
});

test('an administrator of both organizations may change a user who belongs to both', async () => {
  const id = await add('shared', {}, { 'x-jms-org': other });
  const both = await add('both-sides', { org_roles: [role(5)] });
  await invite(admin, both, role(5), { 'x-jms-org': other });
  await invite(petty, id, role(7));
  const browser = await server.browserOf('both-sides', password);
  expect(await takeOver(browser, id)).toEqual(Array(9).fill(200));
});

test('users with more permissions than the caller cannot be taken over, here or elsewhere', async () => {
  const auditor = await add('watcher', { system_roles: [role(2)] });
  expect(await takeOver(petty, auditor)).toEqual(refused);
  const clerkRole = await addRole('Clerk', 'org', ['users.view_user', 'users.change_user']);
  await add('clerk', { org_roles: [clerkRole] });
  const clerk = await server.browserOf('clerk', password);
  const boss = await add('boss-here', { org_roles: [role(5)] });
  expect(await takeOver(clerk, boss)).toEqual(refused);
  const equal = await add('everyday');
  expect((await clerk.patch(`${url}${equal}/password/`, { password: stolen() })).status).toBe(200);
});

test('callers cannot grant a role with more permissions than their own', async () => {
  const names = [
    'rbac.add_orgrolebinding',
    'rbac.view_orgrolebinding',
    'rbac.view_orgrole',
    'users.view_user',
  ];
  const users = ['users.add_user', 'users.change_user', 'users.invite_user'];
  const binderRole = await addRole('Binder of members', 'org', [...names, ...users]);
  const me = await add('binder', { org_roles: [binderRole] });
  const binder = await server.browserOf('binder', password);
  const give = (by: Browser, scope: string, user: string, role: string) =>
    by.post(`${bindings}/${scope}-role-bindings/`, { user, role });
  const more = ['You do not hold accounts.add_account yourself, so you cannot grant it.'];
  expect((await give(binder, 'org', me, role(5))).json).toEqual({ role: more });
  const fresh = { name: 'n', username: 'made-by-binder', email: 'n@example.com', org_roles: [role(5)] };
  expect((await binder.post(url, fresh)).json).toEqual({ org_roles: more });
  const member = await add('member');
  expect((await binder.patch(`${url}${member}/`, { org_roles: [role(5)] })).json).toEqual({
    org_roles: more,
  });
  const stranger = await add('stranger', {}, { 'x-jms-org': other });
  expect((await invite(binder, stranger, role(5))).json).toEqual({ org_roles: more });
  expect((await invite(binder, stranger, role(7))).status).toBe(201);
  expect((await give(binder, 'org', member, binderRole)).status).toBe(201);
  expect((await give(petty, 'org', member, role(5))).status).toBe(201);
});

test('permissions held in one organization cannot be granted everywhere', async () => {
  const systemBinder = ['rbac.add_systemrolebinding', 'rbac.view_systemrole', 'users.view_user'];
  const binderRole = await addRole('System binder', 'system', systemBinder);
  const helpRole = await addRole('Help', 'system', ['users.change_user', 'users.view_user']);
  await add('half-king', { org_roles: [role(5)], system_roles: [role(3), binderRole] });
  const browser = await server.browserOf('half-king', password);
  const member = await add('pawn');
  const answer = await browser.post(`${bindings}/system-role-bindings/`, { user: member, role: helpRole });
  expect(answer.json).toEqual({
    role: ['You do not hold users.change_user yourself, so you cannot grant it.'],
  });
});
