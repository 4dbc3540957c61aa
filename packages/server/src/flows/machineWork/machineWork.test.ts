import { randomUUID } from 'node:crypto';
import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { beforeAll, expect, test } from 'vitest';
import { registerComponent } from '../../../test/component.ts';
import { bodyOf, type Inventory } from '../../../test/inventory.ts';
import { machineScene, type Runner, root, started } from '../../../test/machines/machineScene.ts';
import { tidyJob } from '../../jobs/tidy.ts';

const base = '/api/v1/assets/';
const took = '/api/v1/ops/machine-work/take/';
const told = '/api/v1/ops/machine-work/report/';

let inventory: Inventory;
let runner: Runner;
const scene = machineScene();
const { newRunner, machine, take, report, takeAll, taskOf, runOf, ended, accountsOf } = scene;

beforeAll(() => {
  inventory = scene.inventory();
  runner = scene.runner();
});

const test1 = (ids: readonly string[], action = 'test', caller = inventory.admin) =>
  caller.post(`${base}assets/tasks/`, { action, assets: ids });
const read = async (id: string) => bodyOf(await inventory.admin.get(`${base}assets/${id}/`));

test('B-3-004 B-4-011 a test moves an asset from unknown to connectable or unreachable', async () => {
  const reached = await machine({ name: 'web-1', protocols: [{ name: 'ssh', port: 2222 }] });
  const silent = await machine({ name: 'web-2' });
  expect(await read(reached.id)).toMatchObject({ connectivity: { value: '-' }, date_verified: null });
  const task = await taskOf(test1([reached.id, silent.id]));
  const targets = await takeAll(2);
  const [good, bad] = [reached, silent].map(({ id }) =>
    targets.find((one) => one.connection.asset.id === id),
  );
  if (!good || !bad) return expect.fail();
  expect(good).toMatchObject({
    work: task,
    operation: { kind: 'ping', method: 'posix_ping', params: {} },
    connection: {
      protocol: 'ssh',
      asset: { address: '10.0.0.1', protocols: [{ name: 'ssh', port: 2222 }] },
      account: { username: 'root', secret: 'Sesame-1', secret_type: { value: 'password' } },
      domain: null,
    },
  });
  expect((await report([good])).status).toBe(200);
  await report([bad], { status: 'unreachable', error: { key: 'work_lost', params: {} } });
  const run = await ended(task);
  expect(run).toMatchObject({
    state: 'failed',
    reason: { key: 'work_partly_unreachable', params: { ok: 1, all: 2, unreachable: 1 } },
  });
  expect(run?.log).toContain('web-1(10.0.0.1): succeeded');
  expect(run?.log).toContain('web-2(10.0.0.1): unreachable (');
  expect(await read(reached.id)).toMatchObject({
    connectivity: { value: 'ok' },
    date_verified: expect.any(String),
  });
  expect(await read(silent.id)).toMatchObject({ connectivity: { value: 'err' } });
  expect(await accountsOf(reached.id)).toMatchObject([{ connectivity: 'ok' }]);
  expect(await accountsOf(silent.id)).toMatchObject([{ connectivity: '-', date_verified: null }]);
});

const gatewayPlatform = () => ({ platform: inventory.platform('Gateway') });

test('a runner reports host keys of assets while it works on them, and of their gateways; of no others', async () => {
  const { admin, made } = inventory;
  const gateway = await made(
    admin.post(`${base}gateways/`, { name: 'keys-gw', address: '10.0.0.254', ...gatewayPlatform() }),
  );
  const domain = await made(admin.post(`${base}domains/`, { name: 'keys', gateways: [gateway.id] }));
  const [inside, other] = [await machine({ domain: domain.id }), await machine()];
  const told = async (asset: string) => {
    const key = { key_type: 'ssh-ed25519', fingerprint: `SHA256:${asset}`, key: 'AAAA' };
    const place = { asset, address: '10.0.0.1', port: 22, session: '' };
    return (await runner.post('/api/v1/terminal/host-keys/', { ...key, ...place })).status;
  };
  await taskOf(test1([inside.id]));
  const targets = await takeAll(1);
  expect([await told(inside.id), await told(gateway.id), await told(other.id)]).toEqual([200, 200, 404]);
  await report(targets);
  expect(await told(inside.id)).toBe(404);
});

