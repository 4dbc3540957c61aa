import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../../../test/blockTable.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';

type Node = { id: string; key: string; value: string; full_value: string; name: string };
type Branch = {
  id: string;
  name: string;
  pId: string;
  isParent: boolean;
  meta: { type: string; data: Json };
};

const url = '/api/v1/assets/nodes/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const children = async (nodeId: string): Promise<Node[]> =>
  bodyOf<Node[]>(await inventory.admin.get(`${url}${nodeId}/children/`));
const nodeOf = async (nodeId: string): Promise<Node> =>
  bodyOf<Node>(await inventory.admin.get(`${url}${nodeId}/`));
const childOf = (parent: string, value?: string) =>
  inventory.made(inventory.admin.post(`${url}${parent}/children/`, value === undefined ? {} : { value }));
const top = async (): Promise<Node> =>
  bodyOf<Node[]>(await inventory.admin.get(`${url}children/`)).find(({ key }) => key === '1') as Node;

test('the root of an organization is created on first use, with name and number', async () => {
  const { admin, other } = inventory;
  expect(bodyOf<Node[]>(await admin.get(`${url}children/`))).toEqual([
    expect.objectContaining({ key: '1', value: 'DEFAULT', name: 'DEFAULT', full_value: '/DEFAULT' }),
  ]);
  expect(bodyOf<Node[]>(await other.get(`${url}children/`))).toEqual([
    expect.objectContaining({ key: '2', value: 'Other', full_value: '/Other', org_name: 'Other' }),
  ]);
});

test('children are numbered by their parent, and get a default name without one', async () => {
  const shop = await inventory.node('/DEFAULT/Shop');
  const first = await childOf(shop.id);
  const second = await childOf(shop.id);
  const named = await childOf(shop.id, 'Web');
  expect([first, second, named]).toMatchObject([
    { value: 'New node 1', key: `${shop.key}:0`, full_value: '/DEFAULT/Shop/New node 1' },
    { value: 'New node 2', key: `${shop.key}:1` },
    { value: 'Web', key: `${shop.key}:2` },
  ]);
  for (const [at, value] of [null, ''].entries())
    expect(await inventory.made(inventory.admin.post(`${url}${shop.id}/children/`, { value }))).toMatchObject(
      { value: `New node ${at + 3}` },
    );
  await inventory.admin.delete(`${url}${named.id}/`);
  expect(await childOf(shop.id, 'Web')).toMatchObject({ key: `${shop.key}:5` });
});

test.each([
  ['a child', 'post', 'children', { value: 'Late' }],
  ['assets', 'put', 'assets/add', {}],
  ['assets of others', 'put', 'assets/replace', {}],
] as const)(
  'adding %s to a node that is being deleted is refused as a conflict',
  async (_what, method, path, body) => {
    const parent = await inventory.node('/DEFAULT/Leaving');
    const { id: asset } = await inventory.host();
    const other = await inventory.pool.connect();
    try {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock(hashtextextended($1::text, $2))', [
        DEFAULT_ORG_ID,
        nodeStore.lockSeed,
      ]);
      await other.query('delete from assets_node where id = $1', [parent.id]);
      const answer = inventory.admin[method](`${url}${parent.id}/${path}/`, { assets: [asset], ...body });
      await untilWaiting(inventory.pool);
      await other.query('commit');
      expect(await answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
    } finally {
      other.release();
    }
  },
);

test('a name is refused on its field when a sibling has it, or when it is empty, too long or contains a slash', async () => {
  const parent = await inventory.node('/Names');
  await childOf(parent.id, 'a');
  const refusals = await Promise.all(
    ['a', '   ', 'x'.repeat(129), 'a/b', 'bell\u0007'].map((value) =>
      inventory.admin.post(`${url}${parent.id}/children/`, { value }),
    ),
  );
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(refusals.every(({ json }) => Object.keys(json).join() === 'value')).toBe(true);
  expect(await children(parent.id)).toHaveLength(1);
});

