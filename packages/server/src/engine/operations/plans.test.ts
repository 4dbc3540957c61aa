import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

type Sent = { name?: string; text: string; values?: unknown[] };

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  await inventory.pool.query(
    `insert into assets_asset (org_id, name, address, platform, protocols, category, type, connectivity, gathered_info, is_active, comment, created_by, date_created)
     select $1::uuid, 'web-' || i, '10.0.0.1', $2::bigint, '[]', 'host', 'linux', '-', '{}', true, case when i % 4 = 0 then 'rack' else '' end, 'System', now() from generate_series(1, 3000) i`,
    [DEFAULT_ORG_ID, inventory.platform('Linux')],
  );
  await inventory.pool.query('analyze assets_asset');
});
afterAll(() => inventory.stop());

/** The statements about a table that a request sends. */
const sentFor = async (url: string, table: string, caller = inventory.admin): Promise<Sent[]> => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await caller.get(url)).status).toBe(200);
    return sent.mock.calls
      .map(([statement]) => statement as unknown as Sent)
      .filter(({ text }) => text?.includes(`from "${table}"`));
  } finally {
    sent.mockRestore();
  }
};

/** The statements that read assets for a list, sent often enough for plans to be kept. */
const readsOf = async (query: string): Promise<Sent[]> => {
  const url = `/api/v1/assets/hosts/?limit=15&${query}`;
  for (let round = 0; round < 12; round += 1) expect((await inventory.admin.get(url)).status).toBe(200);
  return sentFor(url, 'assets_asset');
};

const plansOf = async ({ name }: Sent): Promise<{ kept: number }[]> =>
  (
    await inventory.pool.query<{ kept: number }>(
      'select generic_plans::int as kept from pg_prepared_statements where name = $1',
      [name],
    )
  ).rows;

test.each([['offset=0'], ['search=web-1']])(
  'the rows of a list with %s are read and counted by plans that are kept',
  async (query) => {
    const reads = await readsOf(query);
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) expect([read.text, await plansOf(read)]).toMatchObject([read.text, [{}]]);
    for (const read of reads) expect((await plansOf(read))[0]?.kept, read.text).toBeGreaterThan(0);
  },
);

test('a search near the front of the order sorts nothing: the index has the names in their order', async () => {
  const near = (await readsOf('search=web-1')).find(({ text }) => text.includes('limit 1000'));
  const { rows } = await inventory.pool.query(`explain ${near?.text}`, near?.values);
  const plan = rows.map((row) => Object.values(row as object).join()).join('\n');
  expect(plan).toContain('Index Scan using assets_asset_name_ix');
  expect(plan).not.toContain('Sort');
});

test('what starts with the first of two words is read in the order of names, however few are expected', async () => {
  const front = (await readsOf('search=web,rack')).find(({ text }) => text.includes('>='));
  expect(front?.text).toMatch(/coalesce\(t\."search_text" like \$\d+, false\)/);
  const { rows } = await inventory.pool.query(`explain ${front?.text}`, front?.values);
  const plan = rows.map((row) => Object.values(row as object).join()).join('\n');
  expect(plan).toContain('Index Scan using assets_asset_name_ix');
  expect(plan).not.toContain('Sort');
});

const sizeInPages = async (): Promise<number> => {
  const { rows } = await inventory.pool.query<{ pages: number }>(
    "select (pg_relation_size('terminal_command') / current_setting('block_size')::int)::int as pages",
  );
  return rows[0]?.pages ?? 0;
};

/** How many pages of tables and indexes a statement reads. */
const pagesRead = async (sent: Sent | undefined): Promise<number> => {
  const { rows } = await inventory.pool.query(
    `explain (analyze, buffers, format json) ${sent?.text}`,
    sent?.values,
  );
  const read = rows[0]['QUERY PLAN'][0].Plan as Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>;
  return read['Shared Hit Blocks'] + read['Shared Read Blocks'];
};

test('after the oldest rows were removed, a list is counted without reading what is left of them', async () => {
  const { pool } = inventory;
  await pool.query('alter table terminal_command set (autovacuum_enabled = off)');
  // Larger than tables that are read in any order, but with few rows, so that they are inserted quickly.
  await pool.query(
    `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
      select $1::uuid, '', '', '', '', repeat('x', 1000), '', 0, i from generate_series(1, 31000) i`,
    [DEFAULT_ORG_ID],
  );
  await pool.query('vacuum analyze terminal_command');
  await pool.query('delete from terminal_command where timestamp <= 20000');
  for (const query of ['', '&date_from=1970-01-01T00:00:01Z']) {
    const sent = await sentFor(`/api/v1/terminal/commands/?limit=15${query}`, 'terminal_command');
    const count = sent.find(({ text }) => text.includes('limit 10001'));
    expect(await pagesRead(count), count?.text).toBeLessThan((await sizeInPages()) / 2);
  }
});

test.each(['', '&date_from=1970-01-01T06:00:00Z&date_to=1970-01-01T08:30:00Z'])(
  'a list of several organizations by time%s is read from the newest of each',
  async (range) => {
    const { pool } = inventory;
    await pool.query(
      `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
        select o::uuid, '', '', '', '', '', '', 0, 20000 + 19 * i from unnest($1::text[]) o, generate_series(1, 300) i`,
      [[OTHER_ORG_ID, randomUUID()]],
    );
    const where = range ? 'timestamp between 21600 and 30600' : 'true';
    const caller = inventory.as({ superuser: true, org: ROOT_ORG_ID });
    for (const [order, plain] of [
      ['-timestamp', 'timestamp desc, id desc'],
      ['timestamp', 'timestamp, id'],
    ])
      for (const offset of [0, 10, 900]) {
        const url = `/api/v1/terminal/commands/?limit=10&offset=${offset}&order=${order}${range}`;
        const sent = await sentFor(url, 'terminal_command', caller);
        const { results } = bodyOf<{ results: { id: string }[] }>(await caller.get(url));
        const { rows } = await pool.query<{ id: string }>(
          `select id::text as id from terminal_command where ${where} order by ${plain} limit 10 offset ${offset}`,
        );
        expect([url, results.map(({ id }) => id)]).toEqual([url, rows.map(({ id }) => id)]);
        // The removed rows are where the oldest are.
        if (order === 'timestamp' && !range) continue;
        const page = sent.find(({ text }) => text.includes('unnest'));
        expect([url, page !== undefined]).toEqual([url, offset < 900]);
        if (page) expect(await pagesRead(page), page.text).toBeLessThan((await sizeInPages()) / 10);
      }
  },
);
