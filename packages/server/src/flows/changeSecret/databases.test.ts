import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Inventory, Json } from '../../../test/inventory.ts';
import { changeScene, user } from '../../../test/machines/changeScene.ts';
import { root } from '../../../test/machines/machineScene.ts';
import { secretChange } from './planRuns.ts';

let inventory: Inventory;
const scene = changeScene();
const { take, takeAll, ended, planFor, start, recordsOf, secretOf, accountOf, holding, search } = scene;
const databases = '/api/v1/assets/databases/';
beforeAll(() => {
  inventory = scene.inventory();
});
beforeEach(() => inventory.pool.query('delete from accounts_changesecretautomation'));

const databaseWith = async (usernames: readonly string[], more: Json = {}): Promise<string> => {
  const made = await inventory.made(
    inventory.admin.post(databases, {
      ...{ name: `pg ${crypto.randomUUID()}`, address: '10.0.0.9', db_name: 'shop', use_ssl: true },
      ...{ platform: inventory.platform('PostgreSQL'), accounts: [root, ...usernames.map(user)], ...more },
    }),
  );
  return made.id;
};
/** Runs a plan as its schedule does. */
const bySchedule = async (plan: string, org: string): Promise<string> => {
  const payload = { plan, org, trigger: 'timing' as const };
  return String(await inventory.services.jobs.enqueue(secretChange, payload, { db: inventory.services.db }));
};
/** The log of a run whose targets get nothing. */
const refusedLog = async (run: string): Promise<string> => {
  await expect
    .poll(async () => [(await take()).length, (await scene.runOf(run))?.state])
    .toEqual([0, 'failed']);
  return (await scene.runOf(run))?.log ?? '';
};
const change = (asset: string, body: Json) => inventory.admin.patch(`${databases}${asset}/`, body);

test('a password of a database account is stored, changed by another account, proven and made current', async () => {
  const asset = await databaseWith(['app', 'a:b', '-x']);
  const run = await start(await planFor([asset], { accounts: ['app', 'a:b', '-x'] }));
  const targets = await takeAll(3);
  const app = targets.find((target) => target.change?.username === 'app');
  expect(app).toMatchObject({
    operation: { kind: 'change_secret', method: 'change_secret_postgresql' },
    connection: {
      protocol: 'postgresql',
      account: { username: 'root', secret: 'Sesame-1' },
      asset: { spec_info: { db_name: 'shop', use_ssl: true } },
    },
    change: { secret_type: 'password', old_secret: 'old', key: null },
  });
  expect((await recordsOf(run)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  await holding(targets, 'new');
  expect(await ended(run)).toMatchObject({ state: 'done' });
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(app?.change?.secret);
});

test('an account of a database changes its own secret where the asset has no privileged one', async () => {
  const asset = await databaseWith([], { accounts: [user('app'), user('web')] });
  const run = await start(await planFor([asset]));
  const targets = await takeAll(2);
  expect(targets.map(({ change }) => change?.username).sort()).toEqual(['app', 'web']);
  for (const { connection, change } of targets) {
    expect(connection.account).toMatchObject({ username: change?.username, secret: 'old' });
    expect(change?.secret).not.toBe('old');
  }
  await holding(targets, 'new');
  await ended(run);
});

test('a search finds out which secret holds, where the change was sent and nowhere else', async () => {
  const asset = await databaseWith(['app']);
  const run = await start(await planFor([asset]));
  const [sent] = await takeAll(1);
  await holding(sent ? [sent] : [], null);
  await ended(run);
  await change(asset, { address: '10.0.0.66' });
  expect(await refusedLog(await search())).toContain('postgresql does not prove which machine answers');
  expect((await recordsOf(run)).map(({ status }) => status)).toEqual(['pending']);
  await change(asset, { address: '10.0.0.9' });
  const seeing = await search();
  const [found] = await takeAll(1);
  expect(found).toMatchObject({
    operation: { kind: 'find_secret', method: 'verify_account_postgresql' },
    connection: { account: { username: 'app' } },
    change: sent?.change,
  });
  await holding(found ? [found] : [], 'new');
  await ended(seeing);
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(sent?.change?.secret);
});

test('a schedule changes secrets where a user who may read them has had some sent, until the place changes', async () => {
  const asset = await databaseWith(['app']);
  const plan = await planFor([asset], { accounts: ['app'] });
  const org = String(plan.org_id);
  const answer = async (targets: readonly Target[], run: string) => {
    await holding(targets, 'new');
    expect(await ended(run)).toMatchObject({ state: 'done' });
  };
  const refused = async () => {
    const log = await refusedLog(await bySchedule(plan.id, org));
    expect(log).toContain('a user who may read them has to test the asset there once');
  };
  const served = async (run: string) => answer(await takeAll(1), run);
  await refused();
  await served(await start(plan));
  await served(await bySchedule(plan.id, org));
  // A user who may change an asset could have secrets sent elsewhere, or read on their way.
  for (const [moved, back] of [
    [{ address: '10.0.0.66' }, { address: '10.0.0.9' }],
    [
      { protocols: [{ name: 'postgresql', port: 5433 }] },
      { protocols: [{ name: 'postgresql', port: 5432 }] },
    ],
    [{ use_ssl: false }, { use_ssl: true }],
    [{ allow_invalid_cert: true }, { allow_invalid_cert: false }],
    [{ ca_cert: 'another' }, { ca_cert: '' }],
  ]) {
    await change(asset, moved as Json);
    await refused();
    await change(asset, back as Json);
  }
  await change(asset, { name: `renamed ${asset}`, db_name: 'other', confirmed_place: 'mine' });
  await served(await bySchedule(plan.id, org));
  expect(await take()).toEqual([]);
});

test('SSH keys are not sent to databases, and no account is created for them there', async () => {
  const asset = await databaseWith([]);
  const keyed = { secret_type: 'ssh_key', secret_strategy: 'random', password_rules: undefined };
  const push = await inventory.made(
    inventory.admin.post('/api/v1/accounts/push-account-automations/', {
      ...{ name: `push ${asset}`, accounts: ['deploy'], assets: [asset], ...keyed },
    }),
  );
  const started = inventory.admin.post('/api/v1/accounts/push-account-executions/', { automation: push.id });
  await ended(await scene.taskOf(started));
  expect((await scene.accountsOf(asset)).map(({ username }) => username)).toEqual(['root']);
});
