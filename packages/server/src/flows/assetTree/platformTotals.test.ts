import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';
import { settleTotals } from './platformTotals.ts';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Branch = { id: string; name: string; meta: { type: string } };
type Totals = { [platform: string]: number };

/** Counts of the tree's platforms, without empty ones. */
const shown = async (counted: 'asset' | 'account'): Promise<Totals> => {
  const tree = `/api/v1/assets/nodes/category/tree/?count_resource=${counted}`;
  return Object.fromEntries(
    bodyOf<Branch[]>(await inventory.admin.get(tree))
      .filter(({ meta }) => meta.type === 'platform')
      .map(({ id, name }) => [id, Number(/\((\d+)\)$/.exec(name)?.[1])] as const)
      .filter(([, amount]) => amount !== 0),
  );
};

/** The same counts, from the rows. */
const counted = async (what: 'asset' | 'account'): Promise<Totals> => {
  const joined = what === 'account' ? sql`join accounts_account c on c.asset = a.id` : sql``;
  const rows = await inventory.services.db.rows<{ platform: string; amount: number }>(
    sql`select a.platform::text as platform, count(*)::int as amount from assets_asset a ${joined}
      where a.org_id = ${DEFAULT_ORG_ID} group by 1`,
  );
  return Object.fromEntries(rows.map(({ platform, amount }) => [platform, amount]));
};

const expectTrue = async () => {
  expect(await shown('asset')).toEqual(await counted('asset'));
  expect(await shown('account')).toEqual(await counted('account'));
};

const account = (asset: string, name: string) =>
  inventory.admin.post('/api/v1/accounts/accounts/', {
    asset,
    name,
    username: name,
    secret_type: 'password',
  });

const rowsOfLedger = async (): Promise<number> =>
  Number((await inventory.pool.query('select count(*) from assets_platformtotal')).rows[0]?.count);

test('counts follow assets and accounts that are added, deleted or moved to another platform', async () => {
  const hosts = [await inventory.host(), await inventory.host(), await inventory.host()];
  const [first, second] = hosts.map(({ id }) => id) as [string, string];
  for (const asset of [first, first, second]) await account(asset, `user-${Math.random()}`);
  await expectTrue();
  await inventory.admin.patch(`/api/v1/assets/hosts/${first}/`, { platform: inventory.platform('Unix') });
  expect((await shown('account'))[String(inventory.platform('Unix'))]).toBe(2);
  await expectTrue();
  await inventory.pool.query('update accounts_account set asset = $1 where asset = $2', [first, second]);
  await expectTrue();
  await inventory.pool.query(
    'delete from accounts_account where ctid in (select min(ctid) from accounts_account)',
  );
  await expectTrue();
  await inventory.admin.delete(`/api/v1/assets/hosts/${first}/`);
  expect((await shown('asset'))[String(inventory.platform('Unix'))]).toBeUndefined();
  await expectTrue();
});

test('the counts of an organization leave out the assets of others', async () => {
  const before = await shown('asset');
  await inventory.host({}, inventory.other);
  expect(await shown('asset')).toEqual(before);
  await expectTrue();
});

test('many changes are settled after a read, and none is lost', async () => {
  await inventory.pool.query(
    `insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
     select a.org_id, 'copy-' || i, a.address, a.platform, a.protocols, a.category, a.type, a.connectivity, a.gathered_info, true, '', '', now()
     from (select * from assets_asset limit 1) a, generate_series(1, 600) i`,
  );
  await inventory.pool.query("delete from assets_asset where name like 'copy-%'");
  expect(await rowsOfLedger()).toBeGreaterThan(500);
  await expectTrue();
  expect(await rowsOfLedger()).toBeLessThan(20);
  await expectTrue();
});

test('counts stay correct while assets change platform, get accounts and are deleted concurrently', async () => {
  const hosts = await Promise.all(Array.from({ length: 8 }, () => inventory.host()));
  const ids = hosts.map(({ id }) => id);
  let serial = 0;
  const at = <T>(from: readonly T[]): T => from[(serial++ * 7) % from.length] as T;
  const steps = [
    () =>
      inventory.admin.patch(`/api/v1/assets/hosts/${at(ids)}/`, {
        platform: inventory.platform(at(['Unix', 'Linux'])),
      }),
    () => account(at(ids), `busy-${serial}`),
    () => inventory.admin.delete(`/api/v1/accounts/accounts/?search=busy-${serial - 9}`),
    () => settleTotals(inventory.services),
    () => inventory.admin.delete(`/api/v1/assets/hosts/${ids.shift()}/`),
  ];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 8 }, (_, step) => steps[step % (round === 4 ? 5 : 4)]?.()));
    await expectTrue();
  }
});
