import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { permissionName, permissionsOfScope } from '@gatehouse/contract/permissions/catalogue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import type { PermissionNode } from './permissionNodes.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

const role = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
const treeOf = async (path: string) =>
  (await admin.get(`/api/v1/rbac/${path}/permissions/tree/`)).json as PermissionNode[];
const leaves = (nodes: PermissionNode[]) => nodes.filter((node) => node.meta.type === 'perm');
const checkedIn = (nodes: PermissionNode[]) =>
  leaves(nodes)
    .filter(({ checked }) => checked)
    .map(({ title }) => title)
    .sort();
const isOpen = (name: string) => !name.startsWith('xpack.');
const grantable = permissionsOfScope('org').map(permissionName).sort();

test("A-6-002 the tree of a role shows which of its scope's permissions it holds", async () => {
  const tree = await treeOf(`org-roles/${role(7)}`);
  expect(
    leaves(tree)
      .filter(({ checked }) => checked)
      .map(({ title }) => title),
  ).toContain('perms.view_myassets');
  const held = permissionsOfBuiltinRole(builtinRoles.orgUser);
  expect(checkedIn(tree)).toEqual(held);
  expect(
    leaves(tree)
      .map(({ title }) => title)
      .filter(isOpen)
      .sort(),
  ).toEqual(grantable.filter(isOpen));
  expect(tree[0]).toMatchObject({
    id: '$ROOT$',
    pId: '',
    open: true,
    checked: true,
    chkDisabled: true,
    meta: { type: 'root' },
  });
  expect(tree[0]?.name).toMatch(new RegExp(` \\(${held.length}/\\d+\\)$`));
  const ids = new Set(tree.map(({ id }) => id));
  expect(ids.size).toBe(tree.length);
  expect(tree.slice(1).every(({ pId }) => ids.has(pId))).toBe(true);
  // The permissions of a resource come first below it, in the order view, add, change, delete.
  const ofNode = tree.filter(({ pId }) => pId === 'assets.node').map(({ title }) => title);
  expect(ofNode.slice(0, 4)).toEqual([
    'assets.view_node',
    'assets.add_node',
    'assets.change_node',
    'assets.delete_node',
  ]);
});

test.each([
  ['system-roles', 2, builtinRoles.systemAuditor],
  ['system-roles', 3, builtinRoles.user],
  ['system-roles', 4, builtinRoles.systemComponent],
  ['org-roles', 6, builtinRoles.orgAuditor],
])('the tree of a built-in role shows what it holds: %s, role %i', async (path, number, builtin) => {
  const held = permissionsOfBuiltinRole(builtin);
  expect(held.length).toBeGreaterThan(0);
  expect(checkedIn(await treeOf(`${path}/${role(number)}`)).filter(isOpen)).toEqual(held.filter(isOpen));
});

test('a role holds the checked permissions, and its users may do exactly that', async () => {
  const made = await admin.post('/api/v1/rbac/org-roles/', { name: 'Domain keeper', scope: 'org' });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json as { id: string };
  const tree = await treeOf(`org-roles/${id}`);
  const codenames = ['assets.view_domain', 'assets.add_domain', 'rbac.view_console'];
  const permissions = leaves(tree)
    .filter(({ title }) => codenames.includes(title))
    .map((node) => node.id);
  expect((await admin.patch(`/api/v1/rbac/org-roles/${id}/`, { permissions })).status).toBe(200);
  await admin.post('/api/v1/users/users/', {
    name: 'keeper',
    username: 'keeper',
    email: 'keeper@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
    org_roles: [id],
  });
  const browser = await server.browserOf('keeper', 'Right-password-1');
  expect((await browser.post('/api/v1/assets/domains/', { name: 'kept' })).status).toBe(201);
  expect((await browser.get('/api/v1/assets/assets/')).status).toBe(403);
  expect((await browser.delete('/api/v1/assets/domains/?ids=x')).status).toBe(403);
  // A changed role takes effect at the next request.
  await admin.patch(`/api/v1/rbac/org-roles/${id}/`, { permissions: [] });
  expect((await browser.get('/api/v1/assets/domains/')).status).toBe(403);
  const bound = await admin.delete(`/api/v1/rbac/org-roles/${id}/`);
  expect(bound.status).toBe(403);
  expect(bound.text).toContain('Users still hold this role');
});