test('no secret goes to a machine at first sight for a caller who may not read it', async () => {
  const { admin, as, made, pool } = inventory;
  const can = ['assets.test_assetconnectivity', 'assets.view_asset', 'assets.change_asset'];
  const tester = as({ permissions: can });
  const [host, name] = [await machine({ name: 'unknown' }), 'pg-unknown'];
  const place = {
    address: '10.0.0.8',
    db_name: 'shop',
    platform: inventory.platform('PostgreSQL'),
    accounts: [root],
  };
  const database = await made(admin.post(`${base}databases/`, { name, ...place }));
  const keyed = { key_type: 'ssh-ed25519', port: 22 };
  const meet = async (fingerprint: string, address = '10.0.0.1', port = 22) => {
    const met = { ...keyed, asset: host.id, address, port, fingerprint, key: fingerprint };
    return bodyOf<{ id: string; status: string }>(await runner.post('/api/v1/terminal/host-keys/', met));
  };
  /** How keys are judged while the caller's test of the asset is under way. */
  const during = async <T>(caller: typeof admin, act: () => Promise<T>): Promise<T> => {
    await taskOf(test1([host.id], 'test', caller));
    const targets = await takeAll(1);
    const result = await act();
    await report(targets);
    return result;
  };
  const task = await taskOf(test1([database.id], 'test', tester));
  await expect.poll(async () => [(await take()).length, (await runOf(task))?.state]).toEqual([0, 'failed']);
  expect((await runOf(task))?.log).toContain('postgresql does not prove which machine answers');

  const first = await during(tester, () => meet('a'));
  expect([first.status, (await during(tester, () => meet('a'))).status]).toEqual([
    'unconfirmed',
    'unconfirmed',
  ]);
  const keys = '/api/v1/terminal/host-keys/';
  const byHand = { ...keyed, asset: host.id, address: '10.0.0.1', fingerprint: 'b', key: 'b' };
  expect((await tester.post(`${keys}${first.id}/accept/`)).status).toBe(403);
  expect((await tester.patch(`${keys}${first.id}/`, { is_active: true })).status).toBe(403);
  expect((await tester.post(keys, byHand)).status).toBe(403);
  expect((await tester.patch(`${keys}${first.id}/`, { comment: 'seen' })).status).toBe(200);

  expect((await during(admin, () => meet('a'))).status).toBe('trusted');
  expect((await during(tester, () => meet('a'))).status).toBe('trusted');
  expect((await during(admin, () => meet('b'))).status).toBe('changed');
  // Another service of the same machine is met for the first time.
  expect((await during(tester, () => meet('d', '10.0.0.1', 2222))).status).toBe('unconfirmed');
  expect((await during(admin, () => meet('d', '10.0.0.1', 2222))).status).toBe('trusted');
  // The same machine at another address, and another one there.
  expect((await during(tester, () => meet('a', '10.0.0.2'))).status).toBe('trusted');
  expect((await during(admin, () => meet('c', '10.0.0.3'))).status).toBe('changed');
  expect((await during(admin, () => meet('c', '10.0.0.3', 2200))).status).toBe('changed');
  // A withdrawn key is not met for the first time.
  await pool.query('update terminal_hostkey set is_active = false where asset = $1', [host.id]);
  expect((await during(admin, () => meet('a'))).status).toBe('changed');
});

test('B-3-003 facts are stored as far as a host has fields for them, each cut to its length', async () => {
  const { id } = await machine({ name: 'facts' });
  const answer = await inventory.admin.post(`${base}assets/${id}/tasks/`, { action: 'refresh' });
  expect(answer).toMatchObject({ status: 201, json: { asset: id, assets: [id] } });
  const [target] = await takeAll(1);
  if (!target) return expect.fail();
  expect(target.operation).toMatchObject({ kind: 'gather_facts', method: 'gather_facts_posix' });
  const facts = {
    ...{ vendor: 'Dell', model: 'R740', sn: 'SN\u00001', memory: '15.6', disk_total: '100', arch: 'x86_64' },
    ...{ cpu_model: '😀'.repeat(60), distribution: 'Debian', distribution_version: '12.5', uptime: '4 days' },
  };
  await report([target], { facts });
  expect(await ended(bodyOf<{ task: string }>(answer).task)).toMatchObject({ state: 'done' });
  const { gathered_info } = bodyOf(await inventory.admin.get(`${base}hosts/${id}/`));
  expect(gathered_info).toMatchObject({
    vendor: 'Dell',
    sn: 'SN1',
    memory: '15.6',
    cpu_model: '😀'.repeat(48),
  });
  expect(gathered_info).not.toHaveProperty('uptime');
});

