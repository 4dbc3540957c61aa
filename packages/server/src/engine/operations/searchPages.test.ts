import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

/** Rows of a table that grows past the size at which statements are planned for their values. */
const many = 3_000;
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  const insert = (from: number, to: number, name: string, comment: string) =>
    inventory.pool.query(
      `insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
       select $1::uuid, ${name}, '10.0.0.1', $2::bigint, '[]', 'host', 'linux', '-', '{}', true, ${comment}, 'System', now()
       from generate_series($3::int, $4::int) i`,
      [DEFAULT_ORG_ID, inventory.platform('Linux'), from, to],
    );
  await insert(1, many, `'app-' || i`, `case when i % 100 = 0 then 'web tier' else '' end`);
  await insert(1, 40, `(array['web-', 'WEB-', 'Web_', 'web'])[1 + i % 4] || i`, `''`);
  await insert(1, 20, `'x-web-' || i`, `''`);
  await insert(1, 2, `'we' || repeat('b', i - 1)`, `'rack'`);
});
afterAll(() => inventory.stop());

type Page = { count: number; next: string | null; results: { id: string; name: string }[] };

const get = async (query: string): Promise<Page> => {
  const answer = await inventory.admin.get(`/api/v1/assets/assets/?fields_size=mini&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Page>(answer);
};

/** The same list from one plain query. */
const plain = async (term: string, order: string): Promise<string[]> => {
  const { rows } = await inventory.pool.query<{ name: string }>(
    `select name from assets_asset where search_text like $1 order by ${order}`,
    [`%${term}%`],
  );
  return rows.map(({ name }) => name);
};

const naturally = 'name collate gatehouse_natural, id';

test.each(['web', 'WEB', 'we', 'web-', 'Web_', 'app-', 'tier', 'x-', 'x-w', 'nothing'])(
  'a search for %s shows what starts with it first, both parts in the order of names, on every page',
  async (term) => {
    const low = term.toLowerCase().replace('_', '\\_');
    const expected = await plain(low, `lower(name) like '${low}%' desc, ${naturally}`);
    for (const limit of [7, 100]) {
      const seen: string[] = [];
      for (let offset = 0; ; offset += limit) {
        const page = await get(`search=${term}&limit=${limit}&offset=${offset}`);
        expect(page.count).toBe(expected.length);
        seen.push(...page.results.map(({ name }) => name));
        if (page.next === null || seen.length > 400) break;
      }
      expect(seen).toEqual(expected.slice(0, seen.length));
      expect(seen.length).toBeGreaterThanOrEqual(Math.min(expected.length, 400));
    }
    const beyond = await get(`search=${term}&limit=7&offset=${expected.length + 3}`);
    expect(beyond).toMatchObject({ count: expected.length, next: null, results: [] });
  },
);

test('the whole list, without pages, has the same order', async () => {
  const rows = (await get('search=web')) as unknown as { name: string }[];
  expect(rows.map(({ name }) => name)).toEqual(
    await plain('web', `lower(name) like 'web%' desc, ${naturally}`),
  );
});

test('an order that is asked for holds, and a term that is no plain word changes none', async () => {
  const named = async (query: string) => (await get(`${query}&limit=50`)).results.map(({ name }) => name);
  expect(await named('search=web&order=name')).toEqual((await plain('web', naturally)).slice(0, 50));
  expect(await named('search=web&order=-name')).toEqual(
    (await plain('web', 'name collate gatehouse_natural desc, id desc')).slice(0, 50),
  );
  expect(await named('search=10.')).toEqual((await plain('10.', naturally)).slice(0, 50));
  expect(await named('search=app-2')).toEqual((await plain('app-2', naturally)).slice(0, 50));
  expect(await named('search=10')).toEqual((await plain('10', naturally)).slice(0, 50));
});

test('of several terms all must be found, and the first decides what is shown first', async () => {
  const named = async (search: string) =>
    (await get(`search=${search}&limit=50`)).results.map(({ name }) => name);
  expect(await named('web,rack')).toEqual(['web']);
  expect((await named('tier,app'))[0]).toBe('app-100');
  expect((await named('app,tier')).slice(0, 2)).toEqual(['app-100', 'app-200']);
});
