import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let keeper: Browser;
let boss: string;
const url = '/api/v1/users/users/';
const systemAdmin = '00000000-0000-0000-0000-000000000001';
const password = 'Right-password-1';

const add = async (username: string, more: object = {}): Promise<string> => {
  const made = await admin.post(url, {
    ...{ name: username, username, email: `${username}@example.com`, password_strategy: 'custom', password },
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const names = async (): Promise<string[]> =>
  ((await admin.get(`${url}?order=username`)).json as { username: string }[]).map((row) => row.username);
const selection = async (by: Browser, ids: string[]): Promise<string> =>
  ((await by.post('/api/v1/common/resources/cache/', { resources: ids })).json as { spm: string }).spm;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  const permissions = '["users.view_user","users.change_user","users.delete_user","rbac.view_console"]';
  const { rows } = await server.pool.query(
    `insert into rbac_role (name, scope, comment, builtin, codenames, created_by, updated_by)
      values ('Keeper', 'system', '', false, $1, '', '') returning id`,
    [permissions],
  );
  await add('keeper', { system_roles: [rows[0].id] });
  keeper = await server.browserOf('keeper', password);
  boss = await add('boss', { system_roles: [systemAdmin] });
});
afterAll(() => server.stop());

test('callers who are not superusers cannot change or delete superusers, in any bulk operation', async () => {
  const plain = await add('bystander');
  const spm = await selection(keeper, [boss, plain]);
  const before = await names();
  const changed = await keeper.patch(url, [
    { id: plain, comment: 'changed' },
    { id: boss, comment: 'changed' },
  ]);
  expect([changed.status, changed.json]).toMatchObject([403, { code: 'permission_denied' }]);
  const replaced = await keeper.put(url, [{ id: boss, name: 'x', username: 'boss', email: 'x@example.com' }]);
  expect(replaced.status).toBe(403);
  for (const query of [`spm=${spm}`, `ids=${boss},${plain}`, 'username=boss', 'search=bo'])
    expect((await keeper.delete(`${url}?${query}`)).status, query).toBe(403);
  expect(
    (await keeper.post(`${url}batch-import/`, { action: 'update', rows: [{ id: boss, name: 'x' }] })).text,
  ).not.toContain('"id"');
  expect(await names()).toEqual(before);
  expect((await admin.get(`${url}${plain}/`)).json).toMatchObject({ comment: null });
  expect((await admin.get(`${url}${boss}/`)).json).toMatchObject({ comment: null, name: 'boss' });
});

test('a bulk deletion that includes admin or the caller is refused, and no bulk change disables admin', async () => {
  const second = await server.browserOf('boss', password);
  const [first] = (await admin.get(`${url}?username=admin`)).json as { id: string }[];
  const other = await add('mortal');
  for (const query of [
    `spm=${await selection(second, [first?.id ?? '', other])}`,
    `ids=${first?.id},${other}`,
    `spm=${await selection(second, [boss, other])}`,
    'username=admin',
  ])
    expect((await second.delete(`${url}?${query}`)).status, query).toBe(403);
  expect(await names()).toContain('mortal');
  const off = [
    { id: first?.id, is_active: false },
    { id: other, is_active: false },
  ];
  expect((await second.patch(url, off)).json).toMatchObject([{ is_active: true }, { is_active: false }]);
});

test('users are deleted by a selection or a filter, never all of them', async () => {
  const ids = [await add('gone-1'), await add('gone-2')];
  const refused = { status: 400, json: { code: 'unable_to_delete_all_users' } };
  for (const query of [
    '',
    '?limit=1',
    '?search=',
    '?spm=',
    '?id=',
    '?id!=',
    '?nonsense=1',
    '?is_active=&username=',
  ])
    expect(await admin.delete(`${url}${query}`), query).toMatchObject(refused);
  for (const query of ['', '?spm=', '?id!='])
    expect((await admin.post(`${url}remove/${query}`)).status, query).toBe(400);
  const everybody = ((await admin.get(url)).json as { id: string }[]).map(({ id }) => id);
  expect(await admin.delete(`${url}?spm=${await selection(admin, everybody)}`)).toMatchObject(refused);
  expect(await admin.delete(`${url}?search=no-such-user&_rel=not`)).toMatchObject(refused);
  expect((await admin.delete(`${url}?search=gone-1`)).status).toBe(204);
  expect((await admin.delete(`${url}?spm=${await selection(admin, ids)}`)).status).toBe(204);
  expect((await admin.delete(`${url}?spm=00000000-0000-4000-8000-000000000009`)).status).toBe(204);
  expect((await names()).filter((name) => name.startsWith('gone'))).toEqual([]);
  expect(await names()).toEqual(expect.arrayContaining(['admin', 'boss', 'keeper']));
});