test('a node renamed to an invalid full path is refused on that field', async () => {
  const parent = await inventory.node('/Paths');
  const node = await childOf(parent.id, 'first');
  await childOf(parent.id, 'second');
  const refused = await Promise.all(
    [
      '/DEFAULT/Paths/second',
      '/DEFAULT/Paths/a/b',
      `/DEFAULT/Paths/${'x'.repeat(129)}`,
      '/DEFAULT/first',
    ].map((path) => inventory.admin.patch(`${url}${node.id}/`, { full_value: path })),
  );
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(refused.map(({ json }) => Object.keys(json).join())).toEqual(Array(4).fill('full_value'));
  expect(await nodeOf(node.id)).toMatchObject({ full_value: '/DEFAULT/Paths/first' });
  const renamed = await inventory.admin.patch(`${url}${node.id}/`, { full_value: '/DEFAULT/Paths/third' });
  expect(renamed.json).toMatchObject({ value: 'third', full_value: '/DEFAULT/Paths/third' });
});

test('a full path creates missing levels and returns an existing node', async () => {
  const deep = await inventory.node('/DEFAULT/Plant/Line 1/Cell');
  expect(deep).toMatchObject({ full_value: '/DEFAULT/Plant/Line 1/Cell', value: 'Cell' });
  const second = await inventory.node('/Plant/Line 1');
  expect(deep.key).toMatch(new RegExp(`^${second.key}:\\d+$`));
  expect(await inventory.node('/DEFAULT/Plant/Line 1')).toMatchObject({ id: second.id });
});

test('one request may create a node and a child of it', async () => {
  const made = bodyOf<Node[]>(
    await inventory.admin.post(url, [
      { full_value: '/Batch' },
      { full_value: '/Batch/Inner' },
      { full_value: '/Batch/Inner/Most' },
      { full_value: '/Batch/Second' },
    ]),
  );
  const [batch, inner, most, second] = made;
  expect(inner?.key).toBe(`${batch?.key}:0`);
  expect(most?.key).toBe(`${inner?.key}:0`);
  expect(second?.key).toBe(`${batch?.key}:1`);
  expect(await childOf(batch?.id ?? '', 'Third')).toMatchObject({ key: `${batch?.key}:2` });
  expect(bodyOf<Node[]>(await inventory.admin.post(url, [{ value: 'Twice' }, { value: 'Twice' }]))).toEqual([
    {},
    { value: ['This value is already taken.'] },
  ]);
});

test('renaming a node renames the full paths below it and no others', async () => {
  const inner = await inventory.node('/Old name 🌳/Inner/Most');
  const beside = await inventory.node('/Old name 🌳2');
  const [old] = bodyOf<Node[]>(
    await inventory.admin.get(`${url}?value=${encodeURIComponent('Old name 🌳')}`),
  );
  const renamed = await inventory.admin.patch(`${url}${old?.id}/`, { value: 'New name' });
  expect(renamed.json).toMatchObject({ value: 'New name', full_value: '/DEFAULT/New name' });
  expect(await nodeOf(inner.id)).toMatchObject({ full_value: '/DEFAULT/New name/Inner/Most' });
  expect(await nodeOf(beside.id)).toMatchObject({ full_value: '/DEFAULT/Old name 🌳2' });
  const taken = await inventory.admin.patch(`${url}${old?.id}/`, { value: 'Old name 🌳2' });
  expect(taken).toMatchObject({ status: 400, json: { value: ['This value is already taken.'] } });
});

test('the root cannot be renamed, moved or deleted', async () => {
  const root = await top();
  const target = await inventory.node('/Target of the root');
  const renamed = await inventory.admin.patch(`${url}${root.id}/`, { value: 'Mine' });
  expect(renamed).toMatchObject({ status: 400, json: { error: expect.any(String) } });
  const deleted = await inventory.admin.delete(`${url}${root.id}/`);
  expect(deleted).toMatchObject({ status: 403, json: { error: expect.any(String) } });
  const moved = await inventory.admin.put(`${url}${target.id}/children/add/`, { nodes: [root.id] });
  expect(moved.status).toBe(400);
});

test('moving puts whole subtrees under another node, with keys and paths', async () => {
  const from = await inventory.node('/From');
  const leaf = await inventory.node('/From/Moved/Below/Leaf');
  const moved = (await children(from.id))[0] as Node;
  const to = await inventory.node('/To');
  const answer = await inventory.admin.put(`${url}${to.id}/children/add/`, { nodes: [moved.id] });
  expect(answer).toMatchObject({ status: 200, text: '"OK"' });
  const now = await nodeOf(moved.id);
  expect(now).toMatchObject({ full_value: '/DEFAULT/To/Moved', key: `${to.key}:0` });
  expect(await nodeOf(leaf.id)).toMatchObject({
    full_value: '/DEFAULT/To/Moved/Below/Leaf',
    key: `${now.key}:0:0`,
  });
  expect(await children(from.id)).toEqual([]);
  expect(await children(to.id)).toMatchObject([{ id: moved.id }]);
});

