import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

type Wire = { id: string; name: string; [field: string]: unknown };
let inventory: Inventory;
let ann: ReturnType<Inventory['as']>;
const ids: Record<string, string> = {};
const base = '/api/v1/assets/';
const permissions = ['assets.match_asset', 'assets.match_node'];

const namesAt = async (caller: ReturnType<Inventory['as']>, path: string) => {
  const answer = await caller.get(`${base}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Wire[]>(answer).map(({ name }) => name);
};
const grant = async (facts: object) => {
  const made = await inventory.admin.post('/api/v1/perms/asset-permissions/', {
    ...{ name: randomUUID(), accounts: ['@ALL'], ...facts },
  });
  expect(made.status, made.text).toBe(201);
  return bodyOf<{ id: string }>(made).id;
};

beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  for (const path of ['/DEFAULT/Shop', '/DEFAULT/Vault']) ids[path] = String((await inventory.node(path)).id);
  for (const [name, node] of [
    ['shop-1', '/DEFAULT/Shop'],
    ['vault-1', '/DEFAULT/Vault'],
    ['single-1', '/DEFAULT/Vault'],
  ] as const) {
    ids[name] = (await inventory.host({ name, nodes: [ids[node]] })).id;
    await inventory.admin.post('/api/v1/accounts/accounts/', {
      ...{ asset: ids[name], name: `root-of-${name}`, username: `root-of-${name}`, secret: 'x' },
    });
  }
  ids.ann = await estate.user('ann');
  await grant({ users: [ids.ann], nodes: [ids['/DEFAULT/Shop']] });
  await grant({ users: [ids.ann], assets: [ids['single-1']] });
  ann = inventory.as({ id: ids.ann, username: 'ann', permissions });
});
afterAll(() => inventory.stop());

test('assets are suggested to those who may see all of them, and to others only those granted', async () => {
  for (const path of ['assets', 'hosts']) {
    expect(await namesAt(ann, `${path}/suggestions/`)).toEqual(['shop-1', 'single-1']);
    expect(await namesAt(ann, `${path}/suggestions/?search=vault`)).toEqual([]);
    const viewer = inventory.as({ permissions: [...permissions, 'assets.view_asset'] });
    expect(await namesAt(viewer, `${path}/suggestions/`)).toEqual(['shop-1', 'single-1', 'vault-1']);
  }
  expect(await namesAt(ann, 'databases/suggestions/')).toEqual([]);
  const page = bodyOf<{ count: number }>(await ann.get(`${base}assets/suggestions/?limit=1`));
  expect(page.count).toBe(2);
  const [row] = bodyOf<Wire[]>(await ann.get(`${base}assets/suggestions/?search=shop`));
  expect(row).toMatchObject({ name: 'shop-1', address: '10.0.0.1', platform: { name: 'Linux' } });
  expect(row).not.toHaveProperty('accounts');
});

test('nodes are suggested to those who may see all of them, and to others only those granted', async () => {
  expect(await namesAt(ann, 'nodes/suggestions/')).toEqual(['Shop']);
  const viewer = inventory.as({ permissions: [...permissions, 'assets.view_node'] });
  expect(await namesAt(viewer, 'nodes/suggestions/')).toEqual(expect.arrayContaining(['Shop', 'Vault']));
});

test('a user without permissions, or one who asks in another organization, gets no names', async () => {
  const stranger = inventory.as({ id: randomUUID(), permissions });
  const elsewhere = inventory.as({ id: ids.ann, username: 'ann', permissions, org: OTHER_ORG_ID });
  for (const caller of [stranger, elsewhere])
    for (const path of ['assets', 'hosts', 'nodes'])
      expect(await namesAt(caller, `${path}/suggestions/`)).toEqual([]);
});

test('usernames are those of accounts the caller may see, request or reach', async () => {
  const suggested = async (held: string[], body: object = {}) => {
    const caller = inventory.as({ id: ids.ann, username: 'ann', permissions: held });
    const answer = await caller.post('/api/v1/accounts/accounts/username-suggestions/', body);
    return bodyOf<string[]>(answer);
  };
  const all = ['root-of-shop-1', 'root-of-single-1', 'root-of-vault-1'];
  expect(await suggested(['accounts.view_account'])).toEqual(all);
  expect(await suggested([])).toEqual(['root-of-shop-1', 'root-of-single-1']);
  expect(await suggested([], { assets: [ids['vault-1']] })).toEqual([]);
  // Everything may be requested here, as the installation is configured.
  expect(await suggested(['tickets.view_ticket'])).toEqual(all);
});
