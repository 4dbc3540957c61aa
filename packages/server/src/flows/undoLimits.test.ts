import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../test/inventory.ts';

const UNDO = '/api/v1/common/undo/';
const HOSTS = '/api/v1/assets/hosts/';
const ACCOUNTS = '/api/v1/accounts/accounts/';
const TEMPLATES = '/api/v1/accounts/account-templates/';
const asks = { 'x-undo': '1' };

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const tokenOf = ({ status, text, headers }: Awaited<ReturnType<Inventory['admin']['get']>>): string => {
  expect(status, text).toBeLessThan(300);
  return String(headers['x-undo']);
};
const removing = async (path: string) => tokenOf(await inventory.admin.delete(path, undefined, asks));
const changing = async (path: string, rows: Json[]) => tokenOf(await inventory.admin.patch(path, rows, asks));
const undo = (token: string) => inventory.admin.post(UNDO, { token });
const accountOn = (asset: string, username: string) =>
  inventory.made(inventory.admin.post(ACCOUNTS, { name: username, username, asset }));
const templateOf = (name: string, more: Json = {}) =>
  inventory.made(inventory.admin.post(TEMPLATES, { name, username: name, ...more }));

test('an undo after which accounts or templates would switch in a circle is refused as a whole', async () => {
  const { admin, host } = inventory;
  const asset = (await host()).id;
  const [one, two] = [await accountOn(asset, 'one'), await accountOn(asset, 'two')];
  await admin.patch(`${ACCOUNTS}${one.id}/`, { su_from: two.id });
  const accounts = await changing(ACCOUNTS, [{ id: one.id, su_from: null }]);
  await admin.patch(`${ACCOUNTS}${two.id}/`, { su_from: one.id });
  const low = await templateOf('low');
  const high = await templateOf('high', { su_from: low.id });
  const templates = await removing(`${TEMPLATES}${low.id}/`);
  expect(await undo(templates)).toMatchObject({ status: 200 });
  const again = await changing(TEMPLATES, [{ id: high.id, su_from: null }]);
  await admin.patch(`${TEMPLATES}${low.id}/`, { su_from: high.id });
  for (const token of [accounts, again])
    expect(await undo(token)).toMatchObject({ status: 400, json: { su_from: [expect.any(String)] } });
  expect(bodyOf(await admin.get(`${ACCOUNTS}${one.id}/`)).su_from).toBeNull();
});

test('an asset whose nodes were deleted meanwhile comes back on the root node', async () => {
  const { admin, host, node } = inventory;
  const place = await node('/Demolished');
  const one = await host({ nodes: [place.id] });
  const token = await removing(`${HOSTS}${one.id}/`);
  expect((await admin.delete(`/api/v1/assets/nodes/${place.id}/`)).status).toBe(204);
  expect((await undo(token)).json).toEqual({ restored: 1, left: [] });
  const { nodes } = bodyOf<{ nodes: { id: string }[] }>(await admin.get(`${HOSTS}${one.id}/`));
  const { rows } = await inventory.pool.query("select id from assets_node where parent_key = ''");
  expect(rows.map(({ id }) => id)).toContain(nodes[0]?.id);
});

test('a name that looks like a secret is a name', async () => {
  const names = ['g1.a.b.c', `g1.0123456789ab.${'x'.repeat(40)}.${'y'.repeat(40)}`];
  for (const name of names) {
    const one = await inventory.host({ name });
    const token = await removing(`${HOSTS}${one.id}/`);
    expect((await undo(token)).json).toEqual({ restored: 1, left: [] });
  }
});

test('what draws in more rows than are kept gets no undo, and the change happens', async () => {
  const { admin, host, pool } = inventory;
  const one = await host();
  const account = await accountOn(one.id, 'busy');
  const { rows } = await pool.query(
    `insert into accounts_historicalaccount (org_id, account, version, history_date, secret_type)
      select $2::uuid, $1::uuid, n, now(), 'password' from generate_series(2, 5200) n returning 1`,
    [account.id, one.org_id],
  );
  expect(rows).toHaveLength(5199);
  expect(await removing(`${HOSTS}${one.id}/`)).toBe('undefined');
  const nodes = await pool.query(
    `insert into assets_node (org_id, child_mark, assets_amount, key, value, full_value, parent_key)
      select $1::uuid, 0, 0, '1:' || n, n::text, '/Default/' || n, '1' from generate_series(90000, 95200) n returning id`,
    [one.org_id],
  );
  const two = await host();
  await pool.query('insert into assets_asset_nodes (asset, node) select $1, unnest($2::uuid[])', [
    two.id,
    nodes.rows.map(({ id }) => id),
  ]);
  expect(await changing(HOSTS, [{ id: two.id, comment: 'new' }])).toBe('undefined');
  expect(bodyOf(await admin.get(`${HOSTS}${two.id}/`)).comment).toBe('new');
});

test('a change made in one organization is undone neither in another nor in all of them', async () => {
  const { as, host } = inventory;
  const one = await host();
  const token = await removing(`${HOSTS}${one.id}/`);
  const everywhere = as({ superuser: true, org: ROOT_ORG_ID });
  expect((await everywhere.post(UNDO, { token })).status).toBe(404);
  expect((await undo(token)).json).toEqual({ restored: 1, left: [] });
});

test('a name that is taken while the undo runs is a conflict, and the undo can be tried again', async () => {
  const { host, pool } = inventory;
  const [one, other] = [await host({ name: 'contested' }), await host()];
  const token = await removing(`${HOSTS}${one.id}/`);
  const rival = await pool.connect();
  await rival.query('begin');
  await rival.query("update assets_asset set name = 'contested' where id = $1", [other.id]);
  const undoing = undo(token);
  const blocked = async () =>
    (
      await pool.query(
        "select 1 from pg_locks join pg_stat_activity using (pid) where not granted and locktype = 'transactionid' and datname = current_database()",
      )
    ).rowCount;
  await expect.poll(blocked).toBe(1);
  await rival.query('commit');
  rival.release();
  expect(await undoing).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(bodyOf(await undo(token)).left).toMatchObject([{ id: one.id, reason: 'taken' }]);
});