test('a cloned role starts with the permissions of its source', async () => {
  const made = await admin.post(`/api/v1/rbac/system-roles/?clone_from=${role(3)}`, {
    name: 'Like user',
    scope: 'system',
  });
  expect(made.json).toMatchObject({ name: 'Like user', builtin: false, scope: { value: 'system' } });
  const held = (await admin.get(`/api/v1/rbac/system-roles/${(made.json as { id: string }).id}/permissions/`))
    .json as object[];
  expect(held).toHaveLength(permissionsOfBuiltinRole(builtinRoles.user).length);
});

test("built-in roles cannot be changed, and are named in the reader's language", async () => {
  expect((await admin.patch(`/api/v1/rbac/system-roles/${role(3)}/`, { comment: 'x' })).status).toBe(403);
  expect((await admin.delete(`/api/v1/rbac/org-roles/${role(7)}/`)).status).toBe(403);
  const found = await admin.get('/api/v1/rbac/org-roles/?name=Organization', undefined, {
    'accept-language': 'en',
  });
  expect(found.json).toHaveLength(3);
  admin.cookies.set('django_language', 'ja');
  expect((await admin.get(`/api/v1/rbac/roles/${role(7)}/`)).json).toMatchObject({
    name: 'OrgUser',
    display_name: '組織ユーザー',
  });
  admin.cookies.delete('django_language');
});

test('A-6-001 the roles administrator, auditor and user can be assigned, both of the system and of an organization', async () => {
  const kinds = {
    system_roles: { SystemAdmin: role(1), SystemAuditor: role(2), User: role(3) },
    org_roles: { OrgAdmin: role(5), OrgAuditor: role(6), OrgUser: role(7) },
  };
  for (const [field, roles] of Object.entries(kinds))
    for (const [name, id] of Object.entries(roles)) {
      const list = await admin.get(`/api/v1/rbac/${field.replace('_', '-')}/?name=${name}`);
      expect(list.json, name).toContainEqual(expect.objectContaining({ id, name, builtin: true }));
      const made = await admin.post('/api/v1/users/users/', {
        name,
        username: `kind-${name}`,
        email: `${name}@example.com`,
        [field]: [id],
      });
      expect(made.json).toMatchObject({ [field]: [{ id }] });
    }
});

test('unknown permissions, and those of the other scope, are refused', async () => {
  const add = (permissions: unknown[]) =>
    admin.post('/api/v1/rbac/org-roles/', { name: 'Odd', scope: 'org', permissions });
  expect((await add(['12345'])).json).toEqual({
    permissions: ['"12345" does not exist or is not visible to you.'],
  });
  expect((await add(['users.delete_user'])).status).toBe(400);
});

