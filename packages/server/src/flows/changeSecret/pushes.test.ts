import { beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { type ChangeRecord, changeScene, user } from '../../../test/machines/changeScene.ts';
import { root } from '../../../test/machines/machineScene.ts';
import { newPrivateKey } from '../../platform/crypto/sshKey.ts';
import { secretSearch } from './planRuns.ts';

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
  const read = (...permissions: string[]) =>
    inventory
      .as({ permissions: permissions.map((name) => `accounts.${name}`) })
      .get(`${records}${record?.id}/secret/`);
  expect((await read('view_pushaccountexecution')).status).toBe(403);
  expect((await read('view_accountsecret')).status).toBe(403);
  expect(bodyOf(await read('view_pushaccountexecution', 'view_accountsecret'))).toMatchObject({
    new_secret: target?.change?.secret,
  });
  expect(bodyOf(await inventory.admin.get(`${runs}${run}/`))).toMatchObject({
    ...{ status: 'success', automation: plan.id, snapshot: { type: { value: 'push_account' } } },
  });
  for (const url of ['change-secret-executions', 'change-secret-records'])
    expect(bodyOf(await inventory.admin.get(`/api/v1/accounts/${url}/`))).toEqual([]);
});

test('plans that push are for users who may create accounts; they have no recipients', async () => {
  const asset = await hostWith(['app']);
  const rights = ['add', 'change', 'view'].map((verb) => `accounts.${verb}_pushaccountautomation`);
  const planner = inventory.as({ permissions: [...rights, 'assets.view_asset', 'users.view_user'] });
  const facts = { accounts: ['app'], assets: [asset], secret_type: 'password', secret_strategy: 'random' };
  expect((await planner.post(plans, { ...facts, name: 'creates' })).status).toBe(403);
  const plan = await planFor([asset], { recipients: [await estateOf(inventory.pool).user('gus')] });
  expect((await planner.patch(`${plans}${plan.id}/`, { accounts: ['web'] })).status).toBe(403);
  expect((await planner.patch(`${plans}${plan.id}/`, { comment: 'nightly' })).status).toBe(200);
  expect(bodyOf(await inventory.admin.get(`${plans}${plan.id}/`))).toMatchObject({ recipients: [] });
});

test('accounts that cannot be created do not keep a plan from creating those after them', async () => {
  const asset = await hostWith([], { accounts: [root, { ...user('other'), name: 'a-password' }] });
  const run = await start(await planFor([asset], { accounts: ['a', 'b'] }));
  const [target] = await takeAll(1);
  expect(target?.change).toMatchObject({ username: 'b' });
  await holding(target ? [target] : [], 'new');
  expect(await ended(run)).toMatchObject({
    state: 'done',
    log: expect.stringMatching(/account a not created: .+[\s\S]*accounts not created: 1\n/),
  });
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
  await holding(of('web'), 'untouched');
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

test('a push whose runner gave up stays open until nothing can arrive any more, and its account gets no other secret', async () => {
  const asset = await hostWith(['web']);
  const web = await accountOf(asset, 'web');
  const run = await taskOf(inventory.admin.post(tasks, { action: 'push', accounts: [web] }));
  const error = { key: 'machine_timed_out', params: { seconds: 120 } };
  await scene.report(await takeAll(1), { status: 'timeout', error });
  await ended(run);
  const kept = async () =>
    (
      await inventory.pool.query(
        "select id, status, failure->>'key' as failure from accounts_changesecretrecord",
      )
    ).rows[0];
  const { jobs, db } = inventory.services;
  await ended(String(await jobs.enqueue(secretSearch, {}, { db })));
  expect(await kept()).toMatchObject({ status: 'pending', failure: 'machine_timed_out' });
  const url = '/api/v1/accounts/accounts/';
  const write = (more: Json) => inventory.admin.patch(`${url}${web}/`, more);
  const clear = () => inventory.admin.patch(`${url}clear-secret/`, { account_ids: [web] });
  expect(await write({ secret: 'newer' })).toMatchObject({
    ...{ status: 400, json: { secret: expect.anything() } },
  });
  expect((await clear()).status).toBe(400);
  expect((await write({ secret: 'old', comment: 'x' })).status).toBe(200);
  const searching = await search();
  await holding(await takeAll(1), null);
  await ended(searching);
  const { id, ...outcome } = await kept();
  expect(outcome).toEqual({ status: 'failed', failure: 'machine_broke_off' });
  expect(bodyOf(await inventory.admin.get(`${records}${id}/secret/`))).toMatchObject({
    ...{ old_secret: null, new_secret: null },
  });
  expect((await write({ secret: 'newer' })).status).toBe(200);
  expect((await clear()).status).toBeLessThan(300);
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
  const accounts = '/api/v1/accounts/accounts/';
  const adder = inventory.as({
    permissions: ['accounts.add_account', 'accounts.view_account', 'assets.view_asset'],
  });
  const elsewhere = await hostWith([]);
  // Neither who may not push, nor who only says that the template made the account, has anything pushed.
  await inventory.made(adder.post(accounts, { asset: elsewhere, template: eager.id }));
  const claim = { source: 'template', source_id: eager.id, secret_type: 'password', secret: 'x' };
  for (const [username, by] of [
    ['one', adder],
    ['two', inventory.admin],
  ] as const)
    expect(await inventory.made(by.post(accounts, { asset: elsewhere, username, ...claim }))).toMatchObject({
      source: { value: 'local' },
      source_id: null,
    });
  // As earlier versions stored them.
  await inventory.pool.query(
    `update accounts_accounttemplate set push_params = push_params || '{"nosuch": 1, "push_account_aix": {"shell": 5}}' where id = $1`,
    [eager.id],
  );
  for (const { id } of [quiet, eager])
    await inventory.made(inventory.admin.post(accounts, { asset, template: id }));
  const targets = await takeAll(1);
  expect(targets).toMatchObject([
    {
      operation: { kind: 'push_account', params: { groups: 'wheel' } },
      change: { username: 'deploy', secret: 'T-1' },
    },
  ]);
  // The template may not give the account another secret meanwhile.
  const templates = '/api/v1/accounts/account-templates/';
  await inventory.admin.patch(`${templates}${eager.id}/`, { secret: 'T-2' });
  const sync = () => inventory.admin.patch(`${templates}${eager.id}/sync-related-accounts/`, {});
  expect((await sync()).status).toBe(400);
  await holding(targets, 'new');
  expect((await sync()).status).toBe(200);
  const { rows } = await inventory.pool.query('select status from accounts_changesecretrecord');
  expect(rows).toEqual([{ status: 'success' }]);
});

test('an account without a username is left alone, and the others are pushed and searched for', async () => {
  const asset = await hostWith(['app', 'web']);
  const template = await inventory.made(
    inventory.admin.post('/api/v1/accounts/account-templates/', { name: 'nameless', secret: 'x' }),
  );
  const nameless = await inventory.made(
    inventory.admin.post('/api/v1/accounts/accounts/', { asset, template: template.id }),
  );
  const run = await taskOf(inventory.admin.post(tasks, { action: 'push', assets: [asset] }));
  const targets = await takeAll(2);
  expect(targets.map(({ change }) => change?.username).toSorted()).toEqual(['app', 'web']);
  await scene.report(targets, { status: 'stopped' });
  await ended(run);
  // As an earlier version left it: pushed without a name, and open since.
  await inventory.pool.query(
    `insert into accounts_changesecretrecord
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'account', $1::text, 'date_next', now()))).*
      from accounts_changesecretrecord r limit 1`,
    [nameless.id],
  );
  const searching = await search();
  const sought = await takeAll(2);
  expect(sought.map(({ change }) => change?.username).toSorted()).toEqual(['app', 'web']);
  await holding(sought, 'new');
  await ended(searching);
  const { rows } = await inventory.pool.query(
    'select account, status from accounts_changesecretrecord order by status',
  );
  expect(rows).toMatchObject([
    { account: nameless.id, status: 'failed' },
    { status: 'success' },
    { status: 'success' },
  ]);
  const plan = await planFor([asset], { accounts: ['web'] });
  await inventory.pool.query('update accounts_changesecretautomation set accounts = $2 where id = $1', [
    plan.id,
    JSON.stringify(['', 'web']),
  ]);
  const made = await start(plan);
  const given = await takeAll(1);
  expect(given.map(({ change }) => change?.username)).toEqual(['web']);
  await holding(given, 'new');
  await ended(made);
  const told = await recordsOf(made);
  expect(told.find(({ account }) => account.id === nameless.id)).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('nameless') },
  });
});

