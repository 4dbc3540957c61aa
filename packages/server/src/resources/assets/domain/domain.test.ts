import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

const url = '/api/v1/assets/domains/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const gateway = (name: string, body: Json = {}) =>
  inventory.made(
    inventory.admin.post('/api/v1/assets/gateways/', {
      name,
      address: '10.0.0.254',
      platform: { name: 'Gateway' },
      ...body,
    }),
  );
const read = async (id: string) =>
  bodyOf<{ assets: Json[]; gateways: Json[] }>(await inventory.admin.get(`${url}${id}/`));

test('a gateway asset is a host that is always on its own platform', async () => {
  const made = await gateway('gw-1', { platform: inventory.platform('Windows') });
  expect(made).toMatchObject({
    platform: { name: 'Gateway' },
    category: { value: 'host' },
    type: { value: 'linux' },
  });
  const changed = await inventory.admin.patch(`/api/v1/assets/gateways/${made.id}/`, {
    platform: inventory.platform('Linux'),
    comment: 'edge',
  });
  expect(changed.json).toMatchObject({ platform: { name: 'Gateway' }, comment: 'edge' });
  const host = await inventory.host();
  expect((await inventory.admin.get(`/api/v1/assets/gateways/${host.id}/`)).status).toBe(404);
});

test('a zone separates assets and gateways; each list replaces its own part', async () => {
  const [hostA, hostB] = [await inventory.host({ name: 'in-1' }), await inventory.host({ name: 'in-2' })];
  const first = await gateway('gw-2');
  const zone = await inventory.made(
    inventory.admin.post(url, { name: 'dmz', assets: [hostA.id, { pk: hostB.id }], gateways: [first.id] }),
  );
  expect(await read(zone.id)).toMatchObject({
    assets: [{ name: 'in-1' }, { name: 'in-2' }],
    gateways: [{ id: first.id, name: 'gw-2' }],
  });
  const [listed] = bodyOf<Json[]>(await inventory.admin.get(`${url}?name=dmz`));
  expect(listed).toMatchObject({ assets_amount: 2, gateways: [{ name: 'gw-2' }] });
  expect(listed).not.toHaveProperty('assets');
  await inventory.admin.patch(`${url}${zone.id}/`, { assets: [hostB.id] });
  expect(await read(zone.id)).toMatchObject({ assets: [{ name: 'in-2' }], gateways: [{ name: 'gw-2' }] });
  const second = await gateway('gw-3');
  await inventory.admin.patch(`${url}${zone.id}/`, { gateways: [second.id] });
  expect(await read(zone.id)).toMatchObject({ assets: [{ name: 'in-2' }], gateways: [{ name: 'gw-3' }] });
  expect((await inventory.admin.delete(`${url}${zone.id}/`)).status).toBe(204);
  expect(bodyOf(await inventory.admin.get(`/api/v1/assets/assets/${hostB.id}/`)).domain).toBeNull();
});

test('only assets reachable through a gateway are put into a zone', async () => {
  const web = await inventory.made(
    inventory.admin.post('/api/v1/assets/webs/', {
      name: 'web-1',
      address: 'https://x.example',
      platform: inventory.platform('Website'),
    }),
  );
  const refused = await inventory.admin.post(url, { name: 'web zone', assets: [web.id] });
  expect(refused).toMatchObject({ status: 400, json: { assets: [expect.stringContaining('web-1')] } });
  const foreign = await inventory.host({}, inventory.other);
  const stolen = await inventory.admin.post(url, { name: 'x', assets: [foreign.id] });
  expect(stolen).toMatchObject({ status: 400, json: { assets: expect.any(Array) } });
});

test('A-6-022 A-6-023 zones and gateways require their own permissions', async () => {
  const viewer = inventory.as({ permissions: ['assets.view_domain'] });
  expect((await viewer.get(url)).status).toBe(200);
  expect((await viewer.get('/api/v1/assets/gateways/')).status).toBe(403);
  expect(
    (await inventory.as({ permissions: ['assets.view_gateway'] }).get('/api/v1/assets/gateways/')).status,
  ).toBe(200);
});
