import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type Browser, startServer } from '../../../test/signedIn.ts';
import { type Act, createRanks, type Ranks, type Target } from '../../../test/users/ranks.ts';

type Rows = (Target & { abilities: string[]; refusals: Record<string, string> })[];

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let petty: Browser;
let ranks: Ranks;
let elsewhere: string;
let extraRole: string;
const url = '/api/v1/users/users/';
const rbac = '/api/v1/rbac/';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUmzgWxHZ7fTSuGYG7eCR2GgbXVT1cWOfCDEpTpIhNz laptop';
const { user, orgAdmin, orgUser } = builtinRoles;

const add: Ranks['add'] = (...user) => ranks.add(...user);
const query: Ranks['query'] = (...statement) => ranks.query(...statement);

const webSession = async ({ id }: Target) => {
  const [session, row] = [randomUUID(), randomUUID()];
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await query(
    "insert into system_session (id, token_hash, user_id, data, expires_at, remote_addr) values ($1::uuid, $1::text, $2, '{}', $3, '10.0.0.9')",
    [session, id, until],
  );
  await query(
    `insert into audits_usersession (id, "user", type, ip, city, user_agent, backend, date_expired, session_id, date_created)
     values ($1, $2, 'W', '10.0.0.9', '', '', '', $3, $4, now())`,
    [row, id, until, session],
  );
  return row;
};
const terminalSession = async ({ id, username }: Target) => {
  const session = randomUUID();
  await query(
    `insert into terminal_session (id, "user", user_id, asset, asset_id, account, account_id, protocol, type, login_from, error_reason,
       command_amount, is_success, is_finished, is_locked, has_replay, has_command, date_start, org_id, comment)
     values ($1, $2, $3, 'web-1', '', 'root', '', 'ssh', 'normal', 'WT', '', 0, true, false, false, false, false, now(), $4, '')`,
    [session, `${username}(${username})`, id, DEFAULT_ORG_ID],
  );
  return session;
};
const bindingOf = async ({ id }: Target) => {
  const [row] = await query<{ id: string }>(
    `insert into rbac_rolebinding (id, "user", role, scope, org) values ($1, $2, $3, 'org', $4)
     on conflict ("user", role, org) do update set scope = excluded.scope returning id`,
    [randomUUID(), id, extraRole, DEFAULT_ORG_ID],
  );
  return row?.id ?? '';
};
const group = async () =>
  ((await admin.post('/api/v1/users/groups/', { name: randomUUID() })).json as { id: string }).id;
const relations = '/api/v1/users/users-groups-relations/';

/** Every call that acts on users, as made on a target. `:id` calls come with their forms for many. */
const acts: Record<string, Act> = {
  [`PATCH ${url}:id/`]: (by, { id }) => by.patch(`${url}${id}/`, { is_active: false }),
  [`PUT ${url}:id/`]: (by, { id, username }) =>
    by.put(`${url}${id}/`, { name: 'Other', username, email: `${id}@example.com` }),
  [`PATCH ${url}`]: (by, { id }) => by.patch(url, [{ id, org_roles: [orgUser.id] }]),
  [`PUT ${url}`]: (by, { id, username }) =>
    by.put(url, [{ id, name: 'Other', username, email: `${id}@example.com` }]),
  [`POST ${url}batch-import/`]: (by, { id }) =>
    by.post(`${url}batch-import/`, { action: 'update', rows: [{ id, comment: 'x' }] }),
  [`DELETE ${url}:id/`]: (by, { id }) => by.delete(`${url}${id}/`),
  [`DELETE ${url}`]: (by, { id }) => by.delete(`${url}?ids=${id}`),
  [`POST ${url}invite/`]: async (by, { id }) => {
    await query('delete from rbac_rolebinding where "user" = $1 and org = $2 and role <> $3', [
      ...[id, DEFAULT_ORG_ID, orgAdmin.id],
    ]);
    return by.post(`${url}invite/`, { users: [id], org_roles: [orgUser.id] });
  },
  [`POST ${url}:id/remove/`]: (by, { id }) => by.post(`${url}${id}/remove/`),
  [`POST ${url}remove/`]: (by, { id }) => by.post(`${url}remove/?ids=${id}`),
  [`PATCH ${url}:id/password/reset/`]: (by, { id }) => by.patch(`${url}${id}/password/reset/`, {}),
  [`PATCH ${url}:id/password/`]: (by, { id }) =>
    by.patch(`${url}${id}/password/`, { password: 'Good-one-12' }),
  [`PUT ${url}:id/password/`]: (by, { id }) => by.put(`${url}${id}/password/`, { password: 'Good-one-12' }),
  [`PATCH ${url}:id/pubkey/reset/`]: (by, { id }) => by.patch(`${url}${id}/pubkey/reset/`, {}),
  [`GET ${url}:id/mfa/reset/`]: (by, { id }) => by.get(`${url}${id}/mfa/reset/`),
  [`PATCH ${url}:id/unblock/`]: (by, { id }) => by.patch(`${url}${id}/unblock/`, {}),
  [`POST ${url}unblock/`]: (by, { id }) => by.post(`${url}unblock/`, { ids: [id] }),
  [`POST ${relations}`]: async (by, { id }) => by.post(relations, { user: id, usergroup: await group() }),
  [`DELETE ${relations}`]: async (by, { id }) => {
    const usergroup = await group();
    await admin.post(relations, { user: id, usergroup });
    return by.delete(`${relations}?user=${id}&usergroup=${usergroup}`);
  },
  [`POST ${rbac}org-role-bindings/`]: (by, { id }) =>
    by.post(`${rbac}org-role-bindings/`, { user: id, role: extraRole }),
  [`POST ${rbac}org-role-bindings/batch-import/`]: (by, { id }) =>
    by.post(`${rbac}org-role-bindings/batch-import/`, {
      action: 'create',
      rows: [{ user: id, role: extraRole }],
    }),
  [`DELETE ${rbac}org-role-bindings/:id/`]: async (by, target) =>
    by.delete(`${rbac}org-role-bindings/${await bindingOf(target)}/`),
  [`DELETE ${rbac}org-role-bindings/`]: async (by, target) =>
    by.delete(`${rbac}org-role-bindings/?ids=${await bindingOf(target)}`),
  'POST /api/v1/audits/user-sessions/offline/': async (by, target) =>
    by.post('/api/v1/audits/user-sessions/offline/', { ids: [await webSession(target)] }),
  'POST /api/v1/terminal/tasks/kill-session/': async (by, target) =>
    by.post('/api/v1/terminal/tasks/kill-session/', [await terminalSession(target)]),
  'POST /api/v1/terminal/tasks/toggle-lock-session/': async (by, target) =>
    by.post('/api/v1/terminal/tasks/toggle-lock-session/', {
      session_id: await terminalSession(target),
      task_name: 'lock_session',
    }),
};

