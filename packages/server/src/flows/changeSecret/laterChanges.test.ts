import { beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { changeScene, plans, records, user } from '../../../test/machines/changeScene.ts';
import { root } from '../../../test/machines/machineScene.ts';
import { newPrivateKey, publicKeyOf, readPrivateKey } from '../../platform/crypto/sshKey.ts';
import { secretForgetting, secretSearch } from './planRuns.ts';

let inventory: Inventory;
const scene = changeScene();
const { take, takeAll, ended, hostWith, planFor, start, stop } = scene;
const { recordsOf, statusOf, secretOf, accountOf, holding, search } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});

test('a key is changed as a password is: stored first, given with its public part, current once it is proven', async () => {
  const old = newPrivateKey();
  const keyed = { name: 'app', username: 'app', secret_type: 'ssh_key', secret: old };
  const asset = await hostWith([], { accounts: [root, keyed, { ...user('app'), name: 'app 2' }] });
  const kind = { accounts: ['app'], secret_type: 'ssh_key', ssh_key_change_strategy: 'set' };
  const params = { change_secret_posix: { home: '/srv/app' } };
  const run = await start(await planFor([asset], { ...kind, params }));
  const [target] = await takeAll(1);
  const secret = target?.change?.secret ?? '';
  expect(target).toMatchObject({
    operation: { params: { home: '/srv/app' } },
    connection: { account: { username: 'root', secret: 'Sesame-1' } },
    change: {
      ...{ username: 'app', secret_type: 'ssh_key', old_secret: old },
      key: {
        line: publicKeyOf(secret, `managed-by-gatehouse-${await accountOf(asset, 'app')}`),
        old_blob: publicKeyOf(old, '').split(' ')[1],
        strategy: 'set',
      },
    },
  });
  await scene.report(target ? [target] : [], {
    ...{ status: 'failed', holds: 'new' },
    error: { key: 'machine_keys_left', params: { address: '10.0.0.1', port: 22, username: 'app' } },
  });
  await ended(run);
  const [record, ...others] = await recordsOf(run);
  expect(record).toMatchObject({
    status: 'success',
    error: expect.stringContaining('other keys'),
  });
  expect(others).toEqual([]);
  const account = record?.account.id ?? '';
  expect(await secretOf(account)).toBe(secret);
  expect(bodyOf(await inventory.admin.get(`/api/v1/accounts/accounts/${account}/`))).toMatchObject({
    secret_type: { value: 'ssh_key' },
    spec_info: { ssh_key_fingerprint: readPrivateKey(secret, '')?.fingerprint },
  });
  const refused = { name: 'k', assets: [asset], ...kind, secret_strategy: 'specific', secret: 'no key' };
  expect(await inventory.admin.post(plans, refused)).toMatchObject({
    status: 400,
    json: { secret: expect.anything() },
  });
  const own = await planFor([asset], { ...kind, secret_strategy: 'specific', secret: old });
  expect(own).toMatchObject({ ssh_key_change_strategy: { value: 'set' } });
});

/** Resolves once the only target of a run waits for a runner. */
const waiting = (run: string) =>
  expect
    .poll(async () => {
      const text = "select 1 from ops_machinetarget where work = $1 and state = 'waiting'";
      return (await inventory.pool.query(text, [run])).rowCount;
    })
    .toBe(1);

test('a late report about one change settles no other change of its account', async () => {
  const asset = await hostWith(['app']);
  const account = await accountOf(asset, 'app');
  const plan = await planFor([asset]);
  const first = await start(plan);
  const late = await takeAll(1);
  await stop(first);
  const found = await search();
  await holding(await takeAll(1), 'new');
  await ended(found);
  expect(await statusOf(first)).toBe('success');
  const second = await start(plan);
  const [next] = await takeAll(1);
  await holding(late, 'new');
  expect(await statusOf(second)).toBe('pending');
  expect(await secretOf(account)).toBe(late[0]?.change?.secret);
  await holding(next ? [next] : [], 'new');
  await ended(second);
  expect(await secretOf(account)).toBe(next?.change?.secret);
});

