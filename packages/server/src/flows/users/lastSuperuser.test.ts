import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { disableUnusedUsersJob } from '../../jobs/disableUnusedUsers.ts';
import { guardLastSuperuser, superusersAmong } from '../../resources/lastSuperuser.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let boss: Browser;
let bossId: string;
let adminId: string;
const url = '/api/v1/users/users/';
const rbac = '/api/v1/rbac/';
const password = 'Right-password-1';
const { systemAdmin, user } = builtinRoles;
const refused = { status: 403, text: expect.stringContaining('Make another user a superuser first.') };
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
const past = new Date(Date.now() - 1000).toISOString();

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.pool.query(text, values)).rows;
const add = async (username: string, more: object = {}, by = boss): Promise<string> => {
  const facts = { name: username, username, email: `${username}@example.com`, ...more };
  const made = await by.post(url, { password_strategy: 'custom', password, ...facts });
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const both = { system_roles: [systemAdmin.id, user.id] };
const bindingOf = async (id: string): Promise<string> => {
  const [row] = await query<{ id: string }>(
    'select id from rbac_rolebinding where "user" = $1 and role = $2',
    [id, systemAdmin.id],
  );
  return row?.id ?? '';
};
const unbind = (id: string) =>
  query('delete from rbac_rolebinding where "user" = $1 and role = $2', [id, systemAdmin.id]);
const bind = (id: string) =>
  query(
    'insert into rbac_rolebinding (id, "user", role, scope) values ($1, $2, $3, \'system\') on conflict do nothing',
    [randomUUID(), id, systemAdmin.id],
  );

beforeAll(async () => {
  server = await startServer();
  bossId = await add('boss', both, await server.admin());
  boss = await server.browserOf('boss', password);
  [{ id: adminId } = { id: '' }] = await query<{ id: string }>(
    "select id from users_user where username = 'admin'",
  );
  await query('insert into rbac_rolebinding (id, "user", role, scope) values ($1, $2, $3, \'system\')', [
    ...[randomUUID(), adminId, user.id],
  ]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await query("delete from users_user where username not in ('admin', 'boss') and not is_service_account");
  await query(
    "update users_user set is_active = true, source = 'local', date_expired = now() + interval '60 years'",
  );
  await bind(bossId);
  await unbind(adminId);
});

test('the last superuser keeps the role, by whichever address it is taken, until another user has it', async () => {
  const binding = await bindingOf(bossId);
  for (const path of ['role-bindings', 'system-role-bindings']) {
    expect(await boss.delete(`${rbac}${path}/${binding}/`), path).toMatchObject(refused);
    expect(await boss.delete(`${rbac}${path}/?ids=${binding}`), path).toMatchObject(refused);
  }
  // Without a password, this one cannot sign in yet.
  await add('invited', { ...both, password_strategy: 'email', password: undefined });
  expect(await boss.delete(`${rbac}role-bindings/${binding}/`)).toMatchObject(refused);
  await bind(adminId);
  expect((await boss.delete(`${rbac}role-bindings/${binding}/`)).status).toBe(204);
});

test.each([
  ['an expiry date that has passed', { date_expired: past }],
  ['an expiry date within a year', { date_expired: soon }],
  ['another way to sign in', { source: 'ldap' }],
])('the last superuser does not get %s, alone, in a list or by import', async (_, change) => {
  const rows = [{ id: bossId, ...change }];
  expect(await boss.patch(`${url}${bossId}/`, change)).toMatchObject(refused);
  expect(await boss.patch(url, rows)).toMatchObject(refused);
  const imported = await boss.post(`${url}batch-import/`, { action: 'update', rows });
  expect(imported.json).toMatchObject({ failed: 1 });
  expect(imported.text).toContain('Make another user a superuser first.');
  expect((await boss.patch(`${url}${bossId}/`, { comment: 'still here' })).status).toBe(200);
});

test('a superuser who expires soon cannot disable, demote or delete all the others at once', async () => {
  const [one, two] = [await add('one', both), await add('two', both)];
  await query('update users_user set date_expired = $2 where id = $1', [bossId, soon]);
  const list = (change: object) => [one, two].map((id) => ({ id, ...change }));
  expect(await boss.patch(url, list({ is_active: false }))).toMatchObject(refused);
  expect(await boss.patch(url, list({ system_roles: [user.id] }))).toMatchObject(refused);
  expect(await boss.delete(`${url}?ids=${one},${two}`)).toMatchObject(refused);
  expect((await boss.patch(url, [{ id: one, is_active: false }])).status).toBe(200);
  expect(await boss.delete(`${url}${two}/`)).toMatchObject(refused);
  expect(await query('select 1 from users_user where is_active and id = any($1)', [[one, two]])).toHaveLength(
    1,
  );
  // Superusers who expire soon themselves may go, as long as one is left who lasts as long.
  await query('update users_user set date_expired = $2 where id = $1', [two, past]);
  const short = await add('short', { ...both, date_expired: soon });
  expect((await boss.delete(`${url}${short}/`)).status).toBe(204);
});

test('of two superusers who disable, unbind or delete each other at the same time, one is left', async () => {
  const acts: ((by: Browser, id: string) => Promise<{ status: number }>)[] = [
    (by, id) => by.patch(`${url}${id}/`, { is_active: false }),
    async (by, id) => by.delete(`${rbac}system-role-bindings/?ids=${await bindingOf(id)}`),
    (by, id) => by.delete(`${url}${id}/`),
  ];
  for (const [index, act] of acts.entries()) {
    await bind(bossId);
    const names = [`left-${index}`, `right-${index}`];
    const [left = '', right = ''] = [await add(names[0] ?? '', both), await add(names[1] ?? '', both)];
    const [one, other] = [
      await server.browserOf(names[0] ?? '', password),
      await server.browserOf(names[1] ?? '', password),
    ];
    await unbind(bossId);
    const answers = await Promise.all([act(one, right), act(other, left)]);
    const done = answers.filter(({ status }) => status < 300);
    expect([done.length, await superusersAmong([left, right], server.services.db)]).toMatchObject([
      expect.toSatisfy((count: number) => count <= 1),
      expect.toSatisfy((rows: unknown[]) => rows.length >= 1),
    ]);
    await query("delete from users_user where username like '%-' || $1", [index]);
  }
});

test('the job that disables unused users leaves the superuser who was used last', async () => {
  const [older, newer] = [await add('older', both), await add('newer', both)];
  await unbind(bossId);
  await query(
    "update users_user set last_login = now() - make_interval(days => case id when $1 then 400 else 300 end), date_joined = now() - interval '500 days' where id = any($2)",
    [older, [older, newer]],
  );
  const { services } = server;
  await services.settings.set({ SECURITY_UNCOMMON_USERS_TTL: 30 }, services.db);
  await services.settings.reload();
  const job = disableUnusedUsersJob({ ...services, db: services.unhurried });
  const { signal } = new AbortController();
  await job.handle({}, { id: '1', attempt: 1, signal, progress: () => undefined, log: () => undefined });
  expect(await query('select is_active from users_user where id = any($1)', [[older]])).toEqual([
    { is_active: false },
  ]);
  expect(await superusersAmong([older, newer], services.db)).toMatchObject([{ id: newer }]);
});

test('the guard refuses to lose the last superuser among any users it is given', async () => {
  const { db } = server.services;
  const member = await add('member');
  await expect(guardLastSuperuser(await superusersAmong([member], db), db)).resolves.toBeUndefined();
  await expect(guardLastSuperuser(await superusersAmong([bossId, member], db), db)).rejects.toMatchObject({
    code: 'permission_denied',
  });
});