test('a key that cannot be read is not pushed, and the accounts that are given with it are', async () => {
  const keyed = { name: 'key', username: 'key', secret_type: 'ssh_key', secret: newPrivateKey() };
  const asset = await hostWith([], { accounts: [root, keyed, user('app')] });
  await inventory.pool.query('update accounts_account set secret = $2 where id = $1', [
    await accountOf(asset, 'key'),
    inventory.services.engine.vault.seal('damaged'),
  ]);
  const run = await taskOf(inventory.admin.post(tasks, { action: 'push', assets: [asset] }));
  const targets = await takeAll(1);
  expect(targets.map(({ change }) => change?.username)).toEqual(['app']);
  await holding(targets, 'new');
  await ended(run);
  const { rows } = await inventory.pool.query(
    "select status, failure->>'key' as failure from accounts_changesecretrecord order by status",
  );
  expect(rows).toEqual([
    { status: 'failed', failure: 'machine_key_unusable' },
    { status: 'success', failure: null },
  ]);
});

test('a push whose outcome cannot be searched for ends once nothing can be on its way any more', async () => {
  const asset = await hostWith(['app']);
  const run = await taskOf(inventory.admin.post(tasks, { action: 'push', assets: [asset] }));
  const error = { key: 'machine_stopped', params: {} };
  await scene.report(await takeAll(1), { status: 'stopped', error });
  await ended(run);
  // An earlier version closed it at once; of a runner that died there is no report at all.
  await inventory.pool.query("update accounts_changesecretrecord set status = 'pending'");
  const { rows: platforms } = await inventory.pool.query(
    'select p.id, p.automation from assets_platform p join assets_asset a on a.platform = p.id where a.id = $1',
    [asset],
  );
  const automate = (automation: object) =>
    inventory.pool.query('update assets_platform set automation = $2 where id = $1', [
      platforms[0].id,
      automation,
    ]);
  await automate({ ...platforms[0].automation, verify_account_method: null });
  try {
    await ended(await search());
  } finally {
    await automate(platforms[0].automation);
  }
  const { rows } = await inventory.pool.query(
    "select status, failure->>'key' as failure from accounts_changesecretrecord",
  );
  expect(rows).toEqual([{ status: 'failed', failure: 'machine_stopped' }]);
});

test('a search that the runner cannot carry out says nothing of a change', async () => {
  const asset = await hostWith([]);
  const run = await start(await planFor([asset]));
  const [target] = await takeAll(1);
  await holding(target ? [target] : [], null);
  await ended(run);
  const searching = await search();
  await holding(await takeAll(1), 'untouched');
  await ended(searching);
  expect((await recordsOf(run))[0]).toMatchObject({ status: 'pending' });
  const again = await search();
  await holding(await takeAll(1), 'new');
  await ended(again);
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(target?.change?.secret);
});
