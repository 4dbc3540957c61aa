import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';
import { settle } from '../../engine/tree/amounts.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

const url = '/api/v1/assets/nodes/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Branch = { id: string; name: string };

/** Counts shown by the tree, by key. */
const shown = async (): Promise<Map<string, number>> => {
  const nodes = bodyOf<Branch[]>(await inventory.admin.get(`${url}children/tree/?all=all`));
  return new Map(nodes.map(({ id, name }) => [id, Number(/\((\d+)\)$/.exec(name)?.[1])]));
};

/** Actual counts, from the links. */
const counted = async (): Promise<Map<string, number>> => {
  const rows = await inventory.services.db.rows<{ key: string; amount: number }>(sql`select n.key,
    (select count(distinct l.asset)::int from assets_asset_nodes l join assets_node b on b.id = l.node where b.path <@ n.path) as amount
    from assets_node n where n.org_id = ${DEFAULT_ORG_ID}`);
  return new Map(rows.map(({ key, amount }) => [key, amount]));
};

const amountOf = async (key: string) => (await shown()).get(key);

/** Settles all pending changes; returns how many are left. */
const settled = async (): Promise<number> => {
  await settle(nodeStore, inventory.services);
  const [left] = await inventory.services.db.rows<{ n: number }>(
    sql`select count(*)::int as n from assets_nodedelta`,
  );
  return left?.n ?? 0;
};

test('an asset on several nodes counts once for their common ancestors', async () => {
  const a = await inventory.node('/Once/a');
  const b = await inventory.node('/Once/b');
  const [once] = bodyOf<{ key: string }[]>(await inventory.admin.get(`${url}?value=Once`));
  const host = await inventory.host({ nodes: [a.id, b.id] });
  expect([await amountOf(once?.key ?? ''), await amountOf(String(a.key))]).toEqual([1, 1]);
  await inventory.admin.patch(`/api/v1/assets/hosts/${host.id}/`, { nodes: [b.id] });
  expect([await amountOf(once?.key ?? ''), await amountOf(String(a.key))]).toEqual([1, 0]);
  await inventory.admin.delete(`/api/v1/assets/hosts/${host.id}/`);
  expect([await amountOf(once?.key ?? ''), await amountOf(String(b.key))]).toEqual([0, 0]);
  expect(await settled()).toBe(0);
  expect(await shown()).toEqual(await counted());
});

test('assets are added to, removed from and moved to a node; one without a node falls back to the root', async () => {
  const node = await inventory.node('/Links/here');
  const elsewhere = await inventory.node('/Links/there');
  const hosts = [
    await inventory.host({ nodes: [elsewhere.id] }),
    await inventory.host({ nodes: [elsewhere.id] }),
  ];
  const ids = hosts.map(({ id }) => id);
  const nodesOf = async (id = '') =>
    bodyOf<{ nodes_display: string[] }>(await inventory.admin.get(`/api/v1/assets/assets/${id}/`))
      .nodes_display;
  const added = await inventory.admin.put(`${url}${node.id}/assets/add/`, { assets: ids });
  expect(bodyOf<{ assets: string[] }>(added)).toEqual({
    assets: expect.arrayContaining(ids),
    org_id: DEFAULT_ORG_ID,
    org_name: 'DEFAULT',
  });
  expect(await nodesOf(ids[0])).toEqual(['/DEFAULT/Links/here', '/DEFAULT/Links/there']);
  await inventory.admin.put(`${url}${elsewhere.id}/assets/replace/`, { assets: [ids[0]] });
  expect(await nodesOf(ids[0])).toEqual(['/DEFAULT/Links/there']);
  await inventory.admin.put(`${url}${elsewhere.id}/assets/remove/`, { assets: [{ pk: ids[0] }] });
  expect(await nodesOf(ids[0])).toEqual(['/DEFAULT']);
  const direct = await inventory.admin.get(`${url}${node.id}/assets/`);
  expect(bodyOf<{ id: string }[]>(direct).map(({ id }) => id)).toEqual([ids[1]]);
  const [links] = bodyOf<{ id: string }[]>(await inventory.admin.get(`${url}?value=Links`));
  const whole = await inventory.admin.get(`${url}${links?.id}/assets/?all=1`);
  expect(bodyOf<{ id: string }[]>(whole).map(({ id }) => id)).toEqual([ids[1]]);
  expect(bodyOf(await inventory.admin.get(`${url}${links?.id}/assets/`))).toEqual([]);
  expect(await shown()).toEqual(await counted());
});

test('assets are added by name too; a missing list is refused, and null counts as an empty one', async () => {
  const node = await inventory.node('/Named');
  const host = await inventory.host();
  const add = (body: object) => inventory.admin.put(`${url}${node.id}/assets/add/`, body);
  const byName = await add({ assets: [{ name: host.name }] });
  expect(byName, byName.text).toMatchObject({ status: 200, json: { assets: [host.id] } });
  expect(await add({ assets: null })).toMatchObject({ status: 200, json: { assets: [host.id] } });
  const refusals = await Promise.all([{}, { assets: 'x' }, { assets: [true] }].map(add));
  expect(refusals.map(({ status, json }) => [status, json])).toEqual([
    [400, { assets: ['This field is required.'] }],
    [400, { assets: ['Enter a list.'] }],
    [400, { assets: ['An id was expected, not a boolean.'] }],
  ]);
});