test('an account is verified as itself; the preferred account of an asset is a privileged one with a secret', async () => {
  const host = await machine({
    accounts: [
      { name: 'aa', username: 'aa', secret_type: 'password', secret: 'x', privileged: true },
      { name: 'bare', username: 'bare', secret_type: 'password', privileged: true },
      root,
      { name: 'zoe', username: 'zoe', secret_type: 'password', secret: 'Sesame-2' },
    ],
  });
  await taskOf(test1([host.id]));
  const [pinged] = await takeAll(1);
  expect(pinged?.connection.account.username).toBe('root');
  const task = await taskOf(
    inventory.admin.post('/api/v1/accounts/accounts/tasks/', { action: 'verify', assets: [host.id] }),
  );
  const targets = await takeAll(3);
  expect(targets.map(({ connection }) => connection.account.username).sort()).toEqual(['aa', 'root', 'zoe']);
  const zoe = targets.filter(({ connection }) => connection.account.username === 'zoe');
  await report(zoe, { status: 'refused' });
  await report(targets);
  const run = await ended(task);
  expect(run).toMatchObject({ reason: { params: { ok: 2, all: 4, refused: 1, skipped: 1 } } });
  expect(run?.log).toContain('bare @ ');
  const found = new Map((await accountsOf(host.id)).map((row) => [row.username, row.connectivity]));
  expect(Object.fromEntries(found)).toEqual({ aa: 'ok', bare: '-', root: 'ok', zoe: 'err' });
});

test('what cannot be worked on is skipped with the reason, without a runner', async () => {
  const noAccount = await inventory.host({ name: 'empty' });
  const disabled = await machine({ is_active: false });
  const task = await taskOf(test1([noAccount.id, disabled.id]));
  await expect
    .poll(async () => {
      await take();
      return (await runOf(task))?.state;
    })
    .toBe('failed');
  expect(await runOf(task)).toMatchObject({ reason: { params: { ok: 0, all: 2, skipped: 2 } } });
  expect((await runOf(task))?.log).toContain('no active account');
});

test('each task needs its own permission, and reaches only what its caller sees', async () => {
  const { id } = await machine();
  const foreign = await inventory.host({}, inventory.other);
  const tester = inventory.as({ permissions: ['assets.test_assetconnectivity'] });
  const refresher = inventory.as({ permissions: ['assets.refresh_assethardwareinfo'] });
  const one = `${base}assets/${id}/tasks/`;
  expect((await tester.post(one, { action: 'refresh' })).status).toBe(403);
  expect((await refresher.post(one, { action: 'test' })).status).toBe(403);
  expect((await refresher.post(`${base}assets/tasks/`, { action: 'test', assets: [id] })).status).toBe(403);
  expect(
    (await inventory.as({ permissions: ['assets.view_asset'] }).post(one, { action: 'test' })).status,
  ).toBe(403);
  expect((await inventory.other.post(one, { action: 'test' })).status).toBe(404);
  expect(await test1([id, foreign.id])).toMatchObject({
    status: 400,
    json: { assets: [expect.any(String)] },
  });
  expect(await test1([])).toMatchObject({ status: 400, json: { assets: [expect.any(String)] } });
  expect(await inventory.admin.post(one, { action: 'push_account' })).toMatchObject({
    status: 400,
    json: { action: [expect.any(String)] },
  });
  const accounts = '/api/v1/accounts/accounts/tasks/';
  expect((await tester.post(accounts, { action: 'verify', assets: [id] })).status).toBe(403);
  for (const [action, field] of [
    ['push', 'accounts'],
    ['remove', 'gather_accounts'],
    ['forget', 'action'],
  ] as const)
    expect(await inventory.admin.post(accounts, { action, accounts: [] })).toMatchObject({
      status: 400,
      json: { [field]: [expect.any(String)] },
    });
  expect(await inventory.admin.post(accounts, { action: 'verify', assets: [foreign.id] })).toMatchObject({
    status: 400,
    json: { assets: [expect.any(String)] },
  });
  await taskOf(tester.post(one, { action: 'test' }));
});

