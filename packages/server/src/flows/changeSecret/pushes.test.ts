import { beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { type ChangeRecord, changeScene, user } from '../../../test/machines/changeScene.ts';

const plans = '/api/v1/accounts/push-account-automations/';
const runs = '/api/v1/accounts/push-account-executions/';
const records = '/api/v1/accounts/push-account-records/';
const tasks = '/api/v1/accounts/accounts/tasks/';

let inventory: Inventory;
const scene = changeScene();
const { hostWith, takeAll, ended, taskOf, secretOf, accountOf, holding, search } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});

const planFor = (assets: readonly string[], more: Json = {}) =>
  inventory.made(
    inventory.admin.post(plans, {
      ...{ name: `push ${crypto.randomUUID()}`, accounts: ['app', 'root'], assets },
      ...{ secret_type: 'password', secret_strategy: 'random', ...more },
    }),
  ) as Promise<{ id: string }>;
const start = (plan: { id: string }) => taskOf(inventory.admin.post(runs, { automation: plan.id }));
const recordsOf = async (run: string): Promise<ChangeRecord[]> =>
  bodyOf(await inventory.admin.get(`${records}?execution_id=${run}`)) as never;

test('A-2.2-057 B-3-025 a plan creates missing accounts with new secrets, which a sign-in makes current', async () => {
  const asset = await hostWith([]);
  const plan = await planFor([asset], { params: { push_account_posix: { groups: 'wheel' } } });
  expect(bodyOf(await inventory.admin.get(`${plans}${plan.id}/`))).toMatchObject({ type: 'push_account' });
  // Plans that change secrets are other rows, although their names are in one list.
  expect((await inventory.admin.get(`/api/v1/accounts/change-secret-automations/${plan.id}/`)).status).toBe(
    404,
  );
  const run = await start(plan);
  const [target] = await takeAll(1);
  expect(target).toMatchObject({
    operation: {
      ...{ kind: 'push_account', method: 'push_account_posix' },
      params: { shell: '/bin/bash', groups: 'wheel' },
    },
    connection: { account: { username: 'root' } },
    change: { username: 'app', secret_type: 'password', old_secret: null },
  });
  const account = await accountOf(asset, 'app');
  expect(await recordsOf(run)).toMatchObject([
    { status: 'pending', account: { id: account, name: 'app-password' } },
  ]);
  await holding(target ? [target] : [], 'new');
  expect(await ended(run)).toMatchObject({ state: 'done' });
  expect(await secretOf(account)).toBe(target?.change?.secret);
  const [record] = await recordsOf(run);
  expect(record).toMatchObject({ status: 'success' });
  expect(bodyOf(await inventory.admin.get(`${records}${record?.id}/secret/`))).toMatchObject({
    new_secret: target?.change?.secret,
  });
  expect(bodyOf(await inventory.admin.get(`${runs}${run}/`))).toMatchObject({
    ...{ status: 'success', automation: plan.id, snapshot: { type: { value: 'push_account' } } },
  });
  for (const url of ['change-secret-executions', 'change-secret-records'])
    expect(bodyOf(await inventory.admin.get(`/api/v1/accounts/${url}/`))).toEqual([]);
});

test('what a plan did not push is pushed again from its record, as a push', async () => {
  const asset = await hostWith(['app']);
  const run = await start(await planFor([asset]));
  const first = await takeAll(1);
  await holding(first, 'old');
  await ended(run);
  const [record] = await recordsOf(run);
  expect(record).toMatchObject({ status: 'failed' });
  const body = { record_ids: [record?.id] };
  const viewer = inventory.as({ permissions: ['accounts.view_pushaccountexecution'] });
  expect((await viewer.post(`${records}execute/`, body)).status).toBe(403);
  const again = await taskOf(inventory.admin.post(`${records}execute/`, body));
  const second = await takeAll(1);
  expect(second[0]).toMatchObject({
    operation: { kind: 'push_account' },
    change: { secret: first[0]?.change?.secret },
  });
  await holding(second, 'new');
  await ended(again);
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(first[0]?.change?.secret);
});

