import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const base = '/api/v1/assets/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

let serial = 0;
const post = (body: Json) =>
  inventory.admin.post(`${base}platforms/`, {
    name: `platform-${++serial}`,
    category: 'host',
    type: 'linux',
    protocols: [{ name: 'ssh', port: 22 }],
    ...body,
  });

test('B-7-001 B-3-006 categories are listed with their types and constraints, also in pages', async () => {
  const viewer = inventory.as({ permissions: [] });
  const all = bodyOf<{ value: string; types: { value: string; constraints: Json }[] }[]>(
    await viewer.get(`${base}categories/`),
  );
  expect(all.map(({ value }) => value)).toEqual(['host', 'device', 'database', 'cloud', 'web', 'gpt']);
  expect(all[0]).toMatchObject({
    label: 'Host',
    types: [
      { value: 'linux', label: 'Linux', category: 'host', constraints: { charset_enabled: true } },
      { value: 'windows', constraints: { protocols: [{ name: 'rdp', default: true }, {}, {}, {}, {}] } },
      { value: 'unix' },
      { value: 'other' },
    ],
  });
  const page = bodyOf(await viewer.get(`${base}categories/?limit=1000`));
  expect(page).toMatchObject({ count: 6, next: null, results: expect.any(Array) });
  const types = bodyOf<Json[]>(await viewer.get(`${base}categories/types/`));
  expect(types).toHaveLength(all.flatMap((category) => category.types).length);
  expect(bodyOf<Json[]>(await viewer.get(`${base}categories/types/?limit=2`))).toEqual(types);
  const constraints = (query: string) =>
    viewer.get(`${base}categories/constraints/?${query}`).then((reply) => bodyOf(reply));
  expect(await constraints('category=device&type=switch')).toMatchObject({
    su_methods: ['enable', 'super', 'super_level'],
    automation: { ping_methods: [{ id: 'ping_by_ssh', name: 'Test through SSH' }, { id: 'ping_by_telnet' }] },
  });
  expect(await constraints('category=nothing&type=x')).toEqual({});
});

test('a custom category appears with its first platform, which defines its type and protocols', async () => {
  await inventory.made(
    post({ category: 'custom', type: 'mainframe', protocols: [{ name: 'telnet', port: 23 }] }),
  );
  const all = bodyOf<{ value: string; types: Json[] }[]>(await inventory.admin.get(`${base}categories/`));
  expect(all.at(-1)).toMatchObject({
    value: 'custom',
    types: [{ value: 'mainframe', label: 'mainframe', constraints: { protocols: [{ name: 'telnet' }] } }],
  });
});

test('protocols and automation methods are described for the forms', async () => {
  const viewer = inventory.as({ permissions: [] });
  const protocols = bodyOf<Json[]>(await viewer.get(`${base}protocols/`));
  expect(protocols[0]).toEqual({ label: 'SSH', value: 'ssh' });
  const settings = bodyOf<{ actions: { POST: { setting: { children: Json } } } }>(
    await viewer.options(`${base}protocol-settings/?name=rdp`),
  ).actions.POST.setting.children;
  expect(settings).toMatchObject({
    console: { type: 'boolean', default: false },
    security: { type: 'choice', default: 'any', choices: [{ value: 'any', label: 'Any' }, {}, {}, {}] },
    ad_domain: { type: 'string', required: false },
  });
  expect((await viewer.get(`${base}protocol-settings/?name=rdp`)).status).toBe(403);
  const rows = bodyOf<Json[]>(await inventory.admin.get(`${base}protocol-settings/?name=winrm`));
  expect(rows).toMatchObject([{ name: 'winrm', public: false }, {}, {}, {}]);
  const methods = bodyOf<{ actions: { GET: Json } }>(
    await viewer.options(`${base}platform-automation-methods/`),
  );
  expect(methods.actions.GET).toMatchObject({
    change_secret_posix: {
      label: 'Change on a POSIX host',
      children: { sudo: { label: 'Sudo commands', default: '/bin/whoami' } },
    },
    change_secret_by_ssh: { children: { commands: { type: 'list', default: [''] } } },
  });
  expect(methods.actions.GET.posix_ping).toBeUndefined();
  const defaults = bodyOf<Json>(await viewer.get(`${base}platform-automation-methods/`));
  expect(Object.keys(defaults)).toEqual(Object.keys(methods.actions.GET));
  expect(defaults).toMatchObject({
    change_secret_posix: { sudo: '/bin/whoami', shell: '/bin/bash', home: '', groups: '' },
    change_secret_by_ssh: { commands: [''] },
  });
});

test('B-3-006 the type tree counts assets or their accounts, and opens platforms', async () => {
  const host = await inventory
    .host({
      name: 'counted',
      platform: inventory.platform('H3C'),
      accounts: [
        { username: 'a', name: 'a' },
        { username: 'b', name: 'b' },
      ],
    })
    .catch((error) => error);
  expect(String(host)).toContain('platform');
  const device = await inventory.made(
    inventory.admin.post(`${base}devices/`, {
      name: 'counted',
      address: '10.0.0.9',
      platform: inventory.platform('H3C'),
      accounts: [
        { username: 'a', name: 'a' },
        { username: 'b', name: 'b' },
      ],
    }),
  );
  const platformId = String(inventory.platform('H3C'));
  const tree = async (query: string) =>
    bodyOf<{ id: string; name: string; pId: string; isParent: boolean; meta: Json }[]>(
      await inventory.admin.get(`${base}nodes/category/tree/?${query}`),
    );
  const assets = await tree('assets=0&count_resource=asset');
  expect(assets[0]).toMatchObject({ id: 'ROOT', pId: '', open: true });
  expect(assets.find(({ id }) => id === 'ROOT_DEVICE')).toMatchObject({
    name: 'Network device (1)',
    pId: 'ROOT',
    meta: { type: 'category', category: 'device', _type: 'device' },
  });
  expect(assets.find(({ id }) => id === 'ROOT_DEVICE_general')).toMatchObject({
    pId: 'ROOT_DEVICE',
    isParent: true,
    meta: { type: 'type', category: 'device', _type: 'general' },
  });
  expect(assets.find(({ id }) => id === 'ROOT_DEVICE_router')).toMatchObject({ isParent: false });
  expect(assets.find(({ id }) => id === platformId)).toMatchObject({
    name: 'H3C (1)',
    pId: 'ROOT_DEVICE_general',
    isParent: false,
    meta: { type: 'platform' },
  });
  const accounts = await tree('count_resource=account&assets=1');
  expect(accounts.find(({ id }) => id === platformId)).toMatchObject({ name: 'H3C (2)', isParent: true });
  expect(await tree(`key=${platformId}&assets=1`)).toMatchObject([
    { id: device.id, name: 'counted', pId: platformId, iconSkin: 'switch' },
  ]);
  const elsewhere = bodyOf<Json[]>(
    await inventory.other.get(`${base}nodes/category/tree/?key=${platformId}&assets=1`),
  );
  expect(elsewhere).toEqual([]);
});