test('an asset whose platform switched the test off is refused alone, and skipped among others', async () => {
  const made = await inventory.made(
    inventory.admin.post(`${base}platforms/`, {
      name: 'Untested',
      category: 'host',
      type: 'linux',
      protocols: [{ name: 'ssh', port: 22, primary: true }],
      automation: { ansible_enabled: true, ping_enabled: false },
    }),
  );
  const silent = await machine({ platform: made.id });
  const answer = await inventory.admin.post(`${base}assets/${silent.id}/tasks/`, { action: 'test' });
  expect(answer).toMatchObject({ status: 400, json: { code: 'automation_off', detail: expect.any(String) } });
  const task = await taskOf(test1([silent.id]));
  expect((await ended(task))?.log).toContain('The platform Untested has this switched off.');
});

test('a node tests all assets below it; another organization’s are never among them', async () => {
  const top = await inventory.node('/Hall');
  const below = await inventory.node('/Hall/Rack');
  const [first, second] = [await machine({ nodes: [top.id] }), await machine({ nodes: [below.id] })];
  await machine();
  const task = await taskOf(inventory.admin.post(`${base}nodes/${top.id}/tasks/`, { action: 'test' }));
  const targets = await takeAll(2);
  expect(targets.map(({ connection }) => connection.asset.id).sort()).toEqual([first.id, second.id].sort());
  await report(targets);
  expect(await ended(task)).toMatchObject({ state: 'done' });
  expect((await inventory.other.post(`${base}nodes/${top.id}/tasks/`, { action: 'test' })).status).toBe(404);
});

test('a gateway is tested at the named port, directly; assets of its zone are reached through it', async () => {
  const zone = await inventory.made(inventory.admin.post(`${base}domains/`, { name: 'dmz' }));
  const gateway = await inventory.made(
    inventory.admin.post(`${base}gateways/`, {
      ...{ name: 'gw', address: '10.0.0.254', domain: zone.id, ...gatewayPlatform() },
      accounts: [{ ...root, secret: 'Sesame-gw' }],
    }),
  );
  const asset = await machine({ domain: zone.id });
  const url = `${base}gateways/${gateway.id}/test-connective/`;
  expect((await inventory.admin.post(url, { port: 'x' })).status).toBe(400);
  expect((await inventory.other.post(url, {})).status).toBe(404);
  const tester = inventory.as({ permissions: ['assets.test_assetconnectivity', 'assets.view_gateway'] });
  expect((await tester.post(url, { port: 2200 })).status).toBe(403);
  await taskOf(inventory.admin.post(url, { port: 2200 }));
  const [tested] = await takeAll(1);
  expect(tested).toMatchObject({
    operation: { kind: 'ping', method: 'ping_by_ssh' },
    connection: {
      asset: { id: gateway.id, protocols: expect.arrayContaining([{ name: 'ssh', port: 2200 }]) },
      account: { secret: 'Sesame-gw' },
      domain: null,
    },
  });
  await taskOf(test1([asset.id]));
  const [behind] = await takeAll(1);
  expect(behind?.connection.domain?.gateways).toMatchObject([
    { id: gateway.id, account: { username: 'root', secret: 'Sesame-gw' } },
  ]);
});

test('a database target has what its driver needs', async () => {
  const made = await inventory.made(
    inventory.admin.post(`${base}databases/`, {
      ...{ name: 'pg', address: '10.0.0.9', platform: inventory.platform('PostgreSQL'), db_name: 'shop' },
      ...{ use_ssl: true, ca_cert: 'CA', accounts: [root] },
    }),
  );
  await taskOf(test1([made.id]));
  const [target] = await takeAll(1);
  expect(target).toMatchObject({
    operation: { method: 'ping_postgresql' },
    connection: {
      protocol: 'postgresql',
      asset: { spec_info: { db_name: 'shop', use_ssl: true }, secret_info: { ca_cert: 'CA' } },
    },
  });
});