test('a node cannot be moved below itself or next to a sibling of the same name', async () => {
  const below = await inventory.node('/Ring/Below');
  const ring = bodyOf<Node[]>(await inventory.admin.get(`${url}?value=Ring`))[0] as Node;
  const namesake = await inventory.node('/Elsewhere/Below');
  const inItself = await inventory.admin.put(`${url}${below.id}/children/add/`, { nodes: [ring.id] });
  const beside = await inventory.admin.put(`${url}${ring.id}/children/add/`, { nodes: [namesake.id] });
  expect([inItself.status, beside.status]).toEqual([400, 400]);
  const unknown = await inventory.admin.put(`${url}${ring.id}/children/add/`, { nodes: ['x'] });
  expect(unknown).toMatchObject({ status: 400, json: { nodes: expect.any(Array) } });
});

test('a node is deleted with its subtree unless that contains an asset', async () => {
  const gone = await inventory.node('/Gone');
  const below = await inventory.node('/Gone/Below');
  expect((await inventory.admin.delete(`${url}${gone.id}/`)).status).toBe(204);
  expect((await inventory.admin.get(`${url}${below.id}/`)).status).toBe(404);
  const kept = await inventory.node('/Kept');
  const holder = await inventory.node('/Kept/Holder');
  await inventory.host({ nodes: [holder.id] });
  const refused = await inventory.admin.delete(`${url}${kept.id}/`);
  expect(refused).toMatchObject({ status: 403, json: { error: expect.stringContaining('Kept') } });
});

test('children are listed directly or as a subtree, by node or key, and searched by name', async () => {
  const base = await inventory.node('/List');
  for (const path of ['/List/b', '/List/a', '/List/a/deep']) await inventory.node(path);
  const names = (reply: { json: never }) => bodyOf<Node[]>(reply as never).map(({ value }) => value);
  expect(names(await inventory.admin.get(`${url}${base.id}/children/`))).toEqual(['a', 'b']);
  expect(names(await inventory.admin.get(`${url}children/?key=${base.key}&all=all`))).toEqual([
    'a',
    'b',
    'deep',
  ]);
  expect(names(await inventory.admin.get(`${url}children/?id=${base.id}&all=all&search=EE`))).toEqual([
    'deep',
  ]);
  expect((await inventory.admin.get(`${url}${base.id}/children/?limit=1`)).json).toMatchObject({ count: 2 });
  expect((await inventory.admin.get(`${url}children/?key=9:9`)).status).toBe(404);
});

test("the tree has counts, opens by key, and leaves out the root's assets", async () => {
  const base = await inventory.node('/Tree');
  const [left, right] = [await inventory.node('/Tree/left'), await inventory.node('/Tree/right')];
  const both = await inventory.host({ name: 'both', nodes: [left.id, right.id], comment: 'twice' });
  await inventory.host({ name: 'single', nodes: [left.id], is_active: false });
  const branches = bodyOf<Branch[]>(await inventory.admin.get(`${url}children/tree/?key=${base.key}`));
  expect(branches.map(({ name, pId, isParent }) => ({ name, pId, isParent }))).toEqual([
    { name: 'left (2)', pId: base.key, isParent: true },
    { name: 'right (1)', pId: base.key, isParent: true },
  ]);
  expect(branches[0]?.meta).toMatchObject({
    type: 'node',
    data: { id: left.id, key: left.key, value: 'left' },
  });
  const opened = bodyOf<Branch[]>(await inventory.admin.get(`${url}children/tree/?key=${left.key}&assets=1`));
  expect(opened).toMatchObject([
    {
      id: both.id,
      name: 'both',
      title: '10.0.0.1\ntwice',
      pId: left.key,
      isParent: false,
      iconSkin: 'linux',
      chkDisabled: false,
      meta: {
        type: 'asset',
        data: { platform_type: 'linux', org_name: 'DEFAULT', sftp: true, name: 'both', address: '10.0.0.1' },
      },
    },
    { name: 'single', chkDisabled: true },
  ]);
  const start = bodyOf<Branch[]>(await inventory.admin.get(`${url}children/tree/?assets=1`));
  expect(start.find(({ id }) => id === '1')).toMatchObject({ pId: '', meta: { type: 'node' } });
  expect(start.find(({ id }) => id === base.key)).toMatchObject({ name: 'Tree (2)' });
  expect(start.every(({ meta }) => meta.type === 'node')).toBe(true);
});

