import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let other: string;
const url = '/api/v1/users/users/';
const role = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
const password = 'Right-password-1';
type User = {
  id: string;
  org_roles: { id: string; name: string }[];
  system_roles: { id: string }[];
  is_active: boolean;
};

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
});
afterAll(() => server.stop());

const add = async (username: string, more: object = {}, headers: Record<string, string> = {}, by = admin) => {
  const made = await by.post(
    url,
    {
      name: username,
      username,
      email: `${username}@example.com`,
      password_strategy: 'custom',
      password,
      ...more,
    },
    headers,
  );
  expect(made.status, made.text).toBe(201);
  return made.json as User;
};
/** A signed-in administrator of the default organization. */
const orgAdmin = async (username: string) => {
  await add(username, { org_roles: [role(5)] });
  return server.browserOf(username, password);
};

test('a username or an email address is taken regardless of case', async () => {
  await add('casey');
  const other = await add('other');
  const refused = async (sent: Promise<{ status: number; json: object }>) => {
    const { status, json } = await sent;
    return [status, Object.keys(json)];
  };
  const body = (username: string, email: string) => ({ name: 'x', username, email });
  expect(await refused(admin.post(url, body('Casey', 'fresh@example.com')))).toEqual([400, ['username']]);
  expect(await refused(admin.post(url, body('fresh', 'CASEY@Example.com')))).toEqual([400, ['email']]);
  expect(await refused(admin.patch(`${url}${other.id}/`, { email: 'Casey@example.com' }))).toEqual([
    400,
    ['email'],
  ]);
  const batch = await admin.post(`${url}batch-import/`, {
    action: 'create',
    rows: [body('CASEY', 'a@example.com'), body('fresh', 'fresh@example.com')],
  });
  expect(batch.json).toMatchObject({
    failed: 1,
    results: [{ errors: { username: [expect.any(String)] } }, { id: expect.any(String) }],
  });
});

test('a new user has the default roles, and the password is never sent', async () => {
  const made = await add('plain');
  expect(made.system_roles.map(({ id }) => id)).toEqual([role(3)]);
  expect(made.org_roles).toEqual([{ id: role(7), display_name: 'Organization user', name: 'OrgUser' }]);
  expect(JSON.stringify(made)).not.toContain(password);
  expect(JSON.stringify(made)).not.toContain('argon2');
  const listed = await admin.get(`${url}?username=plain`);
  expect(listed.text).not.toMatch(/argon2|password_hash|"otp_secret"/);
});

test('B-3-012 a user is stored with the values of the form, and the form has every field', async () => {
  const group = ((await admin.post('/api/v1/users/groups/', { name: 'crew' })).json as User).id;
  const facts = { email: 'complete@example.com', source: 'local', mfa_level: 1, is_active: false };
  const public_key =
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUmzgWxHZ7fTSuGYG7eCR2GgbXVT1cWOfCDEpTpIhNz laptop';
  const made = await add('complete', {
    ...facts,
    name: 'Com Plete',
    phone: { code: '+49', phone: '1701234567' },
    system_roles: [role(2)],
    org_roles: [role(6)],
    groups: [group],
    date_expired: '2041/01/02 03:04:05 +0000',
    public_key,
  });
  expect((await admin.get(`${url}${made.id}/`)).json).toMatchObject({
    username: 'complete',
    name: 'Com Plete',
    email: facts.email,
    phone: { code: '+49', phone: 1701234567 },
    system_roles: [{ id: role(2) }],
    org_roles: [{ id: role(6) }],
    groups: [{ id: group, name: 'crew' }],
    mfa_level: { value: 1 },
    source: { value: 'local' },
    is_active: false,
    date_expired: expect.stringContaining('2041/01/02'),
  });
  const { rows } = await server.pool.query('select public_key from users_user where id = $1', [made.id]);
  expect(rows[0].public_key).toBe(public_key);
  const form = ((await admin.options(url)).json as { actions: { POST: object } }).actions.POST;
  expect(Object.keys(form)).toEqual(
    expect.arrayContaining([
      ...['name', 'username', 'email', 'phone', 'system_roles', 'org_roles', 'groups', 'mfa_level'],
      ...['public_key', 'date_expired', 'source', 'is_active'],
    ]),
  );
});