test('an existing role binding is refused if sent alone but accepted in a list, and the last one cannot be removed', async () => {
  const made = await admin.post('/api/v1/users/users/', {
    name: 'bound',
    username: 'bound',
    email: 'bound@example.com',
  });
  const { id } = made.json as { id: string };
  const url = '/api/v1/rbac/org-role-bindings/';
  expect((await admin.post(url, { user: id, role: role(6) })).status).toBe(201);
  expect((await admin.post(url, { user: id, role: role(6) })).json).toEqual({
    role: ['This value is already taken.'],
  });
  const [second] = (await admin.post(url, [{ user: id, role: role(6) }])).json as { role: string }[];
  expect(second).toMatchObject({ role: role(6) });
  expect(
    (
      await admin.post(url, [
        { user: id, role: role(6) },
        { user: id, role: role(5) },
      ])
    ).status,
  ).toBe(201);
  expect((await admin.post(url, { user: id, role: role(3) })).status).toBe(400);
  type Binding = { id: string; user: { username: string }; role: string; org_name: string };
  const listed = (await admin.get(`${url}?user=${id}`)).json as Binding[];
  expect(listed.map((binding) => binding.role).sort()).toEqual([role(5), role(6), role(7)]);
  expect(listed[0]).toMatchObject({ user: { username: 'bound' }, org_name: 'DEFAULT' });
  expect(
    (
      await admin.delete(
        `${url}?ids=${listed
          .slice(1)
          .map((binding) => binding.id)
          .join()}`,
      )
    ).status,
  ).toBe(204);
  const last = await admin.delete(`${url}${listed[0]?.id}/`);
  expect([last.status, Object.keys(last.json as object)]).toEqual([400, expect.arrayContaining(['error'])]);
  const [system] = (await admin.get(`/api/v1/rbac/system-role-bindings/?user=${id}`)).json as Binding[];
  expect((await admin.delete(`/api/v1/rbac/system-role-bindings/${system?.id}/`)).json).toMatchObject({
    code: 'system_role_delete_error',
  });
  expect((await admin.post('/api/v1/rbac/system-role-bindings/', { user: id, role: role(3) })).status).toBe(
    400,
  );
});

test('a binding of any role says where it applies: everywhere is said as well', async () => {
  const user = { name: 'Placed', username: 'placed', email: 'placed@example.com' };
  const { id } = (await admin.post('/api/v1/users/users/', user)).json as { id: string };
  const url = '/api/v1/rbac/role-bindings/';
  const required = ['This field is required.'];
  expect((await admin.post(url, {})).json).toEqual({ user: required, role: required, org: required });
  expect((await admin.post(url, { user: id, role: role(2) })).json).toEqual({ org: required });
  expect(await admin.post(url, { user: id, role: role(2), org: null })).toMatchObject({
    status: 201,
    json: { scope: 'system', org: null },
  });
});

test('the log names a binding by user and role', async () => {
  const user = { name: 'Ann Lee', username: 'ann.lee', email: 'ann.lee@example.com' };
  const { id } = (await admin.post('/api/v1/users/users/', user)).json as { id: string };
  const url = '/api/v1/rbac/org-role-bindings/';
  const { id: bound } = (await admin.post(url, { user: id, role: role(6) })).json as { id: string };
  expect((await admin.delete(`${url}${bound}/`)).status).toBe(204);
  const made = await admin.post('/api/v1/rbac/org-roles/', {
    name: 'Night shift',
    scope: 'org',
    permissions: [],
  });
  const own = (made.json as { id: string }).id;
  const [second] = (await admin.post(url, [{ user: id, role: own }])).json as { id: string }[];
  const messagesAbout = async (binding: string | undefined) =>
    (
      (await admin.get(`/api/v1/audits/operate-logs/?resource_id=${binding}`)).json as {
        action: { value: string };
        resource: string;
      }[]
    ).map(({ action, resource }) => [action.value, resource]);
  expect(await messagesAbout(bound)).toEqual([
    ['delete', 'Ann Lee(ann.lee): Organization auditor'],
    ['create', 'Ann Lee(ann.lee): Organization auditor'],
  ]);
  expect(await messagesAbout(second?.id)).toEqual([['create', 'Ann Lee(ann.lee): Night shift']]);
});

