import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';

const many = 30_000;
let api: Awaited<ReturnType<typeof startApi>>;

const addCommands = (org: string, from: number, to: number) =>
  api.pool.query(
    `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
     select $1::uuid, 'user', 'web', 'root', 'uptime ' || i, '', 'session', 0, 1000000 - i from generate_series($2::int, $3::int) i`,
    [org, from, to],
  );
/** Has the planner expect this many commands: an estimate may be wrong in both directions. */
const expectCommands = (rows: number) =>
  api.pool.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'terminal_command', 'reltuples', $1::real)`,
    [rows],
  );

beforeAll(async () => {
  api = await startApi();
  await api.pool.query('alter table terminal_command set (autovacuum_enabled = off)');
  await addCommands(DEFAULT_ORG_ID, 1, many);
  await api.pool.query('analyze terminal_command');
});
afterAll(() => api.stop());

type Page = {
  count: number;
  count_is_estimate?: true;
  next: string | null;
  results: { id: string }[];
};
const commands = '/api/v1/terminal/commands/?fields_size=mini&order=-timestamp';

const get = async (url: string, org = DEFAULT_ORG_ID): Promise<Page> => {
  const answer = await api.as({ superuser: true, org }).get(url);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

test('up to 10,000 rows are counted; with one more the count says that it is an estimate', async () => {
  await addCommands(OTHER_ORG_ID, 1, 10_000);
  const counted = await get(`${commands}&limit=10`, OTHER_ORG_ID);
  expect(Object.keys(counted)).toEqual(['count', 'next', 'previous', 'results']);
  expect(counted.count).toBe(10_000);
  const last = await get(`${commands}&limit=10&offset=9990`, OTHER_ORG_ID);
  expect([last.count, last.next, last.results.length]).toEqual([10_000, null, 10]);
  await addCommands(OTHER_ORG_ID, 10_001, 10_001);
  const estimated = await get(`${commands}&limit=10`, OTHER_ORG_ID);
  expect(estimated.count_is_estimate).toBe(true);
  expect(estimated.count).toBeGreaterThan(10_000);
  expect(estimated.next).toContain('offset=10');
  const before = await get(`${commands}&limit=10&offset=9990`, OTHER_ORG_ID);
  expect(before.next).toContain('offset=10000');
  const end = await get(`${commands}&limit=10&offset=10000`, OTHER_ORG_ID);
  expect(end).toMatchObject({ count: 10_001, next: null });
  expect(end.results).toHaveLength(1);
});

test('a client that asks for it gets the exact count', async () => {
  await expectCommands(90_000);
  const exact = await get(`${commands}&limit=10&count=exact`);
  expect(exact.count).toBe(many);
  expect(exact.count_is_estimate).toBeUndefined();
  const narrowed = await get(`${commands}&limit=10&search=uptime&count=exact`);
  expect(narrowed.count).toBe(many);
  expect(narrowed.count_is_estimate).toBeUndefined();
});

test.each([12_000, 90_000])(
  'paging to the end reaches every row once when %i are expected, and tells their number there',
  async (expected) => {
    await expectCommands(expected);
    const seen: string[] = [];
    let url: string | null = `${commands}&limit=7000`;
    for (let page: Page | undefined; url !== null; url = page.next) {
      page = await get(url.replace(/^https?:\/\/[^/]+/, ''));
      seen.push(...page.results.map(({ id }) => id));
      expect(page.count).toBeGreaterThanOrEqual(seen.length);
      if (page.next) {
        expect(page.count_is_estimate).toBe(true);
        expect(page.count).toBeGreaterThan(seen.length);
      } else expect(page).toMatchObject({ count: many });
    }
    expect(seen).toHaveLength(many);
    expect(new Set(seen).size).toBe(many);
  },
);

test('a page beyond the end has no rows and tells the exact count', async () => {
  await expectCommands(90_000);
  const beyond = await get(`${commands}&limit=10&offset=50000`);
  expect(beyond).toMatchObject({ count: many, next: null, results: [] });
  expect(beyond.count_is_estimate).toBeUndefined();
});

test('matches near the front of the order are shown with an estimate, too', async () => {
  await expectCommands(90_000);
  const found = await get(`${commands}&limit=10&search=uptime`);
  expect(found.results).toHaveLength(10);
  expect(found.count_is_estimate).toBe(true);
  expect(found.next).toContain('offset=10');
});

test('more matches than can be sorted at once are read in the order of their index', async () => {
  const label = randomUUID();
  const bound = 200_010;
  await api.pool.query(
    `insert into labels_label (id, org_id, name, value, comment) values ($1, $2, 'site', 'north', '')`,
    [label, DEFAULT_ORG_ID],
  );
  await api.pool.query(
    `insert into labels_labeledresource (org_id, label, res_type, res_id)
     select $1::uuid, $2::uuid, 'assets.asset', lpad(i::text, 36, '0') from generate_series(1, $3::int) i`,
    [DEFAULT_ORG_ID, label, bound],
  );
  const bindings = `/api/v1/labels/labeled-resources/?res_type=assets.asset&order=res_id`;
  const middle = await get(`${bindings}&limit=3&offset=150000`);
  const ids = middle.results.map((row) => Number((row as { res_id?: string }).res_id));
  expect(ids).toEqual([150_001, 150_002, 150_003]);
  expect(middle.count).toBeGreaterThan(150_003);
  const end = await get(`${bindings}&limit=30&offset=${bound - 10}`);
  expect([end.results.length, end.count, end.next]).toEqual([10, bound, null]);
});
