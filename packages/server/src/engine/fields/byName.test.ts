import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Inventory, startInventory } from '../../../test/inventory.ts';
import type { Database } from '../../platform/database.ts';
import { anonymous } from '../context.ts';
import { contextOf } from '../http.ts';
import { kindOf } from './registry.ts';

const many = 3000;
const field = { kind: 'refs', to: 'assets.asset' } as const;
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  await inventory.pool.query(
    `insert into assets_asset (name, address, platform, org_id, created_by, comment, is_active, protocols, category, type,
        connectivity, gathered_info)
      select 'Crowd-' || n, '10.0.0.1', $1, $2, '', '', true, '[]', 'host', 'linux', '-', '{}' from generate_series(1, $3::int) n`,
    [inventory.platform('Linux'), DEFAULT_ORG_ID, many],
  );
});
afterAll(() => inventory.stop());

/**
 * A field that refers to assets, used in a request that counts its queries and the result values it reads.
 */
const counted = () => {
  const { services } = inventory;
  const work = { queries: 0, looks: 0 };
  const look = {
    get: (row: object, name: string | symbol) => {
      work.looks += 1;
      return Reflect.get(row, name);
    },
  };
  const db: Database = {
    ...services.db,
    rows: async <Row>(query: Parameters<Database['rows']>[0]) => {
      work.queries += 1;
      return (await services.db.rows<object>(query)).map((row) => new Proxy(row, look)) as Row[];
    },
  };
  const facts = {
    actor: { ...anonymous, id: '00000000-0000-4000-8000-00000000aaaa', isSuperuser: true },
    org: { id: DEFAULT_ORG_ID, name: 'DEFAULT', isRoot: false },
    language: 'en' as const,
    zone: 'UTC',
    remoteAddr: '127.0.0.1',
    decrypt: (value: string) => value,
  };
  const ctx = contextOf(facts, services.engine, db, []);
  const resource = services.engine.resource('assets.node');
  return { work, use: { name: 'assets', field, resource, ctx } };
};

const names = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => ({ name: text(at + 1) }));

test('thousands of names are matched to rows by reading each row a few times, not once per name', async () => {
  const { work, use } = counted();
  const input = names(many, (number) => (number % 2 ? `Crowd-${number}` : `cROWD-${number}`));
  const kind = kindOf(field);
  await kind.prefetch?.([input], use);
  const found = await kind.parse?.(input, use);
  const rows = await inventory.services.db.rows<{ id: string; name: string }>(
    sql`select id, name from assets_asset`,
  );
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  expect(found).toEqual(input.map((_, at) => ids.get(`Crowd-${at + 1}`)));
  expect(work.looks).toBeLessThan(30 * many);
});

test('a list of more names than a field takes is refused without a look-up', async () => {
  const { work, use } = counted();
  const input = names(10_001, (number) => `Crowd-${number}`);
  const kind = kindOf(field);
  await kind.prefetch?.([input], use);
  expect(work.queries).toBe(0);
  await expect(kind.parse?.(input, use)).rejects.toMatchObject({
    reason: [{ key: 'max_items', params: { max: 10_000 } }],
  });
  expect(work.queries).toBe(0);
});

test('an exact match wins over one in another case; a name of several rows is refused', async () => {
  const { use } = counted();
  const [lower, upper, first] = [
    await inventory.host({ name: 'twin' }),
    await inventory.host({ name: 'TWIN' }),
    await inventory.host({ name: 'only' }),
  ];
  const parse = async (name: string) => kindOf(field).parse?.([{ name }], use);
  expect([await parse('twin'), await parse('TWIN'), await parse('ONLY')]).toEqual([
    [lower.id],
    [upper.id],
    [first.id],
  ]);
  await expect(parse('Twin')).rejects.toMatchObject({
    reason: [{ key: 'name_of_several', params: { name: 'Twin' } }],
  });
});