test('permissions and content types are listed with stable numbers', async () => {
  const [first] = (await admin.get('/api/v1/rbac/permissions/?codename=view_user')).json as {
    id: number;
    content_type: object;
  }[];
  expect(first).toMatchObject({ codename: 'view_user', content_type: { app_label: 'users', model: 'user' } });
  const types = (await admin.get('/api/v1/rbac/content-types/?app_label=users')).json as {
    model: string;
    app_display: string;
  }[];
  expect(types.map(({ model }) => model).sort()).toEqual(['preference', 'savedfilter', 'user', 'usergroup']);
  const selected = await admin.get('/api/v1/rbac/content-types/?app_label=users&spm=nothing');
  expect(selected.json).toEqual(types);
  expect((await admin.get('/api/v1/rbac/permissions/?spm=nothing')).json).toEqual([]);
  const page = (await admin.get('/api/v1/rbac/permissions/?scope=org&limit=10&offset=5')).json as {
    count: number;
    results: unknown[];
  };
  expect(page.results).toHaveLength(10);
  expect(page.count).toBeGreaterThan(grantable.filter(isOpen).length);
});

test('a role has the scope of its address, which a client must name', async () => {
  const send = (path: string, scope?: string) =>
    admin.post(`/api/v1/rbac/${path}/`, { name: `Scoped ${path} ${scope}`, ...(scope && { scope }) });
  for (const [path, own, other] of [
    ['org-roles', 'org', 'system'],
    ['system-roles', 'system', 'org'],
  ] as const) {
    expect(await send(path)).toMatchObject({ status: 400, json: { scope: [expect.any(String)] } });
    expect(await send(path, other)).toMatchObject({ status: 400, json: { scope: [expect.any(String)] } });
    const made = await send(path, own);
    expect(made).toMatchObject({ status: 201, json: { scope: { value: own } } });
    const { id } = made.json as { id: string };
    const put = (body: object) => admin.put(`/api/v1/rbac/${path}/${id}/`, body);
    expect((await put({ name: 'Renamed' })).json).toEqual({ scope: [expect.any(String)] });
    expect(await put({ name: `Renamed ${path}`, scope: other })).toMatchObject({
      status: 200,
      json: { name: `Renamed ${path}`, scope: { value: own } },
    });
    expect((await admin.patch(`/api/v1/rbac/${path}/${id}/`, { comment: 'x' })).status).toBe(200);
  }
});

test('before a role is saved, its holders are counted by organization; those elsewhere are not named', async () => {
  const created = (answer: { json: unknown }) => (answer.json as { id: string }).id;
  const away = created(await admin.post('/api/v1/orgs/orgs/', { name: 'Away' }));
  const held = created(await admin.post('/api/v1/rbac/org-roles/', { name: 'Counted', scope: 'org' }));
  const add = async (username: string, org_roles: string[], org: string) =>
    created(
      await admin.post(
        '/api/v1/users/users/',
        { name: username, username, email: `${username}@example.com`, org_roles },
        { 'x-jms-org': org },
      ),
    );
  const one = await add('counted-one', [held], away);
  await add('counted-two', [held], away);
  await admin.post('/api/v1/users/users/invite/', { users: [one], org_roles: [held] });
  const seenFrom = async (org: string, path = 'org-roles') =>
    (await admin.get(`/api/v1/rbac/${path}/${held}/holders/`, undefined, { 'x-jms-org': org })).json;
  const [here, there] = [
    { id: role(2), name: expect.any(String), users: 1 },
    { id: away, name: 'Away', users: 2 },
  ];
  expect(await seenFrom(role(0))).toEqual({ users: 2, organizations: [there, here], elsewhere: 0 });
  expect(await seenFrom(role(2), 'roles')).toEqual({ users: 2, organizations: [here], elsewhere: 1 });
  const everywhere = (await admin.get(`/api/v1/rbac/system-roles/${role(1)}/holders/`)).json;
  expect(everywhere).toEqual({ users: expect.any(Number), organizations: [], elsewhere: 0 });
});