test('a change of links is logged as a change of the asset', async () => {
  const node = await inventory.node('/Audited');
  const host = await inventory.host();
  await inventory.admin.put(`${url}${node.id}/assets/replace/`, { assets: [host.id] });
  const { rows } = await inventory.pool.query<{ diff: object }>(
    "select diff from audits_operatelog where resource_id = $1 and action = 'update'",
    [host.id],
  );
  expect(rows.map(({ diff }) => diff)).toEqual([{ Nodes: ['DEFAULT', 'Audited'] }]);
});

test('moving a subtree moves its counts', async () => {
  const leaf = await inventory.node('/Source/Part/Leaf');
  const stays = await inventory.node('/Source/Stays');
  await inventory.host({ nodes: [leaf.id] });
  await inventory.host({ nodes: [leaf.id, stays.id] });
  const target = await inventory.node('/Destination');
  const [part] = bodyOf<{ id: string }[]>(await inventory.admin.get(`${url}?value=Part`));
  await inventory.admin.put(`${url}${target.id}/children/add/`, { nodes: [part?.id] });
  const [source] = bodyOf<{ key: string }[]>(await inventory.admin.get(`${url}?value=Source`));
  expect([await amountOf(source?.key ?? ''), await amountOf(String(target.key))]).toEqual([1, 2]);
  expect(await shown()).toEqual(await counted());
});

test('a deleted node leaves no unsettled change', async () => {
  const node = await inventory.node('/Leaving');
  await inventory.pool.query('insert into assets_nodedelta (node, delta) values ($1, 0)', [node.id]);
  await inventory.admin.delete(`${url}${node.id}/`);
  const { rows } = await inventory.pool.query('select 1 from assets_nodedelta where node = $1', [node.id]);
  expect(rows).toEqual([]);
});

test('recounting repairs tampered counts, and otherwise finds nothing to repair', async () => {
  const node = await inventory.node('/Tampered');
  await inventory.host({ nodes: [node.id] });
  const check = async () => bodyOf(await inventory.admin.post(`${url}check_assets_amount_task/`));
  expect(await check()).toEqual({ task: expect.any(String), corrected: 0 });
  await inventory.pool.query('update assets_node set assets_amount = 40 where id = $1', [node.id]);
  expect(await amountOf(String(node.key))).toBe(40);
  expect(await check()).toMatchObject({ corrected: 1 });
  expect(await shown()).toEqual(await counted());
});

test('counts stay correct while many users link, move, import and delete concurrently', async () => {
  const { admin } = inventory;
  const nodes: string[] = [];
  for (const a of ['p', 'q', 'r'])
    for (const b of ['1', '2', '3']) nodes.push((await inventory.node(`/Busy/${a}/${b}`)).id);
  const parents = bodyOf<{ id: string; value: string }[]>(
    await admin.get(`${url}children/?search=&all=all`),
  ).filter(({ value }) => ['p', 'q', 'r'].includes(value));
  const hosts = await Promise.all(
    Array.from({ length: 12 }, (_, at) => inventory.host({ nodes: [nodes[at % nodes.length]] })),
  );
  let seed = 7;
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return from[seed % from.length] as T;
  };
  const steps = [
    () => admin.put(`${url}${pick(nodes)}/assets/add/`, { assets: [pick(hosts).id, pick(hosts).id] }),
    () => admin.put(`${url}${pick(nodes)}/assets/replace/`, { assets: [pick(hosts).id] }),
    () => admin.put(`${url}${pick(nodes)}/assets/remove/`, { assets: [pick(hosts).id, pick(hosts).id] }),
    () => admin.patch(`/api/v1/assets/assets/${pick(hosts).id}/`, { nodes: [pick(nodes), pick(nodes)] }),
    () => admin.put(`${url}${pick(parents).id}/children/add/`, { nodes: [pick(nodes)] }),
    () => admin.patch(`${url}${pick(nodes)}/`, { value: `n${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}` }),
    () => admin.post(`${url}${pick(parents).id}/children/`, {}),
    () =>
      admin.post('/api/v1/assets/hosts/', [
        {
          name: `t${seed}`,
          address: 'x',
          platform: inventory.platform('Linux'),
          nodes_display: [`/Busy/${pick(['p', 's'])}/${pick(['1', '9'])}`],
        },
      ]),
    async () => admin.delete(`/api/v1/assets/assets/?search=t${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}`),
  ];
  const statuses = new Set<number>();
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => pick(steps)()));
    for (const { status } of answers) statuses.add(status);
    expect(await shown()).toEqual(await counted());
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(await settled()).toBe(0);
  expect(await shown()).toEqual(await counted());
  const { rows } = await inventory.pool.query(
    `select n.key from assets_node n where n.parent_key <> '' and not exists (select from assets_node p
      where p.org_id = n.org_id and p.key = n.parent_key and n.full_value = p.full_value || '/' || n.value and n.key like p.key || ':%')`,
  );
  expect(rows).toEqual([]);
});
