import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { estateOf } from '../estate.ts';
import { bodyOf, type Inventory, startInventory } from '../inventory.ts';
import { makeChange, makeFirstRows, type Workbench } from './estateChanges.ts';
import { accessTo, assetsBelow, assetsOfUser, type EstateModel } from './estateModel.ts';

const size = proofSize({ small: 100, whole: 10_000 });
/** Number of changes between two comparisons of everything. */
const comparedEvery = proofSize({ small: 10, whole: 100 });
const seed = proofSize({ small: 11, whole: Date.now() % 2 ** 31 });

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const makeDice = (start: number) => {
  let state = start;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

const startBench = async (): Promise<Workbench> => {
  const estate = estateOf(inventory.pool);
  const [crew, staff] = [await estate.group('crew'), await estate.group('staff')];
  const ann = await estate.user('ann', { groups: [crew] });
  const bob = await estate.user('bob', { groups: [crew, staff] });
  const eve = await estate.user('eve');
  const roots = bodyOf<{ id: string; value: string }[]>(
    await inventory.admin.get('/api/v1/assets/nodes/children/'),
  );
  const [root] = roots;
  if (!root) throw new Error('no root');
  const model: EstateModel = {
    nodes: new Map([[root.id, { parent: undefined, name: root.value }]]),
    assets: new Map(),
    accounts: new Map(),
    permissions: new Map(),
    groups: new Map([
      [crew, new Set([ann, bob])],
      [staff, new Set([bob])],
    ]),
    users: new Map([
      [ann, 'ann'],
      [bob, 'bob'],
      [eve, 'eve'],
    ]),
  };
  return { inventory, model, root: root.id, dice: makeDice(seed), log: [] };
};

type Branch = { name: string; meta: { data: { id: string } } };

/** Names and counts of all nodes, as the tree shows them. */
const shownTree = async () => {
  const rows = bodyOf<Branch[]>(await inventory.admin.get('/api/v1/assets/nodes/children/tree/?all=all'));
  return new Map(rows.map(({ name, meta }) => [meta.data.id, name]));
};
const countOf = async (url: string) =>
  bodyOf<{ count: number }>(await inventory.admin.get(`${url}limit=1`)).count;

const expectCounts = async ({ model, dice }: Workbench, at: string) => {
  const expected = [...model.nodes].map(
    ([id, { name }]) => [id, `${name} (${assetsBelow(model, id).length})`] as const,
  );
  expect(await shownTree(), at).toEqual(new Map(expected));
  const assets = '/api/v1/assets/assets/?';
  const node = [...model.nodes.keys()][dice(model.nodes.size)] ?? '';
  expect(
    [
      await countOf(assets),
      await countOf(`${assets}node_id=${node}&`),
      await countOf('/api/v1/accounts/accounts/?'),
      await countOf('/api/v1/perms/asset-permissions/?'),
    ],
    at,
  ).toEqual([
    model.assets.size,
    assetsBelow(model, node).length,
    model.accounts.size,
    model.permissions.size,
  ]);
};

/** The accounts a user may use on an asset; undefined where it is not granted. */
const shownAccess = async (user: string, asset: string) => {
  const reply = await inventory.admin.get(`/api/v1/perms/users/${user}/assets/${asset}/`);
  if (reply.status === 404) return;
  const { permed_accounts } = bodyOf<{ permed_accounts: { alias: string }[] }>(reply);
  return new Set(permed_accounts.map(({ alias }) => alias));
};

const expectAccess = async ({ model, dice }: Workbench, at: string) => {
  const user = [...model.users.keys()][dice(model.users.size)] ?? '';
  const asset = [...model.assets.keys()][dice(model.assets.size)];
  if (asset) expect(await shownAccess(user, asset), at).toEqual(accessTo(model, user, asset));
};

const expectListedAssets = async ({ model }: Workbench, at: string) => {
  for (const user of model.users.keys()) {
    const rows = bodyOf<{ id: string }[]>(await inventory.admin.get(`/api/v1/perms/users/${user}/assets/`));
    expect(new Set(rows.map(({ id }) => id)), at).toEqual(new Set(assetsOfUser(model, user)));
  }
};

/** The changes in the audit log. */
const logged = async (): Promise<string[]> => {
  const { rows } = await inventory.pool.query<{ line: string }>(
    "select concat_ws(' ', action, resource_key, resource_id) as line from audits_operatelog",
  );
  return rows.map(({ line }) => line);
};

test('after random changes, counts, lists, access and the operate log are what a simple model says', async () => {
  const bench = await startBench();
  await makeFirstRows(bench);
  let decisions = 0;
  for (let change = 1; change <= size; change += 1) {
    const at = `change ${change}, seed ${seed}`;
    await makeChange(bench);
    await expectAccess(bench, at);
    decisions += 1;
    if (change % comparedEvery > 0 && change < size) continue;
    await expectCounts(bench, at);
    await expectListedAssets(bench, at);
    expect((await logged()).toSorted(), at).toEqual(bench.log.toSorted());
  }
  const { nodes, assets, accounts, permissions } = bench.model;
  tellFigure(
    `seed ${seed}: ${size} changes, ${bench.log.length} entries in the audit log, ${decisions} decisions; left ${nodes.size} nodes, ${assets.size} assets, ${accounts.size} accounts, ${permissions.size} permissions`,
  );
});