test('a search for a change that was settled meanwhile learns nothing of the next change', async () => {
  const asset = await hostWith(['app']);
  const plan = await planFor([asset]);
  const first = await start(plan);
  const late = await takeAll(1);
  await stop(first);
  const searching = await search();
  await waiting(searching);
  await holding(late, 'old');
  expect(await statusOf(first)).toBe('failed');
  const second = await start(plan);
  await expect.poll(() => statusOf(second)).toBe('pending');
  const [change] = await takeAll(1);
  expect(change).toMatchObject({ work: second, operation: { kind: 'change_secret' } });
  expect(await ended(searching)).toMatchObject({ reason: { params: { all: 1, skipped: 1 } } });
  const text = "select error->>'key' as key from ops_machinetarget where work = $1";
  expect((await inventory.pool.query(text, [searching])).rows).toEqual([{ key: 'work_change_over' }]);
  await stop(second);
});

const retry = (body: Json, by = inventory.admin) => by.post(`${records}execute/`, body);

test('changes that did not succeed are retried with the secrets that were stored for them', async () => {
  const asset = await hostWith(['app', 'web']);
  const plan = await planFor([asset]);
  const run = await start(plan);
  const [one, two] = await takeAll(2);
  if (!one || !two) return expect.fail();
  await holding([one], 'old');
  await holding([two], 'new');
  await ended(run);
  const told = await recordsOf(run);
  const idOf = (state: string) => told.find(({ status }) => status === state)?.id;
  const nothing = { status: 400, json: { code: 'change_secret_nothing_to_retry' } };
  expect(await retry({ record_ids: [idOf('success')] })).toMatchObject(nothing);
  expect(await retry({ record_ids: [] })).toMatchObject(nothing);
  const failedOne = { record_ids: [idOf('failed')] };
  expect((await retry(failedOne, inventory.other)).status).toBe(400);
  const viewer = inventory.as({ permissions: ['accounts.view_changesecretrecord'] });
  expect((await retry(failedOne, viewer)).status).toBe(403);
  const again = await scene.taskOf(retry({ execution: run }));
  expect(await retry(failedOne)).toMatchObject(nothing);
  const [target] = await takeAll(1);
  expect(target).toMatchObject({ work: again, operation: { kind: 'change_secret' }, change: one.change });
  await holding(target ? [target] : [], 'new');
  await ended(again);
  expect((await recordsOf(run)).map(({ status }) => status)).toEqual(['success', 'success']);
  expect(await secretOf(await accountOf(asset, one.change?.username ?? ''))).toBe(one.change?.secret);
  const next = await start(plan);
  await holding(await takeAll(2), 'old');
  await ended(next);
  const both = [...(await recordsOf(next)), ...told].map(({ id }) => id);
  expect(await retry({ record_ids: both })).toMatchObject({
    status: 400,
    json: { code: 'change_secret_many_runs' },
  });
});

test('a retry that ends before it began fails again at the next search, and can be repeated', async () => {
  const asset = await hostWith(['app']);
  const run = await start(await planFor([asset]));
  await holding(await takeAll(1), 'old');
  await ended(run);
  // As a retry leaves it that was stopped while it waited for its turn.
  await inventory.pool.query(
    "update accounts_changesecretrecord set status = 'pending', work = gen_random_uuid(), date_next = null where execution = $1",
    [run],
  );
  await search();
  await expect.poll(() => statusOf(run)).toBe('failed');
  expect((await recordsOf(run))[0]?.error).toMatch(/stopped/);
  const again = await scene.taskOf(retry({ execution: run }));
  await holding(await takeAll(1), 'new');
  await ended(again);
  expect(await statusOf(run)).toBe('success');
});

test('a late search for the first attempt at a change does not settle the next attempt', async () => {
  const asset = await hostWith(['app']);
  const first = await start(await planFor([asset]));
  const change = await takeAll(1);
  await stop(first);
  const searching = await search();
  const late = await takeAll(1);
  await holding(change, 'old');
  expect(await statusOf(first)).toBe('failed');
  const again = await scene.taskOf(retry({ execution: first }));
  const [target] = await takeAll(1);
  expect(target?.work).toBe(again);
  await holding(late, 'old');
  await ended(searching);
  expect(await statusOf(first)).toBe('pending');
  await holding(target ? [target] : [], 'new');
  await ended(again);
  expect(await statusOf(first)).toBe('success');
});

