import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLicence, storeLicence } from '../../test/licence.ts';
import { type Browser, type Seen, startServer } from '../../test/signedIn.ts';

const password = 'Right-password-1';
const users = '/api/v1/users/users/';
const groups = '/api/v1/users/groups/';
const hosts = '/api/v1/assets/hosts/';
const permissions = '/api/v1/perms/asset-permissions/';
const { systemAdmin, user, orgAdmin, orgUser } = builtinRoles;

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let petty: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  const { username } = await add({ password_strategy: 'custom', password, org_roles: [orgAdmin.id] });
  petty = await server.browserOf(username, password);
});
afterAll(() => server.stop());

const made = ({ json, status, text }: Seen): string => {
  expect(status, text).toBe(201);
  return (json as { id: string }).id;
};
const add = async (more: object = {}): Promise<{ id: string; username: string }> => {
  const username = randomUUID().slice(0, 8);
  const facts = { name: username, username, email: `${username}@example.com` };
  const roles = { system_roles: [user.id], org_roles: [orgUser.id] };
  return { id: made(await admin.post(users, { ...facts, ...roles, ...more })), username };
};
const raise = async ({ id }: { id: string }) =>
  expect((await admin.patch(`${users}${id}/`, { system_roles: [systemAdmin.id] })).status).toBe(200);
const asks = { 'x-undo': '1' };
const tokenOf = (answer: Seen): string => {
  expect(answer.status, answer.text).toBeLessThan(300);
  expect(answer.raw.headers['x-undo']).toBeDefined();
  return String(answer.raw.headers['x-undo']);
};
const undo = (by: Browser, token: string) => by.post('/api/v1/common/undo/', { token });
const idsIn = async (table: string, column: string, where: string, id: string): Promise<string[]> => {
  const { rows } = await server.pool.query(
    `select ${column}::text as id from ${table} where ${where} = $1 order by 1`,
    [id],
  );
  return rows.map((row: { id: string }) => row.id);
};
const membersOf = (group: string) => idsIn('users_user_groups', '"user"', 'usergroup', group);

test('nobody joins or leaves a group by an undo who ranks above the caller by then', async () => {
  const [boss, peer] = [await add(), await add()];
  const groupOf = async (members: { id: string }[]) =>
    made(await admin.post(groups, { name: randomUUID(), users: members.map(({ id }) => id) }));
  const [joined, left, gone] = [await groupOf([]), await groupOf([boss, peer]), await groupOf([boss, peer])];
  const change = async (group: string, members: string[]) =>
    tokenOf(await petty.patch(groups, [{ id: group, users: members }], asks));
  const tokens = [
    await change(joined, [boss.id]),
    await change(left, [peer.id]),
    tokenOf(await petty.delete(`${groups}${gone}/`, undefined, asks)),
  ];
  const harmless = await change(await groupOf([peer]), []);
  await raise(boss);
  for (const token of tokens) {
    const answer = await undo(petty, token);
    expect(answer.status, answer.text).toBe(403);
    expect(answer.text).toContain(boss.username);
  }
  expect(await membersOf(joined)).toEqual([boss.id]);
  expect(await membersOf(left)).toEqual([peer.id]);
  expect(await membersOf(gone)).toEqual([]);
  expect((await undo(petty, harmless)).json).toEqual({ restored: 1, left: [] });
});

test('a user who was removed from the organization gets neither groups nor permissions back by an undo', async () => {
  const [member, other] = [await add(), await add()];
  const group = made(await admin.post(groups, { name: randomUUID(), users: [member.id] }));
  const permission = made(
    await admin.post(permissions, { name: randomUUID(), users: [member.id, other.id], accounts: ['@ALL'] }),
  );
  const tokens = [
    tokenOf(await petty.delete(`${groups}${group}/`, undefined, asks)),
    tokenOf(await petty.patch(permissions, [{ id: permission, users: [other.id] }], asks)),
  ];
  expect((await petty.post(`${users}${member.id}/remove/`)).status).toBeLessThan(300);
  for (const token of tokens)
    expect(await undo(petty, token)).toMatchObject({ status: 404, json: { code: 'undo_expired' } });
  expect(await membersOf(group)).toEqual([]);
  expect(await idsIn('perms_assetpermission_users', '"user"', 'assetpermission', permission)).toEqual([
    other.id,
  ]);
});

test('an undo brings no more assets back than the licence allows', async () => {
  const host = async (name: string) => made(await admin.post(hosts, { name, address: 'h', platform: 1 }));
  const limit = async (count: number) => {
    await storeLicence(server.pool, makeLicence({ asset_count: count }));
    await server.services.settings.reload();
  };
  const id = await host(randomUUID());
  const token = tokenOf(await petty.delete(`${hosts}${id}/`, undefined, asks));
  await limit(1);
  const other = await host(randomUUID());
  const changed = tokenOf(await petty.patch(hosts, [{ id: other, comment: 'new' }], asks));
  expect(await undo(petty, token)).toMatchObject({
    status: 400,
    json: { non_field_errors: ['The licence allows 1 assets. There is no room for more.'] },
  });
  expect((await petty.get(`${hosts}${id}/`)).status).toBe(404);
  expect((await undo(petty, changed)).json).toEqual({ restored: 1, left: [] });
  await limit(2);
  expect((await undo(petty, token)).json).toEqual({ restored: 1, left: [] });
});
