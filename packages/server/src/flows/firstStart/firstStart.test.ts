import { readFile, stat } from 'node:fs/promises';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../test/signedIn.ts';
import { createPasswords } from '../../platform/crypto/password.ts';
import { databaseOf } from '../../platform/database.ts';
import { firstStart, initialPasswordFile } from './firstStart.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const count = async (table: string) =>
  (await server.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;
const tables = [
  'users_user',
  'rbac_role',
  'rbac_rolebinding',
  'assets_platform',
  'orgs_organization',
  'users_usergroup',
];

test('the first start creates organization, roles, platforms and one administrator', async () => {
  expect(await Promise.all(tables.map(count))).toEqual([1, 7, 2, 28, 1, 1]);
  const { rows } = await server.pool.query('select name, internal from assets_platform order by id limit 2');
  expect(rows).toEqual([
    { name: 'Linux', internal: true },
    { name: 'Unix', internal: true },
  ]);
});

test('the first administrator holds both administrator roles and is in the default group', async () => {
  const roles = await server.pool.query(
    `select r.name, b.org from rbac_rolebinding b join rbac_role r on r.id = b.role
     join users_user u on u.id = b."user" where u.username = 'admin' order by r.name`,
  );
  expect(roles.rows).toEqual([
    { name: 'OrgAdmin', org: DEFAULT_ORG_ID },
    { name: 'SystemAdmin', org: null },
  ]);
  const groups = await server.pool.query(
    `select g.name from users_user_groups m join users_usergroup g on g.id = m.usergroup
     join users_user u on u.id = m."user" where u.username = 'admin'`,
  );
  expect(groups.rows).toEqual([{ name: 'Default' }]);
});

test('the password is printed once, stored where only the owner can read it, and changed at the first sign-in', async () => {
  const file = initialPasswordFile(server.config.GATEHOUSE_HOME);
  const password = (await readFile(file, 'utf8')).trim();
  expect(password).toMatch(/^\w{20}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(server.output).toHaveLength(1);
  expect(server.output[0]).toContain(password);
  const browser = server.browser();
  const sentOn = await browser.signIn('admin', password);
  expect(sentOn.location).toContain('/core/auth/password/reset/');
  const page = await browser.get(sentOn.location);
  const done = await browser.form('/core/auth/password/reset/', {
    csrf_token: browser.hidden(page, 'csrf_token'),
    token: browser.hidden(page, 'token'),
    new_password: 'My-own-password-1',
    confirm_password: 'My-own-password-1',
  });
  expect(done.location).toBe('/ui/');
  expect((await browser.get('/api/v1/users/profile/')).json).toMatchObject({
    username: 'admin',
    is_superuser: true,
  });
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('several servers that start again at once add and print nothing', async () => {
  const before = await Promise.all(tables.map(count));
  const lines: string[] = [];
  const deps = {
    db: databaseOf(server.pool),
    passwords: createPasswords(),
    home: server.config.GATEHOUSE_HOME,
    tell: (line: string) => void lines.push(line),
  };
  await Promise.all([firstStart(deps), firstStart(deps), firstStart(deps)]);
  expect(await Promise.all(tables.map(count))).toEqual(before);
  expect(lines).toEqual([]);
});

test("a start keeps administrators' changes to built-in platforms and resets those to built-in roles", async () => {
  await server.pool.query("update assets_platform set charset = 'gbk' where name = 'Linux'");
  await server.pool.query("update rbac_role set codenames = '[]' where name = 'OrgUser'");
  await firstStart({
    db: databaseOf(server.pool),
    passwords: createPasswords(),
    home: server.config.GATEHOUSE_HOME,
    tell: () => undefined,
  });
  const platforms = await server.pool.query("select charset from assets_platform where name = 'Linux'");
  expect(platforms.rows[0].charset).toBe('gbk');
  const roles = await server.pool.query(
    "select jsonb_array_length(codenames) as held from rbac_role where name = 'OrgUser'",
  );
  expect(roles.rows[0].held).toBe(21);
});