test('a search shows matching nodes, their ancestors, and assets by name or address', async () => {
  const hay = await inventory.node('/Hay/Needle');
  await inventory.host({ name: 'needle-host', address: '10.77.0.1', nodes: [hay.id] });
  const found = bodyOf<Branch[]>(await inventory.admin.get(`${url}children/tree/?search=needle&all=all`));
  const names = found.map(({ name }) => name.replace(/ \(\d+\)$/, ''));
  expect(names.toSorted()).toEqual(['DEFAULT', 'Hay', 'Needle']);
  const leaves = bodyOf<Branch[]>(
    await inventory.admin.get(`${url}children/tree/?search=10.77&all=all&assets=1`),
  ).filter(({ meta }) => meta.type === 'asset');
  expect(leaves).toMatchObject([{ name: 'needle-host', pId: hay.key }]);
});

test('another organization neither sees nor changes the tree', async () => {
  const { admin, other } = inventory;
  const mine = await inventory.node('/Private');
  const theirs = await inventory.node('/Theirs', other);
  const answers = await Promise.all([
    other.get(`${url}${mine.id}/`),
    other.patch(`${url}${mine.id}/`, { value: 'x' }),
    other.delete(`${url}${mine.id}/`),
    other.get(`${url}${mine.id}/children/`),
    other.post(`${url}${mine.id}/children/`, {}),
    other.get(`${url}children/tree/?key=${mine.key}`),
    other.put(`${url}${mine.id}/assets/add/`, { assets: [] }),
    other.put(`${url}${mine.id}/children/add/`, { nodes: [theirs.id] }),
    other.get(`${url}${mine.id}/assets/`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const stolen = await other.put(`${url}${theirs.id}/children/add/`, { nodes: [mine.id] });
  expect(stolen.status).toBe(400);
  const asset = await inventory.host();
  const linked = await other.put(`${url}${theirs.id}/assets/add/`, { assets: [asset.id] });
  expect(linked).toMatchObject({ status: 400, json: { assets: expect.any(Array) } });
  expect((await admin.get(`${url}${mine.id}/`)).status).toBe(200);
});

test('the root organization sees every root node and creates no node', async () => {
  const everywhere = inventory.as({ superuser: true, org: ROOT_ORG_ID });
  const roots = bodyOf<Node[]>(await everywhere.get(`${url}children/`));
  expect(roots.map(({ key }) => key)).toEqual(['1', '2']);
  expect((await everywhere.post(url, { value: 'x' })).status).toBe(400);
  expect((await everywhere.post(`${url}children/`, {})).status).toBe(400);
});

test('changing the tree needs more than the permission to view nodes', async () => {
  const node = await inventory.node('/Guarded');
  const viewer = inventory.as({ permissions: ['assets.view_node'] });
  const answers = await Promise.all([
    viewer.post(`${url}${node.id}/children/`, {}),
    viewer.put(`${url}${node.id}/children/add/`, { nodes: [] }),
    viewer.put(`${url}${node.id}/assets/add/`, { assets: [] }),
    viewer.post(`${url}check_assets_amount_task/`),
    viewer.get(`${url}category/tree/`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await viewer.get(`${url}children/tree/`)).status).toBe(200);
});

test('changes of the tree are in the operate log', async () => {
  const node = await inventory.node('/Logged');
  const target = await inventory.node('/Log target');
  await inventory.admin.put(`${url}${target.id}/children/add/`, { nodes: [node.id] });
  const { rows } = await inventory.pool.query<{ action: string; diff: Json }>(
    'select action, diff from audits_operatelog where resource_id = $1 order by datetime',
    [node.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update']);
  expect(rows[1]?.diff).toEqual({ Path: ['/DEFAULT/Logged', '/DEFAULT/Log target/Logged'] });
});