/** Calls that change users, sessions or roles without acting on an existing user of another rank, and why. */
const others: Record<string, string> = {
  [`POST ${url}`]: 'creates',
  [`POST ${url}render-to-json/`]: 'reads a file',
  'POST /api/v1/authentication/:backend/qr/unbind/:user/': 'superusers only',
  'PUT /api/v1/notifications/user-msg-subscription/:user/': 'own subscriptions only',
  'PATCH /api/v1/notifications/user-msg-subscription/:user/': 'own subscriptions only',
  'POST /api/v1/terminal/tasks/kill-session-for-ticket/': 'reviewers of its ticket only',
  'POST /api/v1/terminal/tasks/toggle-lock-session-for-ticket/': 'reviewers of its ticket only',
  // Granted assets are changed by permissions only; these calls refuse everyone.
  ...Object.fromEntries(
    ['POST', 'PUT :asset/', 'PATCH :asset/', 'DELETE :asset/'].map((call) => {
      const [method, path = ''] = call.split(' ');
      return [`${method} /api/v1/perms/users/:user/assets/${path}`, 'refused to everyone'];
    }),
  ),
  ...Object.fromEntries(
    ['PUT', 'PATCH'].flatMap((method) =>
      ['', ':id/'].map((path) => [`${method} /api/v1/terminal/tasks/${path}`, 'components only']),
    ),
  ),
};
const superuserOnly = ['role-bindings', 'system-role-bindings'];
const isExempt = (address: string) =>
  address in others ||
  address.endsWith('render-to-json/') ||
  superuserOnly.some((path) => address.includes(`${rbac}${path}/`));

const actsOn =
  /^\/api\/v1\/(users\/users|rbac\/[\w-]*bindings|audits\/user-sessions|terminal\/tasks)\b|:user/;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  ranks = createRanks(server, admin);
  elsewhere = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Elsewhere' })).json as { id: string }).id;
  const extra = { name: 'Extra', scope: 'org', permissions: ['assets.view_asset'] };
  extraRole = ((await admin.post(`${rbac}roles/`, extra)).json as { id: string }).id;
  const remover = { name: 'Remover', scope: 'system', permissions: ['users.delete_user'] };
  const { id: removing } = (await admin.post(`${rbac}roles/`, remover)).json as { id: string };
  petty = await ranks.signedIn('administrator', { system_roles: [user.id, removing] });
});
afterAll(() => server.stop());

