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

test('lists, imports and copies grant no more than single calls do', async () => {
  const org = ['rbac.add_orgrolebinding', 'rbac.view_orgrolebinding', 'users.view_user', 'users.change_user'];
  const holderRole = await addRole('Holder', 'org', [...org, 'users.add_user']);
  const makerRole = await addRole('Maker of roles', 'system', [
    ...['rbac.add_orgrole', 'rbac.change_orgrole', 'rbac.view_orgrole', 'rbac.view_permission'],
  ]);
  const me = await add('maker', { org_roles: [holderRole], system_roles: [role(3), makerRole] });
  const maker = await server.browserOf('maker', password);
  const member = await add('raised');
  const orgBindings = `${bindings}/org-role-bindings/`;
  const rows = [me, member].map((user) => ({ user, role: role(5) }));
  const facts = { name: 'm', username: 'made-by-maker', email: 'm@example.com', org_roles: [role(5)] };
  const created = { name: 'Mighty', scope: 'org', permissions: ['accounts.view_accountsecret'] };
  const tries: [string, { text: string }][] = [
    ['bindings', await maker.post(orgBindings, rows)],
    ['bindings by import', await maker.post(`${orgBindings}batch-import/`, { action: 'create', rows })],
    ['users', await maker.patch(url, [{ id: member, org_roles: [role(5)] }])],
    ['new users', await maker.post(url, [facts])],
    ['new users by import', await maker.post(`${url}batch-import/`, { action: 'create', rows: [facts] })],
    [
      'users by import',
      await maker.post(`${url}batch-import/`, {
        action: 'update',
        rows: [{ id: member, org_roles: [role(5)] }],
      }),
    ],
    ['roles', await maker.post(`${bindings}/org-roles/`, [created])],
    [
      'roles by import',
      await maker.post(`${bindings}/org-roles/batch-import/`, { action: 'create', rows: [created] }),
    ],
  ];
  for (const [what, { text }] of tries) expect(text, what).toContain('so you cannot grant it.');
  const { rows: found } = await server.pool.query(
    'select 1 from rbac_rolebinding where "user" = any($1) and role = $2',
    [[me, member], role(5)],
  );
  expect(found).toEqual([]);
  const copy = await maker.post(`${bindings}/org-roles/?clone_from=${role(5)}`, {
    name: 'Copy',
    scope: 'org',
  });
  const { rows: copies } = await server.pool.query('select codenames from rbac_role where id = $1', [
    (copy.json as { id: string }).id,
  ]);
  const held = (await maker.get('/api/v1/users/profile/')).json as { perms: string[] };
  expect(copies[0].codenames.filter((name: string) => !held.perms.includes(name))).toEqual([]);
  expect(copies[0].codenames).toContain('users.change_user');
});

test('service accounts are no users: no address about users reads, changes, joins or promotes one', async () => {
  const robot = await add('robot');
  await server.pool.query('update users_user set is_service_account = true where id = $1', [robot]);
  const group = ((await admin.post('/api/v1/users/groups/', { name: 'robots' })).json as { id: string }).id;
  const { rows } = await server.pool.query('select id from rbac_rolebinding where "user" = $1', [robot]);
  const relations = '/api/v1/users/users-groups-relations/';
  const answers = {
    read: await admin.get(`${url}${robot}/`),
    change: await admin.patch(`${url}${robot}/`, { comment: 'mine' }),
    disable: await admin.patch(url, [{ id: robot, is_active: false }]),
    delete: await admin.delete(`${url}${robot}/`),
    unblock: await admin.post(`${url}unblock/`, { ids: [robot] }),
    password: await admin.patch(`${url}${robot}/password/`, { password: stolen() }),
    invite: await invite(admin, robot, role(7)),
    join: await admin.post(relations, { user: robot, usergroup: group }),
    'join by group': await admin.patch(`/api/v1/users/groups/${group}/`, { users: [robot] }),
    promote: await admin.post(`${bindings}/system-role-bindings/`, { user: robot, role: role(2) }),
    degrade: await admin.delete(`${bindings}/role-bindings/${rows[0].id}/`),
  };
  for (const [what, { status }] of Object.entries(answers)) expect([400, 404], what).toContain(status);
  await admin.delete(`${url}?ids=${robot}`);
  const { rows: left } = await server.pool.query(
    `select is_active, comment, (select count(*)::int from users_user_groups where "user" = u.id) as groups,
      (select count(*)::int from rbac_rolebinding where "user" = u.id) as roles from users_user u where id = $1`,
    [robot],
  );
  expect(left).toMatchObject([{ is_active: true, comment: null, roles: rows.length }]);
  expect(left[0].groups).toBeLessThanOrEqual(1);
});
