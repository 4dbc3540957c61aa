import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const names = ['app-10', 'App-2', 'app-1', 'Zebra', 'app-2b', 'äpfel', 'app-002'];
const people = ['äpfel', 'app-1', 'app-002', 'App-2', 'app-2b', 'app-10', 'x', 'Zebra'];
const usernames = ['deploy10', 'root', 'deploy9', 'Administrator', 'backup'];

let inventory: Inventory;
let machine: Json;
beforeAll(async () => {
  inventory = await startInventory();
  for (const [at, name] of names.entries()) await inventory.host({ name, address: `10.0.0.${at + 7}` });
  machine = (await inventory.host({ name: 'x', address: '10.1.0.1' })) as Json;
  for (const username of usernames)
    await inventory.made(
      inventory.admin.post('/api/v1/accounts/accounts/', {
        name: username,
        username,
        asset: machine.id,
        privileged: username === 'backup',
      }),
    );
  await inventory.pool.query(
    "update assets_asset set connectivity = case name when 'app-1' then 'ok' when 'Zebra' then 'err' else '-' end",
  );
  await inventory.pool.query("update accounts_account set connectivity = 'err' where username = 'deploy9'");
});
afterAll(() => inventory.stop());

const list = async (path: string, field = 'name'): Promise<string[]> => {
  const answer = bodyOf<Json[] | { results: Json[] }>(await inventory.admin.get(`/api/v1/${path}`));
  return ('results' in answer ? answer.results : answer).map((row) => String(row[field]));
};
const hosts = (query: string, field = 'name') => list(`assets/hosts/?limit=20&${query}`, field);

test('names sort as people sort them: numbers by value, case aside, letters with marks beside those without', async () => {
  expect(await hosts('')).toEqual(people);
  expect(await hosts('order=-name')).toEqual(people.toReversed());
});

test('addresses sort by their numbers, and pages follow each other without gaps', async () => {
  const sorted = names.map((_, at) => `10.0.0.${at + 7}`);
  expect(await hosts('order=address', 'address')).toEqual([...sorted, '10.1.0.1']);
  const pages = await Promise.all(
    [0, 3, 6].map((offset) => list(`assets/hosts/?order=name&limit=3&offset=${offset}`)),
  );
  expect(pages.flat()).toEqual(people);
});

test('a search that narrows the list keeps the order', async () => {
  expect(await hosts('search=app')).toEqual(people.slice(1, 6));
});

test('accounts sort by the names of their assets, and by their own', async () => {
  expect(await list('accounts/accounts/?limit=20')).toEqual([
    'Administrator',
    'backup',
    'deploy9',
    'deploy10',
    'root',
  ]);
});

test('pickers of accounts offer root and its like first', async () => {
  const [one] = bodyOf<{ results: Json[] }>(
    await inventory.admin.get('/api/v1/accounts/accounts/?limit=1&username=backup'),
  ).results;
  const path = `accounts/accounts/su-from-accounts/?account=${one?.id}`;
  expect(await list(path)).toEqual(['Administrator', 'root', 'deploy9', 'deploy10']);
  expect(await list(`${path}&order=-name`)).toEqual(['root', 'deploy10', 'deploy9', 'Administrator']);
  const suggested = await inventory.admin.post('/api/v1/accounts/accounts/username-suggestions/', {});
  expect(suggested.json).toEqual(['Administrator', 'root', 'backup', 'deploy9', 'deploy10']);
});

test('assets and accounts can be filtered by connectivity', async () => {
  expect(await hosts('connectivity=err')).toEqual(['Zebra']);
  expect(await hosts('connectivity=ok')).toEqual(['app-1']);
  expect(await list('accounts/accounts/?limit=20&connectivity=err')).toEqual(['deploy9']);
});

test('the order of a list by name comes from an index', async () => {
  const client = await inventory.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
    const plan = await client.query(
      `explain select t.id from assets_asset t where t.org_id = $1 order by t.name collate "gatehouse_natural" asc, t.id asc limit 15`.replace(
        '$1',
        `'${machine.org_id}'`,
      ),
    );
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('assets_asset_name_ix');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
