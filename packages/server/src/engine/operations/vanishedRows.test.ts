import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../test/api.ts';
import { blockTable, untilWaiting } from '../../../test/blockTable.ts';
import { estateOf } from '../../../test/estate.ts';
import { type Inventory, startInventory } from '../../../test/inventory.ts';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const permissions = '/api/v1/perms/asset-permissions/';
const name = () => `n-${randomUUID().slice(0, 8)}`;
const group = () => inventory.made(inventory.admin.post('/api/v1/users/groups/', { name: name() }));

/** The answer to a request when a row is deleted while the request waits for a lock on a table. */
const whileDeleted = async (
  { table, mode, of, id }: { table: string; mode?: 'access exclusive'; of: string; id: string | number },
  send: () => Promise<Reply>,
): Promise<Pick<Reply, 'status' | 'json'>> => {
  const { run, commit } = await blockTable(inventory.pool, table, mode);
  const answer = send();
  await untilWaiting(inventory.pool);
  await run(`delete from ${of} where id = $1`, [id]);
  await commit();
  const { status, json } = await answer;
  return { status, json };
};
const refused = (field: string, id: string | number) => ({
  status: 400,
  json: { [field]: [`"${id}" does not exist or is not visible to you.`] },
});

test('a permission is refused at the field that names a user deleted meanwhile', async () => {
  const user = await estateOf(inventory.pool).user(name());
  const answer = await whileDeleted({ table: 'perms_assetpermission', of: 'users_user', id: user }, () =>
    inventory.admin.post(permissions, { name: name(), users: [user] }),
  );
  expect(answer).toEqual(refused('users', user));
});

test('a change of a permission is refused at the field that names a node deleted meanwhile', async () => {
  const { id: node } = await inventory.node(`/DEFAULT/${name()}`);
  const { id } = await inventory.made(inventory.admin.post(permissions, { name: name() }));
  const answer = await whileDeleted(
    { table: 'perms_assetpermission_nodes', of: 'assets_node', id: node },
    () => inventory.admin.patch(`${permissions}${id}/`, { nodes: [node] }),
  );
  expect(answer).toEqual(refused('nodes', node));
});

test('an asset is refused at the field platform when the platform it names is deleted meanwhile', async () => {
  const { admin, made, pool } = inventory;
  const { id: linux } = (await pool.query("select id from assets_platform where name = 'Linux'")).rows[0];
  const copied = (await admin.get(`/api/v1/assets/platforms/${linux}/`)).json as Record<string, unknown>;
  const { id: platform } = await made(
    admin.post('/api/v1/assets/platforms/', { ...copied, id: undefined, name: name() }),
  );
  const answer = await whileDeleted({ table: 'assets_asset', of: 'assets_platform', id: platform }, () =>
    admin.post('/api/v1/assets/hosts/', { name: name(), address: '10.0.0.1', platform }),
  );
  expect(answer).toEqual(refused('platform', platform));
});

test.each(['user', 'usergroup'] as const)(
  'a group membership is refused at the field %s when the row it names is deleted meanwhile',
  async (side) => {
    const ends = { user: await estateOf(inventory.pool).user(name()), usergroup: (await group()).id };
    const of = side === 'user' ? 'users_user' : 'users_usergroup';
    // After looking up both ends, the request waits: for a lock on the user, or to insert the link.
    const table = side === 'user' ? 'users_user' : 'users_user_groups';
    const answer = await whileDeleted({ table, of, id: ends[side] }, () =>
      inventory.admin.post('/api/v1/users/users-groups-relations/', ends),
    );
    expect(answer).toEqual(refused(side, ends[side]));
  },
);

test('a new account is refused at the field asset when the asset it names is deleted meanwhile', async () => {
  const { id: asset } = await inventory.host();
  const template = await inventory.made(
    inventory.admin.post('/api/v1/accounts/account-templates/', { name: name(), username: 'root' }),
  );
  const answer = await whileDeleted(
    { table: 'accounts_account', mode: 'access exclusive', of: 'assets_asset', id: asset },
    () => inventory.admin.post('/api/v1/accounts/accounts/', { asset, template: template.id }),
  );
  expect(answer).toEqual(refused('asset', asset));
});

test('overwriting an account that is deleted meanwhile is a conflict', async () => {
  const { id: asset } = await inventory.host();
  const made = { asset, name: 'root', username: 'root', on_invalid: 'update' };
  const accounts = '/api/v1/accounts/accounts/';
  const { id } = await inventory.made(inventory.admin.post(accounts, made));
  const answer = await whileDeleted({ table: 'accounts_account', of: 'accounts_account', id }, () =>
    inventory.admin.post(accounts, { ...made, secret: 'new' }),
  );
  expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
});

test('adding a user with a role that is deleted meanwhile is a conflict, and the user is not added', async () => {
  const role = await inventory.made(
    inventory.admin.post('/api/v1/rbac/org-roles/', { name: name(), scope: 'org' }),
  );
  const username = name();
  const answer = await whileDeleted({ table: 'rbac_rolebinding', of: 'rbac_role', id: role.id }, () =>
    inventory.admin.post('/api/v1/users/users/', {
      name: username,
      username,
      email: `${username}@example.com`,
      org_roles: [role.id],
    }),
  );
  expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
  const { rows } = await inventory.pool.query('select 1 from users_user where username = $1', [username]);
  expect(rows).toEqual([]);
});