test('targets are for runners only, and no report reaches beyond what its runner holds', async () => {
  const gateway = await registerComponent(inventory, '[KoKo]-one');
  const other = await newRunner('[Runner]-two');
  const body = { places: 5, date_started: started };
  for (const caller of [gateway, inventory.admin, inventory.as({ permissions: [] })])
    for (const [url, sent] of [
      [took, body],
      [told, []],
    ] as const)
      expect((await caller.post(url, sent)).status).toBe(403);
  const { id } = await machine({ name: 'held' });
  const task = await taskOf(test1([id]));
  const [target] = await takeAll(1);
  if (!target) return expect.fail();
  expect((await report([target], { status: 'failed' }, other)).status).toBe(200);
  expect(await read(id)).toMatchObject({ connectivity: { value: '-' } });
  for (const wrong of [{ status: 'lost' }, { status: 'waiting' }, { output: 'x'.repeat(270_000) }])
    expect((await report([target], wrong as never)).status).toBe(400);
  expect((await report(Array.from({ length: 101 }, () => target))).status).toBe(400);
  const error = { key: 'no\u0000such', params: { 'a\u0000': `\u0000${'x'.repeat(9_000)}` } };
  const answer = await report([target, target, { id: randomUUID() }], {
    ...{ status: 'failed', error, output: 'made up\u0000\nsecond line' },
    facts: { vendor: 'never asked for' },
  });
  expect(answer.status, answer.text).toBe(200);
  await report([target]);
  expect(await ended(task)).toMatchObject({ state: 'failed' });
  expect((await runOf(task))?.log).toContain('held(10.0.0.1): failed (made up)');
  expect(await read(id)).toMatchObject({ connectivity: { value: 'err' }, gathered_info: {} });
});

test('a run that is stopped ends what waits, and is not given any more', async () => {
  const assets = await Promise.all([machine(), machine()]);
  const task = await taskOf(test1(assets.map(({ id }) => id)));
  const held: Target[] = [];
  await expect.poll(async () => held.push(...(await take(1)))).toBe(1);
  expect(await inventory.services.jobs.stop(task, inventory.services.db)).toBe(true);
  const states = async () =>
    (
      await inventory.pool.query('select state from ops_machinetarget where work = $1 order by state', [task])
    ).rows.map(({ state }) => state);
  await expect.poll(states).toEqual(['stopped', 'taken']);
  expect(await take()).toEqual([]);
  await report(held, { status: 'stopped' });
  expect(await states()).toEqual(['stopped', 'stopped']);
  expect(await read(String(held[0]?.connection.asset.id))).toMatchObject({ connectivity: { value: '-' } });
});

test('upkeep settles targets of a stopped run that a runner held when it went away', async () => {
  const { services, pool } = inventory;
  const task = await taskOf(test1([(await machine()).id]));
  await takeAll(1);
  await services.jobs.stop(task, services.db);
  const facts = async (what: string) =>
    (
      await pool.query(
        `select ${what} as fact from ops_machinetarget t join ops_machinework w on w.id = t.work where w.id = $1`,
        [task],
      )
    ).rows[0]?.fact;
  await expect.poll(() => facts('w.date_finished')).not.toBeNull();
  expect(await facts('t.state')).toBe('taken');
  await pool.query("update terminal_terminal set date_last_seen = now() - interval '1 hour'");
  const run = { id: randomUUID(), attempt: 1, signal: new AbortController().signal };
  const quiet = { progress: () => undefined, log: () => undefined };
  await tidyJob({ ...services, db: services.unhurried }).handle({}, { ...run, ...quiet });
  expect(await facts('t.state')).toBe('lost');
});

test('where no runner is connected, the run says so', async () => {
  await inventory.pool.query("update terminal_terminal set date_last_seen = now() - interval '1 hour'");
  const { id } = await machine();
  const task = await taskOf(test1([id]));
  expect(await ended(task)).toMatchObject({ state: 'failed', error: 'run_no_runner' });
});