test('a user created in the root organization joins the default one and its group', async () => {
  const made = await add('from-root', {}, { 'x-jms-org': role(0) });
  const shown = (await admin.get(`${url}${made.id}/`)).json as User & { groups: { name: string }[] };
  expect(shown.org_roles.map(({ name }) => name)).toEqual(['OrgUser']);
  expect(shown.groups.map(({ name }) => name)).toEqual(['Default']);
});

test('B-5-014 passwords follow the rules of the settings, with separate ones for administrators', async () => {
  const { settings, db } = server.services;
  await settings.set(
    {
      SECURITY_PASSWORD_NUMBER: true,
      SECURITY_PASSWORD_UPPER_CASE: true,
      SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 20,
    },
    db,
  );
  await settings.reload();
  const refused = await admin.post(url, {
    name: 'r',
    username: 'ruled',
    email: 'r@example.com',
    password_strategy: 'custom',
    password: 'lower-only',
  });
  expect(refused.json).toEqual({ password: ['Add an uppercase letter.', 'Add a digit.'] });
  const made = await add('ruled-admin', { org_roles: [role(5)], password: 'Aa1-long-enough-for-admins' });
  const short = await admin.patch(`${url}${made.id}/`, { password: 'Short-but-fine-1' });
  expect(short.json).toEqual({ password: ['Use at least 20 characters.'] });
  await settings.set(
    {
      SECURITY_PASSWORD_NUMBER: false,
      SECURITY_PASSWORD_UPPER_CASE: false,
      SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 6,
    },
    db,
  );
  await settings.reload();
});

test('a changed password signs the user out, and old ones cannot be reused', async () => {
  const made = await add('rotating');
  const browser = await server.browserOf('rotating', password);
  expect((await admin.patch(`${url}${made.id}/`, { password: 'Second-password-2' })).status).toBe(200);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
  expect((await admin.patch(`${url}${made.id}/`, { password })).json).toEqual({
    password: [
      'This password was used recently. Choose another one (number of earlier passwords that cannot be reused: 5).',
    ],
  });
  // An empty password keeps the old one.
  expect((await admin.patch(`${url}${made.id}/`, { password: '', comment: 'x' })).status).toBe(200);
  await server.browserOf('rotating', 'Second-password-2');
});

test('lists show only members of the organization, and role filters accept ids, names and keywords', async () => {
  await add('member-other', {}, { 'x-jms-org': other });
  const names = async (query: string, headers: Record<string, string> = {}) =>
    ((await admin.get(`${url}${query}`, undefined, headers)).json as { username: string }[]).map(
      ({ username }) => username,
    );
  expect(await names('')).not.toContain('member-other');
  expect(await names('', { 'x-jms-org': other })).toEqual(['member-other']);
  expect(await names('', { 'x-jms-org': role(0) })).toEqual(
    expect.arrayContaining(['admin', 'member-other']),
  );
  expect(await names(`?system_roles=${role(1)}`)).toEqual(['admin']);
  expect(await names('?system_roles=System administrator')).toEqual(['admin']);
  expect(await names('?org_roles=OrgAdmin')).toContain('admin');
  expect(await names('?org_roles=no-such-role')).toEqual([]);
  expect(
    (await admin.get(`${url}?search=member-other`, undefined, { 'x-jms-org': role(0) })).json,
  ).toMatchObject([{ orgs_roles: { Other: ['Organization user'] } }]);
});

test('A-6-064 users cannot disable themselves or give themselves roles', async () => {
  const browser = await orgAdmin('self-server');
  const { id } = (await browser.get('/api/v1/users/profile/')).json as User;
  const changed = await browser.patch(`${url}${id}/`, {
    is_active: false,
    org_roles: [role(6)],
    comment: 'changed',
  });
  expect(changed.json).toMatchObject({ is_active: true, comment: 'changed' });
  expect((changed.json as User).org_roles.map(({ name }) => name)).toEqual(['OrgAdmin']);
});

test('superusers can only be changed by superusers, one or many', async () => {
  const browser = await orgAdmin('petty-admin');
  const [boss] = (await admin.get(`${url}?username=admin`)).json as User[];
  expect((await browser.patch(`${url}${boss?.id}/`, { comment: 'x' })).status).toBe(403);
  expect((await browser.patch(url, [{ id: boss?.id, comment: 'x' }])).status).toBe(403);
  expect((await browser.patch(`${url}${boss?.id}/password/reset/`)).status).toBe(403);
  expect((await browser.patch(`${url}${boss?.id}/unblock/`)).status).toBe(403);
  expect((await browser.get(`${url}${boss?.id}/mfa/reset/`)).status).toBe(403);
});