test('chosen accounts are pushed with the secrets they have, which stay current whatever the machine says', async () => {
  const asset = await hostWith(['app', 'web'], {});
  const [app, web] = [await accountOf(asset, 'app'), await accountOf(asset, 'web')];
  const verifier = inventory.as({ permissions: ['accounts.verify_account', 'assets.view_asset'] });
  expect((await verifier.post(tasks, { action: 'push', accounts: [app] })).status).toBe(403);
  const run = await taskOf(
    inventory.admin.post(tasks, {
      ...{ action: 'push', accounts: [app], assets: [asset] },
      params: { push_account_posix: { shell: '/bin/sh' } },
    }),
  );
  const targets = await takeAll(2);
  expect(targets.map(({ change }) => change?.username).toSorted()).toEqual(['app', 'web']);
  expect(targets[0]).toMatchObject({
    operation: { kind: 'push_account', params: { shell: '/bin/sh', sudo: '/bin/whoami' } },
    change: { secret: 'old', old_secret: null },
  });
  // A change waits until it is known what the machine has.
  const changes = '/api/v1/accounts/change-secret-automations/';
  const facts = { secret_type: 'password', secret_strategy: 'random', assets: [asset] };
  const change = await inventory.made(
    inventory.admin.post(changes, { name: 'waits', accounts: ['app'], ...facts }),
  );
  const waiting = await taskOf(
    inventory.admin.post('/api/v1/accounts/change-secret-executions/', { automation: change.id }),
  );
  expect(await ended(waiting)).toMatchObject({ error: 'work_empty' });
  const of = (name: string) => targets.filter((one) => one.change?.username === name);
  await holding(of('app'), 'new');
  await holding(of('web'), null);
  expect(await ended(run)).toMatchObject({ reason: { params: { ok: 1, all: 2 } } });
  expect([await secretOf(app), await secretOf(web)]).toEqual(['old', 'old']);
  const { rows } = await inventory.pool.query(
    'select account, status from accounts_changesecretrecord where is_kept order by status',
  );
  expect(rows).toEqual([
    { account: web, status: 'failed' },
    { account: app, status: 'success' },
  ]);
  const { rows: versions } = await inventory.pool.query(
    'select count(*)::int as count from accounts_historicalaccount where account = $1',
    [app],
  );
  expect(versions).toEqual([{ count: 1 }]);
  expect(await ended(await search())).toMatchObject({ state: 'done' });
});

test('root, privileged accounts, accounts without a secret and unknown parameters are refused or left alone', async () => {
  const asset = await hostWith([], {
    accounts: [{ ...user('boss'), privileged: true }, user('root'), user('app')],
  });
  const bare = await inventory.made(
    inventory.admin.post('/api/v1/accounts/accounts/', { asset, username: 'bare', secret_type: 'password' }),
  );
  const wrong = { action: 'push', assets: [asset], params: { push_account_posix: { nosuch: 'x' } } };
  expect((await inventory.admin.post(tasks, wrong)).status).toBe(400);
  const run = await taskOf(inventory.admin.post(tasks, { action: 'push', assets: [asset] }));
  const targets = await takeAll(1);
  expect(targets.map(({ change }) => change?.username)).toEqual(['app']);
  await holding(targets, 'new');
  await ended(run);
  expect(await accountOf(asset, 'bare')).toBe(bare.id);
});

test('a template that pushes its accounts has new ones pushed, with its parameters, and no others', async () => {
  const asset = await hostWith([]);
  const facts = { username: 'deploy', secret_type: 'password', secret_strategy: 'specific', secret: 'T-1' };
  const push_params = { push_account_posix: { groups: 'wheel' } };
  const template = async (body: Json) =>
    inventory.made(inventory.admin.post('/api/v1/accounts/account-templates/', { ...facts, ...body }));
  const quiet = await template({ name: 'quiet', username: 'quiet' });
  const eager = await template({ name: 'eager', auto_push: true, push_params });
  for (const { id } of [quiet, eager])
    await inventory.made(inventory.admin.post('/api/v1/accounts/accounts/', { asset, template: id }));
  const targets = await takeAll(1);
  expect(targets).toMatchObject([
    {
      operation: { kind: 'push_account', params: { groups: 'wheel' } },
      change: { username: 'deploy', secret: 'T-1' },
    },
  ]);
  await holding(targets, 'new');
  const { rows } = await inventory.pool.query('select status from accounts_changesecretrecord');
  expect(rows).toEqual([{ status: 'success' }]);
});