test('a change whose run is stopped while its secrets are read is not handed out', async () => {
  const asset = await hostWith(['app']);
  const run = await start(await planFor([asset]));
  await waiting(run);
  const client = await inventory.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table terminal_hostkey in access exclusive mode');
    const taking = take();
    const blocked = `select 1 from pg_locks where not granted and relation = 'terminal_hostkey'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await inventory.pool.query(blocked)).rowCount).toBeGreaterThan(0);
    await stop(run);
    await client.query('commit');
    expect(await taking).toEqual([]);
  } finally {
    client.release(true);
  }
  await ended(await search());
  expect(await statusOf(run)).toBe('failed');
});

test('old records lose their secrets once the history has the valid one; others keep them', async () => {
  const asset = await hostWith(['app', 'web']);
  const plan = await planFor([asset]);
  const run = await start(plan);
  const [one, two] = await takeAll(2);
  if (!one || !two) return expect.fail();
  await holding([one], 'new');
  await holding([two], 'old');
  await ended(run);
  const told = await recordsOf(run);
  const kept = () =>
    Promise.all(
      told.map(async ({ id }) => {
        const { old_secret, new_secret } = bodyOf<Json>(await inventory.admin.get(`${records}${id}/secret/`));
        return [old_secret, new_secret].map(Boolean);
      }),
    );
  const forget = async () => {
    const { jobs, db } = inventory.services;
    await ended(String(await jobs.enqueue(secretForgetting, {}, { db })));
  };
  const [both, none] = [
    [true, true],
    [false, false],
  ];
  await forget();
  expect(await kept()).toEqual([both, both]);
  const made = told.find(({ status }) => status === 'success');
  await inventory.pool.query(
    "update accounts_changesecretrecord set date_finished = now() - interval '31 days'",
  );
  const text = 'update accounts_historicalaccount set history_date = $2 where account = $1';
  await inventory.pool.query(text, [made?.account.id, '2020-01-01']);
  await forget();
  expect(await kept()).toEqual(told.map(({ id }) => (id === made?.id ? both : none)));
  await inventory.pool.query(text, [made?.account.id, new Date().toISOString()]);
  await forget();
  expect(await kept()).toEqual([none, none]);
  expect(await secretOf(made?.account.id ?? '')).toBe(one.change?.secret);
  expect(await retry({ execution: run })).toMatchObject({
    json: { code: 'change_secret_nothing_to_retry' },
  });
});

test('while a change is open, its account stays what it is; a key found by a search may have left others', async () => {
  const keyed = { name: 'app', username: 'app', secret_type: 'ssh_key', secret: newPrivateKey() };
  const asset = await hostWith([], { accounts: [root, keyed] });
  const kind = { accounts: ['app'], secret_type: 'ssh_key', ssh_key_change_strategy: 'set' };
  const run = await start(await planFor([asset], kind));
  const targets = await takeAll(1);
  const url = `/api/v1/accounts/accounts/${await accountOf(asset, 'app')}/`;
  const retype = () => inventory.admin.patch(url, { secret_type: 'password', secret: 'x' });
  expect(await retype()).toMatchObject({ status: 400, json: { secret_type: expect.anything() } });
  expect((await inventory.admin.patch(url, { secret_type: 'ssh_key', comment: 'x' })).status).toBe(200);
  await holding(targets, null);
  await ended(run);
  const searching = await search();
  await holding(await takeAll(1), 'new');
  await ended(searching);
  expect((await recordsOf(run))[0]).toMatchObject({
    status: 'success',
    error: expect.stringContaining('other keys may be left'),
  });
  expect((await retype()).status).toBe(200);
});

test('a password of Windows is changed over SSH, and looked for there although the platform names RDP', async () => {
  const protocols = [
    { name: 'rdp', port: 3389 },
    { name: 'ssh', port: 22 },
  ];
  const over = { platform: inventory.platform('Windows'), protocols };
  const asset = await hostWith(['app'], over);
  const run = await start(await planFor([asset], { accounts: ['app'] }));
  const sent = await takeAll(1);
  const connection = { protocol: 'ssh', account: { username: 'root' } };
  expect(sent).toMatchObject([
    { operation: { kind: 'change_secret', method: 'change_secret_local_windows' }, connection },
  ]);
  await holding(sent, null);
  await ended(run);
  const seeing = await search();
  const found = await takeAll(1);
  expect(found).toMatchObject([
    { operation: { kind: 'find_secret', method: 'verify_account_windows' }, change: sent[0]?.change },
  ]);
  await holding(found, 'new');
  await ended(seeing);
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(sent[0]?.change?.secret);
});

test('a password of a device is changed by the commands of the plan', async () => {
  const { id } = await inventory.made(
    inventory.admin.post('/api/v1/assets/devices/', {
      ...{ name: 'switch', address: '10.0.0.7', platform: inventory.platform('Cisco') },
      ...{ accounts: [root, user('app')], protocols: [{ name: 'ssh', port: 22 }] },
    }),
  );
  const commands = ['username {username} secret {password}'];
  const params = { change_secret_by_ssh: { commands } };
  const run = await start(await planFor([id], { accounts: ['app'], params }));
  const sent = await takeAll(1);
  expect(sent).toMatchObject([
    {
      operation: { method: 'change_secret_by_ssh', params: { commands } },
      connection: { platform: { name: 'Cisco' }, asset: { category: 'device' } },
    },
  ]);
  await holding(sent, 'new');
  await ended(run);
  expect(await secretOf(await accountOf(id, 'app'))).toBe(sent[0]?.change?.secret);
});

type Met = { fingerprint: string; key_type: string; key: string };
const hostKey: Met = { fingerprint: 'SHA256:met', key_type: 'ssh-ed25519', key: 'AAAA' };
/** The runner asks whether a machine may get a secret. */
const ask = (asset: string, met: Met) =>
  scene
    .runner()
    .post('/api/v1/terminal/host-keys/', { asset, address: '10.0.0.1', port: 22, session: '', ...met });

/** A change of which the runner was lost, and its record; `met`: a host key about which that asked before. */
const lostChange = async (met?: Met) => {
  const { id: asset } = await scene.machine({ accounts: [root, user('app')] });
  const run = await start(await planFor([asset], { accounts: ['app'] }));
  const [target] = await takeAll(1);
  if (met) expect((await ask(asset, met)).json).toMatchObject({ status: 'trusted' });
  // Another process of the runner asks for work.
  expect(await take(10, scene.runner(), new Date().toISOString())).toEqual([]);
  await ended(run);
  expect(await statusOf(run)).toBe('pending');
  return { asset, run, target };
};

test('a change whose runner was lost before it asked about the machine was not made; one that may have been is looked for', async () => {
  const never = await lostChange();
  expect(await ended(await search())).toMatchObject({ state: 'done' });
  expect(await recordsOf(never.run)).toMatchObject([
    { status: 'failed', error: expect.stringContaining('before it reached the machine') },
  ]);
  expect(await secretOf(await accountOf(never.asset, 'app'))).toBe('old');
  const met = await lostChange(hostKey);
  const found = await search();
  await holding(await takeAll(1), 'new');
  await ended(found);
  expect(await secretOf(await accountOf(met.asset, 'app'))).toBe(met.target?.change?.secret);
});

test('a runner that asks about a machine too late is not told to trust it: its change is settled', async () => {
  const { id: asset } = await scene.machine({ accounts: [root, user('app')] });
  const run = await start(await planFor([asset], { accounts: ['app'] }));
  await takeAll(1);
  await inventory.pool.query("update accounts_changesecretrecord set status = 'failed'");
  expect((await ask(asset, hostKey)).status).toBe(404);
  await stop(run);
});

test('a search that waits for a host key to be confirmed goes on once that is trusted', async () => {
  const { asset, run, target } = await lostChange(hostKey);
  await inventory.pool.query('delete from terminal_hostkey where asset = $1', [asset]);
  const waiting = await search();
  await scene.report(await takeAll(1), {
    ...{ status: 'unreachable', holds: null },
    error: { key: 'machine_host_key_unconfirmed', params: { host: 'web', fingerprint: 'SHA256:met' } },
  });
  await ended(waiting);
  expect(await recordsOf(run)).toMatchObject([
    { status: 'pending', error: expect.stringContaining('is not confirmed yet') },
  ]);
  const { jobs, db } = inventory.services;
  const again = async () => String(await jobs.enqueue(secretSearch, {}, { db }));
  await ended(await again());
  expect(await take()).toEqual([]);
  await scene.trusted(asset, 'SHA256:met');
  const found = await again();
  await holding(await takeAll(1), 'new');
  await ended(found);
  expect(await secretOf(await accountOf(asset, 'app'))).toBe(target?.change?.secret);
});