test('only superusers create superusers', async () => {
  await server.pool.query(
    'insert into rbac_role (name, scope, comment, builtin, codenames, created_by, updated_by) values (\'Binder\', \'system\', \'\', false, \'["users.add_user","users.view_user","users.change_user","rbac.add_systemrolebinding","rbac.view_systemrolebinding","rbac.view_console"]\', \'\', \'\')',
  );
  const { rows } = await server.pool.query("select id from rbac_role where name = 'Binder'");
  await add('binder', { system_roles: [rows[0].id] });
  const browser = await server.browserOf('binder', password);
  const tried = await browser.post(url, {
    name: 'x',
    username: 'usurper',
    email: 'u@example.com',
    system_roles: [role(1)],
  });
  expect(tried.json).toEqual({
    system_roles: ['Only a system administrator may grant the role SystemAdmin.'],
  });
  expect(
    (await browser.post('/api/v1/rbac/system-role-bindings/', { user: rows[0].id, role: role(1) })).status,
  ).toBe(400);
});

test('admin cannot be deleted or disabled, and a deleted user is signed out', async () => {
  const [boss] = (await admin.get(`${url}?username=admin`)).json as User[];
  expect((await admin.delete(`${url}${boss?.id}/`)).status).toBe(403);
  expect((await admin.patch(`${url}${boss?.id}/`, { is_active: false })).json).toMatchObject({
    is_active: true,
  });
  const made = await add('short-lived');
  const browser = await server.browserOf('short-lived', password);
  expect((await admin.delete(`${url}${made.id}/`)).status).toBe(204);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
});

test('A-4.2-008 inviting adds members; removing them takes their groups and permissions in the organization', async () => {
  const made = await add('guest', {}, { 'x-jms-org': other });
  const suggested = await admin.get(`${url}suggestions/?search=guest`);
  expect(suggested.json).toMatchObject([
    { id: made.id, name: 'guest', username: 'guest', email: 'guest@example.com', system_roles: [{}] },
  ]);
  const short = await admin.get(`${url}suggestions/?search=guest&fields_size=mini`);
  expect(short.json).toEqual([{ id: made.id, name: 'guest', username: 'guest' }]);
  const ruler = await add('ruler', { org_roles: [role(5)] });
  const ruling = await server.browserOf('ruler', password);
  expect((await ruling.get(`${url}suggestions/?search=guest`)).json).toEqual(short.json);
  expect((await admin.delete(`${url}${ruler.id}/`)).status).toBe(204);
  const invited = await admin.post(`${url}invite/`, { users: [made.id], org_roles: [role(7)] });
  expect([invited.status, invited.json]).toEqual([
    201,
    { users: [made.id], org_roles: [{ id: role(7), display_name: 'Organization user', name: 'OrgUser' }] },
  ]);
  const group = (await admin.post('/api/v1/users/groups/', { name: 'guests', users: [made.id] })).json as {
    id: string;
  };
  expect((await admin.get(`${url}?group_id=${group.id}`)).json).toMatchObject([{ username: 'guest' }]);
  const grants = '/api/v1/perms/asset-permissions/';
  const granted = await admin.post(grants, { name: 'guests', users: [made.id], accounts: ['@ALL'] });
  const { id: grant } = granted.json as { id: string };
  expect((await admin.get(`${grants}${grant}/`)).json).toMatchObject({ users: [{ id: made.id }] });
  expect((await admin.post(`${url}${made.id}/remove/`)).status).toBe(204);
  expect((await admin.get(`${url}${made.id}/`)).status).toBe(404);
  expect((await admin.get(`/api/v1/users/groups/${group.id}/`)).json).toMatchObject({ users: [] });
  // Nor do they return with the user.
  await admin.post(`${url}invite/`, { users: [made.id], org_roles: [role(7)] });
  expect((await admin.get(`${grants}${grant}/`)).json).toMatchObject({ users: [] });
  expect((await admin.get(`/api/v1/users/groups/${group.id}/`)).json).toMatchObject({ users: [] });
  const intoRoot = await admin.post(
    `${url}invite/`,
    { users: [made.id], org_roles: [role(7)] },
    { 'x-jms-org': role(0) },
  );
  expect([intoRoot.status, Object.keys(intoRoot.json as object)]).toEqual([400, ['error']]);
  expect((await admin.post(`${url}remove/`)).status).toBe(400);
});

