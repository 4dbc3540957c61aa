import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, startInventory } from '../../../../test/inventory.ts';

const many = 2_105;
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  await inventory.host({ name: 'first' });
  await inventory.pool.query(
    `with added as (
      insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
      select $1::uuid, 'host-' || i, '10.0.0.1', $2::bigint, '[]', 'host', 'linux', (array['-', 'ok', 'err'])[1 + i % 3], '{}', true, '', 'System', now()
      from generate_series(2, $3::int) i returning id)
    insert into assets_asset_nodes (asset, node)
    select added.id, n.id from added, assets_node n where n.org_id = $1 and n.parent_key = ''`,
    [DEFAULT_ORG_ID, inventory.platform('Linux'), many],
  );
});
afterAll(() => inventory.stop());

type Page = { count: number; next: string | null; previous: string | null; results: { id: string }[] };

const ordered = async (order: string, offset: number): Promise<string[]> => {
  const { rows } = await inventory.pool.query<{ id: string }>(
    `select id from assets_asset order by ${order} limit 15 offset $1`,
    [offset],
  );
  return rows.map(({ id }) => id);
};

test.each([
  ['name', 'name collate gatehouse_natural, id'],
  ['-name', 'name collate gatehouse_natural desc, id desc'],
  ['connectivity', 'connectivity, id'],
  ['-date_updated', 'date_updated desc nulls last, id desc'],
])('pages far down a list ordered by %s have the rows of a plain query', async (order, plain) => {
  for (const offset of [0, 990, 1_000, 1_050, 1_060, 2_000, many - 15, many - 7, many - 1, many, many + 20]) {
    const url = `/api/v1/assets/assets/?limit=15&offset=${offset}&order=${order}&fields_size=mini`;
    const page = bodyOf<Page>(await inventory.admin.get(url));
    expect({ offset, count: page.count, ids: page.results.map(({ id }) => id) }).toEqual({
      offset,
      count: many,
      ids: await ordered(plain, offset),
    });
    expect([offset, page.next !== null]).toEqual([offset, offset + 15 < many]);
  }
});

test('assets of a platform are found by its name; an unknown name finds none', async () => {
  const named = async (name: string) =>
    bodyOf<Page>(await inventory.admin.get(`/api/v1/assets/assets/?limit=5&platform=${name}`));
  expect(await named('Linux')).toMatchObject({ count: many, next: expect.stringContaining('offset=5') });
  expect(await named('Windows')).toMatchObject({ count: 0, results: [] });
  expect(await named('No such platform')).toMatchObject({ count: 0, results: [] });
});