test('every call that acts on users is in the table of acts', () => {
  const served = server.app.servedRoutes
    .filter(({ method, url: at }) => actsOn.test(at) && !['HEAD', 'OPTIONS'].includes(method))
    .filter(({ method, url: at }) => method !== 'GET' || at.endsWith('/reset/'))
    .map(({ method, url: at }) => `${method} ${at}`);
  expect(served.filter((address) => !isExempt(address)).sort()).toEqual(Object.keys(acts).sort());
});

test.each(Object.keys(acts))(
  '%s is refused on users of higher rank, who are named, and not on others',
  async (address) => {
    const act = acts[address] as Act;
    await ranks.expectRefusedAbove({ address, act, by: petty }, async ({ id, username }) => {
      const [row] = await query<{ is_active: boolean; name: string; roles: string }>(
        `select is_active, name, (select count(*) from rbac_rolebinding where "user" = u.id and role <> $2)::int as roles
       from users_user u where id = $1`,
        [id, extraRole],
      );
      expect(row).toMatchObject({ is_active: true, name: username });
    });
    await ranks.expectAllowedBelow(act, petty);
  },
);

test.each(Object.keys(acts))('%s is refused to auditors on anybody', (address) =>
  ranks.expectRefusedToAuditors(acts[address] as Act),
);

test('one user of higher rank among many keeps the others untouched', async () => {
  const [boss, plain] = [await add('superuser'), await add('member')];
  const ids = [await webSession(plain), await webSession(boss)];
  expect((await petty.post('/api/v1/audits/user-sessions/offline/', { ids })).text).toContain(boss.username);
  expect(await query('select 1 from audits_usersession where id = any($1)', [ids])).toHaveLength(2);
  const sessions = [await terminalSession(plain), await terminalSession(boss)];
  expect((await petty.post('/api/v1/terminal/tasks/kill-session/', sessions as never)).status).toBe(403);
  expect(await query('select 1 from terminal_task where args = any($1)', [sessions])).toHaveLength(0);
  expect((await petty.post(`${url}remove/?ids=${plain.id},${boss.id}`)).status).toBe(403);
  expect(
    await query('select 1 from rbac_rolebinding where "user" = $1 and org = $2', [plain.id, DEFAULT_ORG_ID]),
  ).toHaveLength(1);
});

test('admin keeps the organization and the grants that an organization administrator would take away', async () => {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "select id from users_user where username = 'admin'",
    [],
  );
  await admin.post(`${url}invite/`, { users: [id], org_roles: [orgAdmin.id] });
  expect((await petty.post(`${url}${id}/remove/`)).json).toMatchObject({
    detail: 'Administrator(admin) is a superuser. Only superusers can do this to a superuser.',
  });
  await server.browserOf('admin', adminPassword);
  const below = await webSession(await add('member'));
  const rows = (await petty.get('/api/v1/audits/user-sessions/?abilities=1')).json as {
    id: string;
    user: { id: string };
    abilities: string[];
  }[];
  const signedIn = rows.filter((row) => row.user.id === id);
  expect(signedIn.length).toBeGreaterThan(1);
  expect(signedIn.flatMap(({ abilities }) => abilities)).toEqual([]);
  expect(rows.find((row) => row.id === below)?.abilities).toEqual(['offline']);
});

test('the abilities of a user and of a session follow the rank', async () => {
  const [boss, auditor, peer] = [await add('superuser'), await add('auditor'), await add('administrator')];
  const rows = (await petty.get(`${url}?abilities=1`)).json as Rows;
  const of = ({ id }: Target) => rows.find((row) => row.id === id);
  const names = ['destroy', 'remove', 'resetMfa', 'resetPassword', 'resetPublicKey', 'setPassword'];
  for (const target of [boss, auditor]) {
    expect(of(target)?.abilities).toEqual([]);
    expect(Object.keys(of(target)?.refusals ?? {}).sort()).toEqual([...names, 'unblock', 'update']);
  }
  expect(of(peer)?.abilities.toSorted()).toEqual([...names, 'unblock', 'update']);
  const [above, below] = [await terminalSession(boss), await terminalSession(peer)];
  const sessions = (await petty.get('/api/v1/terminal/sessions/')).json as {
    id: string;
    can_terminate: boolean;
  }[];
  const can = (id: string) => sessions.find((row) => row.id === id)?.can_terminate;
  expect([can(above), can(below)]).toEqual([false, true]);
});

