import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { machineScene, root } from '../../../test/machines/machineScene.ts';
import { newAssetJobs } from '../../jobs/machineWork.ts';

let inventory: Inventory;
const scene = machineScene(({ unhurried: db, lookup }, pace) => newAssetJobs({ db, lookup, pace }));
const { machine, takeAll, report, ended } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});
beforeEach(() => inventory.pool.query("delete from ops_celerytaskexecution where name ~ '_new_'"));

const hosts = '/api/v1/assets/hosts/';
const runs = async () =>
  (
    await inventory.pool.query<{ id: string; name: string; assets: string[] }>(
      "select id, name, kwargs->'assets' as assets from ops_celerytaskexecution where name ~ '_new_' order by name",
    )
  ).rows;
const host = (name: string, more: Json = {}) => ({
  ...{ name, address: '10.0.0.9', platform: inventory.platform('Linux'), accounts: [root] },
  ...more,
});

test('B-3-003 B-4-011 an asset created with an account is tested and its hardware read, without being asked', async () => {
  const { id } = await machine();
  const targets = await takeAll(2);
  expect(targets.map(({ operation }) => operation.kind).toSorted()).toEqual(['gather_facts', 'ping']);
  for (const target of targets)
    await report([target], target.operation.kind === 'ping' ? {} : { facts: { cpu_vcpus: '4' } });
  for (const run of await runs()) expect(await ended(run.id)).toMatchObject({ state: 'done' });
  expect(bodyOf(await inventory.admin.get(`${hosts}${id}/`))).toMatchObject({
    connectivity: { value: 'ok' },
    gathered_info: { cpu_vcpus: '4' },
  });
});

test('assets created together are one run, which succeeds though a machine cannot be reached', async () => {
  const created = await inventory.admin.post(hosts, [host('both-1'), host('both-2')]);
  expect(created.status, created.text).toBe(201);
  const found = await runs();
  expect(found.map(({ name, assets }) => [name, assets.length])).toEqual([
    ['gather_new_facts', 2],
    ['test_new_assets', 2],
  ]);
  await report(await takeAll(4), {
    status: 'unreachable',
    error: { key: 'machine_unreachable', params: {} },
  });
  for (const { id } of found) expect(await ended(id)).toMatchObject({ state: 'done' });
});

test('nothing is queued without a secret, if the platform has it switched off, or if the caller may not read secrets', async () => {
  const { made, admin, as, platform } = inventory;
  const { secret: _, ...bare } = root;
  await made(admin.post(hosts, host('bare', { accounts: [bare] })));
  await made(admin.post(hosts, host('lonely', { accounts: [] })));
  await made(admin.post(hosts, host('off', { is_active: false })));
  await made(
    admin.post(
      '/api/v1/assets/webs/',
      host('web', { address: 'https://x.example', platform: platform('Website') }),
    ),
  );
  const creator = as({ permissions: ['assets.add_asset', 'accounts.add_account'] });
  await made(creator.post(hosts, host('hidden')));
  expect(await runs()).toEqual([]);
});

test('nothing is queued while no runner is connected', async () => {
  await inventory.pool.query("update terminal_terminal set date_last_seen = now() - interval '1 hour'");
  await machine();
  expect(await runs()).toEqual([]);
});
