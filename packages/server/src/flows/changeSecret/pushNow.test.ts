import { beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { changeScene } from '../../../test/machines/changeScene.ts';

const accounts = '/api/v1/accounts/accounts/';

let inventory: Inventory;
const scene = changeScene();
const { hostWith, takeAll, holding, ended, accountOf, take } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});

const params = { push_account_posix: { groups: 'wheel' } };
const app = { name: 'app', username: 'app', secret: 'Sesame-2', push_now: true };
const create = (asset: string, more: Json = {}) =>
  inventory.admin.post(accounts, { ...app, asset, on_invalid: 'error', ...more });
const runs = async (): Promise<string[]> =>
  (
    await inventory.pool.query(
      "select id from ops_celerytaskexecution where name = 'push_chosen' order by id",
    )
  ).rows.map(({ id }) => String(id));
/** Takes the targets of the one run that a request started, and lets them succeed. */
const pushed = async (count: number, before: readonly string[]) => {
  const targets = await takeAll(count);
  const [run = '', ...others] = (await runs()).filter((id) => !before.includes(id));
  expect(others).toEqual([]);
  expect(targets.map(({ work }) => work)).toEqual(targets.map(() => run));
  await holding(targets, 'new');
  expect(await ended(run)).toMatchObject({ state: 'done' });
  return targets;
};

test('an account is pushed once it is saved, with the secret and the parameters of the request', async () => {
  const asset = await hostWith([]);
  const made = await create(asset, { params });
  expect(made.status, made.text).toBe(201);
  expect(made.json).not.toHaveProperty('push_now');
  expect(made.json).not.toHaveProperty('params');
  const [target] = await pushed(1, []);
  expect(target).toMatchObject({
    operation: { kind: 'push_account', params: { groups: 'wheel', shell: '/bin/bash' } },
    change: { username: 'app', secret: 'Sesame-2' },
  });
  const id = await accountOf(asset, 'app');
  const before = await runs();
  const changed = await inventory.admin.patch(`${accounts}${id}/`, { secret: 'Sesame-3', push_now: true });
  expect(changed.status, changed.text).toBe(200);
  const [again] = await pushed(1, before);
  expect(again).toMatchObject({ operation: { params: { groups: '' } }, change: { secret: 'Sesame-3' } });
  const after = await runs();
  expect((await inventory.admin.patch(`${accounts}${id}/`, { comment: 'x', push_now: false })).status).toBe(
    200,
  );
  expect(await runs()).toEqual(after);
});

test('many accounts of one request are pushed in one run, and what cannot be pushed is told for its asset', async () => {
  const [fresh, known] = [await hostWith([]), await hostWith(['app'])];
  const aix = (await scene.machine({ platform: inventory.platform('AIX'), accounts: [] })).id;
  const order = { ...app, params, assets: [fresh, known, aix] };
  const before = await runs();
  const refused = await inventory.admin.post(`${accounts}bulk/`, { ...order, on_invalid: 'error' });
  expect(refused.status).toBe(400);
  expect(await accountOf(fresh, 'app')).toBe('');
  expect(await runs()).toEqual(before);
  const made = await inventory.admin.post(`${accounts}bulk/`, { ...order, on_invalid: 'update' });
  expect(made.status, made.text).toBe(200);
  expect(bodyOf<Json[]>(made)).toMatchObject([
    { state: 'created' },
    { state: 'updated' },
    { state: 'error', error: expect.stringContaining('platform AIX') },
  ]);
  const targets = await pushed(2, before);
  expect(targets.map(({ operation }) => operation.params.groups)).toEqual(['wheel', 'wheel']);
  // Accounts that are left as they are, are not pushed.
  const skipped = await inventory.admin.post(`${accounts}bulk/`, {
    ...order,
    assets: [known],
    on_invalid: 'skip',
  });
  expect(bodyOf<Json[]>(skipped)).toMatchObject([{ state: 'skipped' }]);
  const ids = [await accountOf(fresh, 'app'), await accountOf(known, 'app')];
  const between = await runs();
  expect(between).toHaveLength(before.length + 1);
  const list = await inventory.admin.patch(
    accounts,
    ids.map((id) => ({ id, push_now: true })),
  );
  expect(list.status, list.text).toBe(200);
  await pushed(2, between);
});

