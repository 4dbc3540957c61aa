import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

type Page = { count: number; next: string | null; results: { id: string }[] };
type Row = { id: string; names: string[]; category: string; active: boolean; organization: string };

const own = 2_000;
let inventory: Inventory;
/** Every asset, in the order of names. */
let rows: Row[];

/** Adds assets with the protocols that `protocols`, an expression over `i`, says. */
const add = (prefix: string, many: number, protocols: string, org = DEFAULT_ORG_ID) =>
  inventory.pool.query(
    `with added as (
      insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
      select $1::uuid, $2 || i, '10.0.0.1', $3::bigint, ${protocols}, case when i % 2 = 0 then 'host' else 'device' end, 'linux', '-', '{}', i % 3 <> 0, '', 'System', now()
      from generate_series(1, $4::int) i returning id)
    insert into assets_asset_nodes (asset, node)
    select added.id, n.id from added, assets_node n where n.org_id = $1 and n.parent_key = ''`,
    [org, prefix, inventory.platform('Linux'), many],
  );

/** A list of protocols as JSON, made by SQL from the expressions of their names. */
const named = (...names: string[]) =>
  `jsonb_build_array(${names.map((name) => `jsonb_build_object('name', ${name}, 'port', 22)`).join()})`;

const readAll = async () => {
  const found = await inventory.pool.query<Row>(
    `select id, array(select p ->> 'name' from jsonb_array_elements(protocols) p) as names, category, is_active as active, org_id::text as organization
     from assets_asset order by name collate gatehouse_natural, id`,
  );
  rows = found.rows;
};

beforeAll(async () => {
  inventory = await startInventory();
  await inventory.host({ name: 'first' });
  await inventory.host({ name: 'z-other' }, inventory.other);
  await add('web-', own, named(`(array['ssh', 'telnet', 'winrm'])[1 + i % 3]`));
  await add('Desk ', 300, named(`'rdp'`, `'ssh'`));
  await add('desk ', 300, named(`'ssh'`, `'rdp'`));
  await add('win', 40, named(`'rdp'`));
  await add('bare', 5, `'[]'`);
  // More names than an entry of an index holds.
  const long = Array.from({ length: 60 }, (_, at) => `'protocol-with-a-long-name-${at}'`);
  await add('m-long-', 7, named(...long, `'rdp'`));
  await add('a-long-', 3, named(...long, `'vnc'`));
  await add('other', 50, named(`'rdp'`), OTHER_ORG_ID);
  await inventory.pool.query('analyze assets_asset');
  await readAll();
});
afterAll(() => inventory.stop());

const holding = (protocols: string, more: (row: Row) => boolean = () => true) => {
  const wanted = protocols.split(',');
  return rows
    .filter(({ organization }) => organization === DEFAULT_ORG_ID)
    .filter((row) => row.names.some((name) => wanted.includes(name)) && more(row))
    .map(({ id }) => id);
};

const pageOf = async (query: string, path = 'assets'): Promise<Page> =>
  bodyOf<Page>(await inventory.admin.get(`/api/v1/assets/${path}/?${query}`));

const shown = ({ count, next, results }: Page) => ({
  count,
  hasNext: next !== null,
  ids: results.map(({ id }) => id),
});

const expected = (ids: string[], offset: number, limit: number) => ({
  count: ids.length,
  hasNext: offset + limit < ids.length,
  ids: ids.slice(offset, offset + limit),
});

const sought = [
  'ssh',
  'rdp',
  'telnet',
  'winrm',
  'vnc',
  'protocol-with-a-long-name-3',
  'rdp,vnc',
  'ssh,rdp,x',
  'none',
  'RDP',
];

test.each(sought)(
  'B-4-014 every page of assets with the protocol %s has the rows in order, and their number',
  async (name) => {
    const ids = holding(name);
    for (const offset of [0, 15, 600, 1_000, ids.length - 15, ids.length - 1, ids.length, ids.length + 20]) {
      if (offset < 0) continue;
      const page = await pageOf(`limit=15&offset=${offset}&protocols=${name}`);
      expect([offset, shown(page)]).toEqual([offset, expected(ids, offset, 15)]);
    }
  },
);

test('a page over all of them, an exact count, and a list without a page agree', async () => {
  const ids = holding('rdp');
  expect(shown(await pageOf('limit=1000&protocols=rdp'))).toEqual(expected(ids, 0, 1_000));
  expect(shown(await pageOf('limit=15&protocols=rdp&count=exact'))).toEqual(expected(ids, 0, 15));
  const all = bodyOf<{ id: string }[]>(await inventory.admin.get('/api/v1/assets/assets/?protocols=rdp'));
  expect(all.map(({ id }) => id)).toEqual(ids);
});

test('other orders, further filters, variants and negation are not read from the groups alone', async () => {
  const page = async (query: string, path?: string) =>
    shown(await pageOf(`limit=20&offset=5&protocols=rdp&${query}`, path));
  expect(await page('order=-name')).toEqual(expected(holding('rdp').reverse(), 5, 20));
  expect(await page('is_active=false')).toEqual(
    expected(
      holding('rdp', ({ active }) => !active),
      5,
      20,
    ),
  );
  expect(await page('', 'hosts')).toEqual(
    expected(
      holding('rdp', ({ category }) => category === 'host'),
      5,
      20,
    ),
  );
  const others = rows.filter(
    ({ organization, names }) => organization === DEFAULT_ORG_ID && !names.includes('rdp'),
  );
  expect(await page('_rel=not')).toEqual(
    expected(
      others.map(({ id }) => id),
      5,
      20,
    ),
  );
});

test('an asset moves to another group when its protocols change', async () => {
  const [id] = holding('winrm');
  await inventory.pool.query(
    `update assets_asset set protocols = ${named(`'vnc'`, `'telnet'`)} where id = $1`,
    [id],
  );
  await readAll();
  for (const name of ['winrm', 'vnc', 'telnet'])
    expect(shown(await pageOf(`limit=10&protocols=${name}`))).toEqual(expected(holding(name), 0, 10));
});

type Sent = { text: string; values?: unknown[] };

test('rows are read and counted in the order of an index for each group', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await pageOf('limit=15&protocols=rdp');
  const statements = sent.mock.calls.map(([statement]) => statement as unknown as Sent);
  sent.mockRestore();
  const reads = statements.filter(({ text }) => text?.includes('union all') && !text.includes('recursive'));
  expect(reads.map(({ text }) => text.includes('count(*)'))).toEqual([false, true]);
  for (const { text, values } of reads) {
    const { rows: lines } = await inventory.pool.query(`explain ${text}`, values);
    const plan = lines.map((line) => Object.values(line as object).join()).join('\n');
    expect(plan.match(/Scan (using|on) assets_asset_protocols_name_ix/g)).toHaveLength(4);
  }
});

test.each([
  ['more than are read side by side', 30],
  ['more than are looked through', 230],
])('assets whose protocols are combined in many ways, %s, are found as well', async (_, many) => {
  await add(`mix-${many}-`, many * 2, named(`'x11'`, `'own-' || i % ${many}`));
  await readAll();
  const ids = holding('x11');
  for (const offset of [0, 20]) {
    const page = await pageOf(`limit=15&offset=${offset}&protocols=x11`);
    expect([offset, shown(page)]).toEqual([offset, expected(ids, offset, 15)]);
  }
  expect(shown(await pageOf('limit=15&protocols=rdp'))).toEqual(expected(holding('rdp'), 0, 15));
});