const { systemAdmin, user, orgAdmin, orgAuditor, orgUser } = builtinRoles;
const kinds = {
  'super administrator': { roles: [systemAdmin.id, orgUser.id], views: 'console audit tickets settings' },
  'organization admin': { roles: [user.id, orgAdmin.id], views: 'console audit tickets' },
  'organization auditor': { roles: [user.id, orgAuditor.id], views: 'audit tickets' },
  'organization user': { roles: [user.id, orgUser.id], views: 'tickets' },
  'ordinary user': { roles: [user.id], views: 'tickets' },
  'ticket approver': { roles: [user.id, orgUser.id], views: 'tickets' },
};

test('A-1-013 users of every kind sign in, and each is let into the views of that kind and no other', async () => {
  const password = 'Right-password-1';
  const made = async ([system, org]: string[], username: string) => {
    const facts = { name: username, username, email: `${username}@example.com`, system_roles: [system] };
    const roles = org ? { org_roles: [org] } : {};
    const answer = await admin.post('/api/v1/users/users/', {
      ...{ ...facts, ...roles, password_strategy: 'custom', password },
    });
    const { id } = answer.json as { id: string };
    if (!org) await admin.post(`/api/v1/users/users/${id}/remove/`);
    return { id, browser: await server.browserOf(username, password) };
  };
  const seen: Record<string, string> = {};
  const statuses: Record<string, number[]> = {};
  const users: Record<string, Awaited<ReturnType<typeof made>>> = {};
  for (const [kind, { roles }] of Object.entries(kinds)) {
    users[kind] = await made(roles, kind.replaceAll(' ', '-'));
    const { browser } = users[kind];
    const profile = (await browser.get('/api/v1/users/profile/')).json as Record<string, string[]>;
    const open = {
      console: profile.console_orgs?.length,
      audit: profile.audit_orgs?.length,
      tickets: profile.perms?.includes('tickets.view_ticket'),
      settings: profile.perms?.includes('settings.view_setting'),
    };
    seen[kind] = Object.entries(open)
      .flatMap(([view, isOpen]) => (isOpen ? view : []))
      .join(' ');
    const pages = [
      'users/groups/',
      'audits/operate-logs/',
      'tickets/tickets/',
      'settings/setting/?category=basic',
    ];
    statuses[kind] = [];
    for (const page of pages) statuses[kind].push((await browser.get(`/api/v1/${page}`)).status);
  }
  expect(seen).toEqual(Object.fromEntries(Object.entries(kinds).map(([kind, { views }]) => [kind, views])));
  expect(statuses).toEqual({
    'super administrator': [200, 200, 200, 200],
    'organization admin': [200, 200, 200, 403],
    'organization auditor': [403, 200, 200, 403],
    'organization user': [403, 403, 200, 403],
    'ordinary user': [403, 403, 200, 403],
    'ticket approver': [403, 403, 200, 403],
  });
  // What makes an approver is a flow that names the user: a request of another user waits for this one alone.
  await server.pool.query("delete from tickets_ticketflow where type = 'apply_asset'");
  const assignees = [users['ticket approver']?.id];
  const rules = [{ strategy: 'custom_user', assignees }];
  const flow = await admin.post('/api/v1/tickets/flows/', { type: 'apply_asset', approval_level: 1, rules });
  expect(flow.status, flow.text).toBe(201);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const node = (await admin.post('/api/v1/assets/nodes/', { full_value: '/DEFAULT/kinds' })).json as {
    id: string;
  };
  const request = {
    ...{ title: 'Access', org_id: role(2), apply_nodes: [node.id], apply_accounts: ['@ALL'] },
    ...{ apply_actions: ['connect'], apply_date_start: day(0), apply_date_expired: day(1) },
  };
  const url = '/api/v1/tickets/apply-asset-tickets/';
  const { id } = ((await users['organization user']?.browser.post(`${url}open/`, request))?.json ?? {}) as {
    id?: string;
  };
  const decide = async (kind: string) =>
    (await users[kind]?.browser.put(`${url}${id}/approve/`, request))?.status;
  expect([await decide('organization auditor'), await decide('ordinary user')]).toEqual([404, 404]);
  expect(await decide('ticket approver')).toBe(200);
});
