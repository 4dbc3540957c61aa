import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type Seen, startServer } from '../../../test/signedIn.ts';
import { type Act, created, createRanks, type Ranks, type Target } from '../../../test/users/ranks.ts';

type Holding = 'system' | 'org';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let petty: Browser;
let ranks: Ranks;
const { user, orgAdmin } = builtinRoles;
const users = '/api/v1/users/users/';
const groups = '/api/v1/users/groups/';
const rbac = '/api/v1/rbac/';

const add: Ranks['add'] = (...user) => ranks.add(...user);
const query: Ranks['query'] = (...statement) => ranks.query(...statement);

const groupOf = async (members: Target[]) =>
  created(await admin.post(groups, { name: randomUUID(), users: members.map(({ id }) => id) }));
const membersOf = async (group: string) =>
  (await query<{ user: string }>('select "user" from users_user_groups where usergroup = $1', [group])).map(
    ({ user: id }) => id,
  );
const namedLike = (text: string) => query<object>('select 1 from users_usergroup where name = $1', [text]);

const lent = { system: ['users.delete_user'], org: ['assets.view_asset'] };
const roleOf = async (holder: Target, scope: Holding) => {
  const facts = { name: randomUUID(), scope, permissions: lent[scope] };
  const role = created(await admin.post(`${rbac}roles/`, facts));
  await query('insert into rbac_rolebinding (id, "user", role, scope, org) values ($1, $2, $3, $4, $5)', [
    ...[randomUUID(), holder.id, role, scope, scope === 'org' ? DEFAULT_ORG_ID : null],
  ]);
  return role;
};
const boundTo = async ({ id }: Target) => {
  const role = created(
    await admin.post(`${rbac}roles/`, { name: randomUUID(), scope: 'system', permissions: lent.system }),
  );
  const [binding] = await query<{ id: string }>(
    'insert into rbac_rolebinding (id, "user", role, scope) values ($1, $2, $3, $4) returning id',
    [randomUUID(), id, role, 'system'],
  );
  return { role, binding: binding?.id ?? '' };
};

const withOneMore = async (target: Target, change: (group: string, all: string[]) => Promise<Seen>) => {
  const other = await add('member');
  return change(await groupOf([target, other]), [other.id]);
};

/** Acts on a role that a user holds, at the three addresses of roles. */
const actsOnRoles = (path: string, scope: Holding): Record<string, Act> => {
  const at = `${rbac}${path}/`;
  const name = () => randomUUID();
  return {
    [`PATCH ${at}:id/`]: async (by, target) =>
      by.patch(`${at}${await roleOf(target, scope)}/`, { permissions: [] }),
    [`PUT ${at}:id/`]: async (by, target) =>
      by.put(`${at}${await roleOf(target, scope)}/`, { name: name(), scope, permissions: [] }),
    [`PATCH ${at}`]: async (by, target) =>
      by.patch(at, [{ id: await roleOf(target, scope), permissions: [] }]),
    [`PUT ${at}`]: async (by, target) =>
      by.put(at, [{ id: await roleOf(target, scope), name: name(), scope, permissions: [] }]),
    [`POST ${at}batch-import/`]: async (by, target) =>
      by.post(`${at}batch-import/`, {
        action: 'update',
        rows: [{ id: await roleOf(target, scope), comment: 'x' }],
      }),
  };
};