test('one call adds every member to a group', async () => {
  const group = (await admin.post('/api/v1/users/groups/', { name: 'everybody' })).json as { id: string };
  expect((await admin.post(`/api/v1/users/groups/${group.id}/add-all-users/`)).status).toBe(200);
  const members = (await admin.get(url)).json as unknown[];
  expect((await admin.get(`/api/v1/users/groups/${group.id}/`)).json).toMatchObject({
    users: { length: members.length },
  });
  expect((await admin.get(`${url}?exclude_group_id=${group.id}`)).json).toEqual([]);
});

test('B-6-001 B-6-002 B-6-003 B-6-005 an administrator resets the public key, the MFA and the password of a user', async () => {
  const made = await add('cared-for', {
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF0yZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQy me',
  });
  expect((await admin.patch(`${url}${made.id}/pubkey/reset/`)).status).toBe(200);
  expect((await admin.get(`${url}${made.id}/mfa/reset/`)).json).toEqual({ msg: 'success' });
  const reset = await admin.patch(`${url}${made.id}/password/reset/`, {});
  const link = new URL((reset.json as { reset_url: string }).reset_url);
  expect((await server.browser().signIn('cared-for', password)).status).toBe(401);
  const browser = server.browser();
  const page = await browser.get(`${link.pathname}${link.search}`);
  const done = await browser.form('/core/auth/password/reset/', {
    csrf_token: browser.hidden(page, 'csrf_token'),
    token: browser.hidden(page, 'token'),
    new_password: 'Chosen-password-3',
    confirm_password: 'Chosen-password-3',
  });
  expect(done.location).toBe('/core/auth/login/');
  await server.browserOf('cared-for', 'Chosen-password-3');
  const { rows } = await server.pool.query(
    'select action from audits_operatelog where resource_id = $1 order by datetime',
    [made.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'change_password']);
});

test('an invalid public key is refused on its field', async () => {
  const tried = await admin.post(url, {
    name: 'k',
    username: 'keyless',
    email: 'k@example.com',
    public_key: 'ssh-rsa nonsense',
  });
  expect(tried.json).toEqual({ public_key: ['This is not a valid SSH public key.'] });
});

test('changed roles are in the operate log', async () => {
  const made = await add('promoted');
  await admin.patch(`${url}${made.id}/`, { org_roles: [role(5), role(7)] });
  const { rows } = await server.pool.query(
    "select diff from audits_operatelog where resource_id = $1 and action = 'update' order by datetime desc limit 1",
    [made.id],
  );
  expect(rows[0].diff).toEqual({
    'Organization roles': ['Organization user', 'Organization administrator, Organization user'],
  });
});

test("B-6-004 a superuser unlinks a user's messenger account", async () => {
  const made = await add('chatty');
  await server.pool.query("update users_user set wecom_id = 'w1' where id = $1", [made.id]);
  const target = `/api/v1/authentication/wecom/qr/unbind/${made.id}/`;
  expect((await (await orgAdmin('no-superuser')).post(target)).status).toBe(403);
  expect((await admin.post(target)).status).toBe(200);
  const second = await admin.post(target);
  expect([second.status, second.json]).toEqual([400, expect.objectContaining({ code: 'wecom_not_bound' })]);
});

test('B-6-004 each messenger is unlinked alone; there are no others', async () => {
  const { id } = await add('talkative');
  const messengers = ['wecom', 'dingtalk', 'feishu', 'lark', 'slack'];
  const linked = messengers.map((messenger) => `${messenger}_id`);
  await server.pool.query(
    `update users_user set ${linked.map((column) => `${column} = 'm1'`).join()} where id = $1`,
    [id],
  );
  const unlink = (messenger: string) => admin.post(`/api/v1/authentication/${messenger}/qr/unbind/${id}/`);
  for (const [index, messenger] of messengers.entries()) {
    expect([messenger, (await unlink(messenger)).status]).toEqual([messenger, 200]);
    const { rows } = await server.pool.query(`select ${linked.join()} from users_user where id = $1`, [id]);
    expect(linked.filter((column) => rows[0][column] === 'm1')).toEqual(linked.slice(index + 1));
    expect((await unlink(messenger)).json).toMatchObject({ code: `${messenger}_not_bound` });
  }
  expect((await unlink('telegram')).status).toBe(404);
});
