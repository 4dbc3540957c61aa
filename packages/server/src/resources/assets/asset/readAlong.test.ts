import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const url = '/api/v1/assets/assets/?limit=15';
const listed = async (): Promise<Json[]> =>
  bodyOf<{ results: Json[] }>(await inventory.admin.get(url)).results;

test('nodes are listed in the order in which the asset was put on them, their paths by name', async () => {
  const [late, early] = [await inventory.node('/Zoo'), await inventory.node('/Ark')];
  await inventory.host({ name: 'noah', nodes: [late.id] });
  await inventory.host({ name: 'alone' });
  const noah = (await listed()).find(({ name }) => name === 'noah');
  await inventory.admin.patch(`/api/v1/assets/assets/${noah?.id}/`, { nodes: [late.id, early.id] });
  const [alone, both] = await listed();
  expect(both?.nodes).toEqual([
    { id: late.id, name: 'Zoo' },
    { id: early.id, name: 'Ark' },
  ]);
  expect(both).toMatchObject({
    nodes_display: ['/DEFAULT/Ark', '/DEFAULT/Zoo'],
    platform: { id: inventory.platform('Linux'), name: 'Linux' },
    auto_config: { platform: inventory.platform('Linux'), ping_enabled: true },
  });
  expect(alone).toMatchObject({ nodes_display: ['/DEFAULT'], nodes: [{ name: 'DEFAULT' }] });
});

test('a list reads platforms once and nodes once, whatever is made of them', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await listed();
  const texts = sent.mock.calls.map(
    ([statement]) => (statement as { text?: string }).text ?? String(statement),
  );
  sent.mockRestore();
  expect(texts.filter((text) => text.includes('from assets_platform'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('from "assets_platform"'))).toHaveLength(0);
  expect(texts.filter((text) => text.includes('assets_asset_nodes'))).toHaveLength(1);
});
