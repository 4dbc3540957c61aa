import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

const url = '/api/v1/assets/hosts/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

test('an export can be imported: protocols, nodes and labels survive the round trip', async () => {
  const host = await inventory.host({
    name: 'round-trip',
    nodes_display: ['/Far/Away'],
    protocols: [
      { name: 'ssh', port: 2022 },
      { name: 'sftp', port: 22 },
    ],
    labels: ['env:prod'],
    comment: 'line one',
  });
  const file = await inventory.admin.get(`${url}?format=csv&ids=${host.id}`);
  expect(file.headers['content-disposition']).toMatch(
    /^attachment; filename="host_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/,
  );
  expect(file.text).toContain('""ssh/2022""');
  const parsed = bodyOf<{ data: Json[] }>(
    await inventory.admin.post(`${url}render-to-json/`, Buffer.from(file.text) as never, {
      'content-type': 'text/csv',
    }),
  );
  const [row] = parsed.data;
  const protocols = [
    { name: 'ssh', port: '2022' },
    { name: 'sftp', port: '22' },
  ];
  expect(row).toMatchObject({ protocols, nodes_display: ['/DEFAULT/Far/Away'] });
  await inventory.admin.delete(`${url}${host.id}/`);
  const second = bodyOf(await inventory.admin.post(url, row));
  expect(second).toMatchObject({
    name: 'round-trip',
    nodes_display: ['/DEFAULT/Far/Away'],
    protocols: [
      { name: 'ssh', port: 2022 },
      { name: 'sftp', port: 22 },
    ],
    labels: ['env:prod'],
    comment: 'line one',
  });
});

test('a batch keeps valid rows, creates their nodes once, and answers for each row', async () => {
  const platform = inventory.platform('Linux');
  const rows = Array.from({ length: 1200 }, (_, at) => ({
    name: at % 100 === 99 ? '' : `batch-${at}`,
    address: `10.9.${at % 200}.1`,
    platform,
    nodes_display: [`/Batch/${at % 7}`],
    labels: [`slot:${at % 3}`],
  }));
  const answer = bodyOf<{ count: number; failed: number; results: Json[] }>(
    await inventory.admin.post(`${url}batch-import/`, { action: 'create', rows }),
  );
  expect(answer).toMatchObject({ count: 1200, failed: 12 });
  expect(answer.results[99]).toEqual({ errors: { name: [expect.any(String)] } });
  const tree = bodyOf<Json[]>(await inventory.admin.get('/api/v1/assets/nodes/children/tree/?search=Batch'));
  expect(tree.map(({ name }) => name)).toContain('Batch (1188)');
  const nodes = bodyOf<Json[]>(await inventory.admin.get('/api/v1/assets/nodes/?search=/Batch/'));
  expect(nodes).toHaveLength(7);
});