/** Every call that reaches a user through a group or a role the user belongs to. */
const acts: Record<string, Act> = {
  [`POST ${groups}`]: (by, { id }) => by.post(groups, { name: randomUUID(), users: [id] }),
  [`PATCH ${groups}:id/`]: (by, target) =>
    withOneMore(target, (group, rest) => by.patch(`${groups}${group}/`, { users: rest })),
  [`PUT ${groups}:id/`]: (by, target) =>
    withOneMore(target, (group, rest) => by.put(`${groups}${group}/`, { name: group, users: rest })),
  [`PATCH ${groups}`]: async (by, target) =>
    by.patch(groups, [{ id: await groupOf([]), users: [target.id] }]),
  [`PUT ${groups}`]: (by, target) =>
    withOneMore(target, (group) => by.put(groups, [{ id: group, name: group, users: [] }])),
  [`POST ${groups}batch-import/`]: (by, target) =>
    withOneMore(target, (group, rest) =>
      by.post(`${groups}batch-import/`, { action: 'update', rows: [{ id: group, users: rest }] }),
    ),
  [`DELETE ${groups}:id/`]: async (by, target) => by.delete(`${groups}${await groupOf([target])}/`),
  [`DELETE ${groups}`]: async (by, target) => by.delete(`${groups}?ids=${await groupOf([target])}`),
  ...actsOnRoles('roles', 'org'),
  ...actsOnRoles('org-roles', 'org'),
  ...actsOnRoles('system-roles', 'system'),
  [`POST ${rbac}system-role-bindings/`]: async (by, { id }) => {
    const { role } = await boundTo(await add('member'));
    return by.post(`${rbac}system-role-bindings/`, { user: id, role });
  },
  [`POST ${rbac}system-role-bindings/batch-import/`]: async (by, { id }) => {
    const { role } = await boundTo(await add('member'));
    return by.post(`${rbac}system-role-bindings/batch-import/`, {
      action: 'create',
      rows: [{ user: id, role }],
    });
  },
  [`DELETE ${rbac}system-role-bindings/:id/`]: async (by, target) =>
    by.delete(`${rbac}system-role-bindings/${(await boundTo(target)).binding}/`),
  [`DELETE ${rbac}system-role-bindings/`]: async (by, target) =>
    by.delete(`${rbac}system-role-bindings/?ids=${(await boundTo(target)).binding}`),
};

/** Calls on groups and roles that take nothing from anybody and give nothing to a user of higher rank. */
const others = [
  `POST ${groups}:id/add-all-users/`,
  ...['roles', 'org-roles', 'system-roles'].flatMap((path) => [
    `POST ${rbac}${path}/`,
    `DELETE ${rbac}${path}/`,
    `DELETE ${rbac}${path}/:id/`,
  ]),
];

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  ranks = createRanks(server, admin);
  const permissions = [
    ...['roles', 'orgroles', 'systemroles'].flatMap((path) =>
      ['view', 'add', 'change', 'delete'].map((verb) => `rbac.${verb}_${path.slice(0, -1)}`),
    ),
    ...['view', 'add', 'delete'].map((verb) => `rbac.${verb}_systemrolebinding`),
    ...['users.delete_user', ...lent.system],
  ];
  const editor = created(
    await admin.post(`${rbac}roles/`, { name: 'Editor of roles', scope: 'system', permissions }),
  );
  petty = await ranks.signedIn('administrator', { system_roles: [user.id, editor] });
});
afterAll(() => server.stop());