test('what is not pushed is refused on its field, and who may not push is refused', async () => {
  const asset = await hostWith([]);
  const aix = (await scene.machine({ platform: inventory.platform('AIX'), accounts: [] })).id;
  const before = await runs();
  for (const [more, field] of [
    [{ asset: aix }, 'push_now'],
    [{ privileged: true }, 'push_now'],
    [{ name: 'root2', username: 'Root' }, 'push_now'],
    [{ secret: '' }, 'push_now'],
    [{ secret_type: 'token' }, 'push_now'],
    [{ params: { push_account_posix: { home: "/srv/'x" } } }, 'params'],
    [{ params: { nosuch: {} } }, 'params'],
  ] as const)
    expect(await create(asset, more)).toMatchObject({
      status: 400,
      json: { [field]: [expect.any(String)] },
    });
  const creator = inventory.as({ permissions: ['accounts.add_account', 'accounts.change_account'] });
  expect((await creator.post(accounts, { ...app, asset })).status).toBe(403);
  expect((await creator.post(accounts, { ...app, asset, push_now: false })).status).toBe(201);
  const id = await accountOf(asset, 'app');
  expect((await creator.patch(`${accounts}${id}/`, { push_now: true })).status).toBe(403);
  expect(
    await inventory.admin.patch(`${accounts}${id}/`, { privileged: true, push_now: true }),
  ).toMatchObject({
    status: 400,
    json: { push_now: [expect.any(String)] },
  });
  expect(await runs()).toEqual(before);
  expect(await take()).toEqual([]);
});

test('the assets and nodes of a plan that pushes have addresses of their own, as those of one that changes secrets', async () => {
  const [one, two] = [await hostWith([]), await hostWith([])];
  const node = await inventory.node('/DEFAULT/of a push');
  const plan = await inventory.made(
    inventory.admin.post('/api/v1/accounts/push-account-automations/', {
      ...{
        name: 'linked',
        accounts: ['app'],
        assets: [one],
        secret_type: 'password',
        secret_strategy: 'random',
      },
    }),
  );
  const at = (path: string, kind = 'push-account') => `/api/v1/accounts/${kind}/${plan.id}/${path}`;
  const made = { status: 200, json: { msg: 'ok' } };
  const refused = { status: 400, json: { assets: expect.anything() } };
  await inventory.pool.query('delete from audits_operatelog');
  expect(await inventory.admin.patch(at('asset/add/'), { assets: [two] })).toMatchObject(made);
  expect(await inventory.admin.put(at('nodes/?action=add'), { nodes: [node.id] })).toMatchObject(made);
  expect(await inventory.admin.put(at('asset/remove/'), { assets: [one] })).toMatchObject(made);
  expect((await inventory.admin.get(at('asset/add/'))).json).toEqual({ id: plan.id, assets: [two] });
  expect((await inventory.admin.get(at('nodes/'))).json).toEqual({ id: plan.id, nodes: [node.id] });
  expect(bodyOf<Json[]>(await inventory.admin.get(at('assets/'))).map(({ id }) => id)).toEqual([two]);
  const { rows: logged } = await inventory.pool.query(
    "select action from audits_operatelog where resource_key = 'accounts.changesecretautomation' and resource = 'linked'",
  );
  expect(logged.map(({ action }) => action)).toEqual(['update', 'update', 'update']);
  expect(await inventory.admin.put(at('nodes/?action=remove'), { nodes: [node.id] })).toMatchObject(made);
  expect(await inventory.admin.put(at('asset/remove/'), { assets: [two] })).toMatchObject(refused);
  expect(await inventory.admin.patch(at('nodes/?action=drop'), { nodes: [] })).toMatchObject({ status: 400 });
  // A plan is found under its own kind and organization only, and who may not create accounts adds no places to it.
  expect((await inventory.admin.get(at('nodes/', 'change-secret'))).status).toBe(404);
  expect((await inventory.other.patch(at('asset/add/'), { assets: [] })).status).toBe(404);
  const changer = inventory.as({
    permissions: [
      'accounts.view_pushaccountautomation',
      'accounts.change_pushaccountautomation',
      'assets.view_asset',
    ],
  });
  expect((await changer.get(at('nodes/'))).status).toBe(200);
  expect((await changer.patch(at('asset/add/'), { assets: [one] })).status).toBe(403);
  const other = inventory.as({ permissions: ['accounts.change_changesecretautomation'] });
  expect((await other.patch(at('asset/add/'), { assets: [one] })).status).toBe(403);
});