test('a rank held in another organization counts for acts on the account, not for those in this organization', async () => {
  const guest = await add('member');
  const there = { 'x-jms-org': elsewhere };
  expect(
    (await admin.post(`${url}invite/`, { users: [guest.id], org_roles: [orgAdmin.id] }, there)).status,
  ).toBe(201);
  const statusOf = async (address: string) => (await acts[address]?.(petty, guest))?.status;
  expect(await statusOf('POST /api/v1/audits/user-sessions/offline/')).toBe(403);
  expect(await statusOf(`PATCH ${url}:id/unblock/`)).toBe(403);
  expect(await statusOf(`DELETE ${url}:id/`)).toBe(403);
  expect(await statusOf('POST /api/v1/terminal/tasks/kill-session/')).toBe(200);
  const plain = await add('member');
  await admin.post(`${url}invite/`, { users: [plain.id], org_roles: [orgUser.id] }, there);
  expect((await acts['POST /api/v1/audits/user-sessions/offline/']?.(petty, plain))?.status).toBe(200);
  expect((await petty.delete(`${url}${plain.id}/`)).json).toMatchObject({
    detail: expect.stringContaining(`${plain.username}(${plain.username}) also belongs to an organization`),
  });
  expect((await petty.post(`${url}${guest.id}/remove/`)).status).toBe(204);
});

test('everything done to a user is in the operate log: who, to whom, what', async () => {
  const target = await add('member');
  const logged = async (address: string) => {
    await query('delete from audits_operatelog', []);
    const answer = await acts[address]?.(admin, target);
    expect(answer?.status, answer?.text).toBeLessThan(300);
    const rows = await query<{ user: string; action: string; resource: string }>(
      'select "user", action, resource from audits_operatelog where resource_key <> $1 order by datetime',
      ['users.usergroup'],
    );
    return rows.map(({ user: by, action, resource }) => [by, action, resource]);
  };
  const shown = `${target.username}(${target.username})`;
  const by = 'Administrator(admin)';
  await query("update users_user set public_key = $2, otp_secret = 'x' where id = $1", [target.id, key]);
  const about = (action: string, resource: unknown = shown) => [[by, action, resource]];
  for (const [address, entry] of [
    [`PATCH ${url}:id/unblock/`, about('update')],
    [`PATCH ${url}:id/pubkey/reset/`, about('update')],
    [`GET ${url}:id/mfa/reset/`, about('update')],
    [`PATCH ${url}:id/password/`, about('change_password')],
    ['POST /api/v1/audits/user-sessions/offline/', about('delete', `${shown} (10.0.0.9)`)],
    [
      'POST /api/v1/terminal/tasks/kill-session/',
      about('close', expect.stringContaining(`${shown}: root@web-1`)),
    ],
    ['POST /api/v1/terminal/tasks/toggle-lock-session/', about('update', expect.stringContaining(shown))],
    [`POST ${rbac}org-role-bindings/`, about('create', `${shown}: Extra`)],
    [`DELETE ${rbac}org-role-bindings/:id/`, about('delete', `${shown}: Extra`)],
    [`PATCH ${url}:id/`, about('update')],
    [`POST ${url}invite/`, about('update')],
    [`POST ${url}:id/remove/`, about('update')],
  ] as const)
    expect(await logged(address), address).toEqual(entry);
  const rest = await add('member');
  await query('delete from audits_operatelog', []);
  expect((await admin.delete(`${url}${rest.id}/`)).status).toBe(204);
  expect(await query('select action, resource from audits_operatelog', [])).toEqual([
    { action: 'delete', resource: `${rest.username}(${rest.username})` },
  ]);
});

test('system roles are changed only within reach', async () => {
  const [boss, plain] = [await add('superuser'), await add('member')];
  const make = async (name: string, permissions: string[]) =>
    ((await admin.post(`${rbac}roles/`, { name, scope: 'system', permissions })).json as { id: string }).id;
  const binder = await make('Binder', [
    ...['rbac.add_systemrolebinding', 'rbac.delete_systemrolebinding', 'rbac.view_systemrolebinding'],
    ...['users.view_user', 'users.change_user', 'rbac.view_console', 'orgs.view_rootorg'],
  ]);
  const browser = await ranks.signedIn('member', { system_roles: [user.id, binder] });
  const bind = (target: Target) =>
    browser.post(`${rbac}system-role-bindings/`, { user: target.id, role: binder });
  expect([(await bind(boss)).status, (await bind(plain)).status]).toEqual([403, 201]);
  const unbind = async (target: Target) => {
    const [held] = await query<{ id: string }>(
      'select id from rbac_rolebinding where "user" = $1 and org is null and role <> $2',
      [target.id, user.id],
    );
    return (await browser.delete(`${rbac}system-role-bindings/${held?.id}/`)).status;
  };
  expect([await unbind(boss), await unbind(plain)]).toEqual([403, 204]);
  const guest = await add('member');
  await admin.post(
    `${url}invite/`,
    { users: [guest.id], org_roles: [orgAdmin.id] },
    { 'x-jms-org': elsewhere },
  );
  const patched = await browser.patch(`${url}${guest.id}/`, { system_roles: [user.id, binder] });
  expect([patched.status, patched.text]).toEqual([403, expect.stringContaining(guest.username)]);
});