test('every call that changes groups, roles or system roles of users is in the table of acts', () => {
  const served = server.app.servedRoutes
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    .map(({ method, url }) => `${method} ${url}`)
    .filter((address) => /\/(users\/groups|rbac\/([\w-]*roles|system-role-bindings))\//.test(address))
    .filter((address) => !address.endsWith('render-to-json/') && !others.includes(address));
  expect(served.sort()).toEqual(Object.keys(acts).sort());
});

test.each(Object.keys(acts))(
  '%s is refused when it reaches a user of higher rank, who is named, and not on others',
  async (address) => {
    const act = acts[address] as Act;
    await ranks.expectRefusedAbove({ address, act, by: petty });
    await ranks.expectAllowedBelow(act, petty);
  },
);

test.each(Object.keys(acts))('%s is refused to auditors on anybody', (address) =>
  ranks.expectRefusedToAuditors(acts[address] as Act),
);

test('a group with a user of higher rank is edited as long as that user stays as before', async () => {
  const [boss, plain, another] = [await add('superuser'), await add('member'), await add('member')];
  const group = await groupOf([boss, plain]);
  const at = `${groups}${group}/`;
  const renamed = randomUUID();
  expect((await petty.patch(at, { name: renamed })).status).toBe(200);
  expect(await namedLike(renamed)).toHaveLength(1);
  expect((await petty.patch(at, { users: [boss.id, another.id] })).status).toBe(200);
  expect((await membersOf(group)).sort()).toEqual([boss.id, another.id].sort());
  expect((await petty.patch(at, { users: [] })).json).toMatchObject({
    detail: expect.stringContaining(`${boss.username}(${boss.username}) is a superuser`),
  });
  expect((await petty.delete(at)).status).toBe(403);
  expect((await membersOf(group)).sort()).toEqual([boss.id, another.id].sort());
  expect((await admin.patch(at, { users: [] })).status).toBe(200);
  expect((await petty.delete(at)).status).toBe(204);
});

test('one group of many with a user of higher rank keeps all from being deleted', async () => {
  const [boss, plain] = [await add('superuser'), await add('member')];
  const [theirs, ours] = [await groupOf([boss, plain]), await groupOf([plain])];
  expect((await petty.delete(`${groups}?ids=${ours},${theirs}`)).status).toBe(403);
  expect(await query('select 1 from users_usergroup where id = any($1)', [[ours, theirs]])).toHaveLength(2);
  const rows = (await petty.get(`${groups}?abilities=1`)).json as {
    id: string;
    abilities: string[];
    refusals: Record<string, string>;
  }[];
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(ours)?.abilities).toContain('destroy');
  expect([of(theirs)?.abilities, of(theirs)?.refusals]).toEqual([
    expect.not.arrayContaining(['destroy']),
    { destroy: expect.stringContaining(boss.username) },
  ]);
});

test('all members are added to a group but those of higher rank; a superuser adds everybody', async () => {
  const [boss, plain, peer] = [await add('superuser'), await add('member'), await add('administrator')];
  const group = await groupOf([plain]);
  expect((await petty.post(`${groups}${group}/add-all-users/`)).status).toBeLessThan(300);
  const members = await membersOf(group);
  expect(members).toEqual(expect.arrayContaining([plain.id, peer.id]));
  expect(members).not.toContain(boss.id);
  expect((await admin.post(`${groups}${group}/add-all-users/`)).status).toBeLessThan(300);
  expect(await membersOf(group)).toContain(boss.id);
});

test('a role is edited where its holders rank no higher: the rank counts where the role is held', async () => {
  const there = { 'x-jms-org': created(await admin.post('/api/v1/orgs/orgs/', { name: 'Elsewhere' })) };
  const guest = await add('member');
  await admin.post(`${users}invite/`, { users: [guest.id], org_roles: [orgAdmin.id] }, there);
  const held = await roleOf(guest, 'org');
  const everywhere = await roleOf(guest, 'system');
  const change = (role: string) => petty.patch(`${rbac}roles/${role}/`, { permissions: [] });
  expect([(await change(held)).status, (await change(everywhere)).status]).toEqual([200, 403]);
  const free = created(await admin.post(`${rbac}roles/`, { name: 'Held by nobody', scope: 'org' }));
  expect((await change(free)).status).toBe(200);
});

test('a role that its holder shares with the caller is changed, although the caller holds it too', async () => {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "select id from rbac_role where name = 'Editor of roles'",
    [],
  );
  expect((await petty.patch(`${rbac}roles/${id}/`, { comment: 'mine' })).status).toBe(200);
  await query('insert into rbac_rolebinding (id, "user", role, scope) values ($1, $2, $3, $4)', [
    ...[randomUUID(), (await add('superuser')).id, id, 'system'],
  ]);
  expect((await petty.patch(`${rbac}roles/${id}/`, { comment: 'theirs' })).status).toBe(403);
});

test('a temporary token of another user is not found, not even by a superuser', async () => {
  const owner = await ranks.signedIn('member');
  const token = created(await owner.post('/api/v1/authentication/temp-tokens/', {}));
  const expire = (by: Browser) => by.patch(`/api/v1/authentication/temp-tokens/${token}/expire/`, {});
  expect((await expire(admin)).status).toBe(404);
  expect((await expire(owner)).status).toBe(200);
});
