import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

/** More rows than the near search covers, and more than are counted one by one. */
const many = 30_000;
const nowSeconds = Math.floor(Date.now() / 1000);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  await api.pool.query(
    `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
     select $1::uuid, 'user ' || i % 7, 'web', 'root', case when i % 3 = 0 then 'Uptime ' else 'date ' end || case when i > 29990 then 'oldest' else '' end || i, '',
       gen_random_uuid()::text, case when i = 20000 then 5 else 0 end, $2::bigint - i / 2 from generate_series(0, $3::int - 1) i`,
    [DEFAULT_ORG_ID, nowSeconds, many],
  );
  await api.pool.query('analyze terminal_command');
});
afterAll(() => api.stop());

type Page = { count: number; results: { id: string; input: string }[] };

/** A page with the exact count, however many rows there are. */
const page = async (query: string, org = DEFAULT_ORG_ID): Promise<Page> => {
  const answer = await api
    .as({ superuser: true, org })
    .get(`/api/v1/terminal/commands/?fields_size=mini&limit=10&count=exact&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

/** The same page of all rows, from a single plain query. */
const plainPage = async (where: string, order: string, offset: number): Promise<Page> => {
  const ids = await api.pool.query(
    `select id::text as id, input from terminal_command where ${where} order by ${order} limit 10 offset ${offset}`,
  );
  const { rows } = await api.pool.query(`select count(*)::int as count from terminal_command where ${where}`);
  return { count: rows[0].count, results: ids.rows };
};

const at = (secondsBack: number) => new Date((nowSeconds - secondsBack) * 1000).toISOString();
const between = (from: number, to: number) =>
  [
    `date_from=${at(from)}&date_to=${at(to)}`,
    `timestamp between ${nowSeconds - from} and ${nowSeconds - to}`,
  ] as const;

const narrowings: (readonly [what: string, query: string, where: string])[] = [
  ['every row', 'search=e', 'true'],
  ['a third of the rows', 'search=UPTIME', `input ilike 'uptime%'`],
  ['rows with two letters', 'search=pt', `input ilike '%pt%'`],
  ['rows at the end of the order', 'search=oldest', `input like '%oldest%'`],
  ['a single row', 'risk_level=5', 'risk_level = 5'],
  ['no row', 'search=absent', 'false'],
  ['a range of time', ...between(9000, 2000)],
  ['a short range of time long ago', ...between(14_000, 13_990)],
  [
    'rows that meet one of two conditions',
    'search=oldest&risk_level=5&_rel=or',
    `input like '%oldest%' or risk_level = 5`,
  ],
];
const orders: (readonly [sorted: string, plain: string])[] = [
  ['-timestamp', 'timestamp desc, id desc'],
  ['timestamp', 'timestamp, id'],
  ['user', '"user", id'],
];

test.each(narrowings)(
  'a list narrowed to %s has the rows and count of a single plain query, in every order',
  async (_, query, where) => {
    for (const [order, plain] of orders)
      for (const offset of [0, 10, 995, 5000]) {
        const expected = await plainPage(where, plain, offset);
        const rows = await page(`${query}&order=${order}&offset=${offset}`);
        expect({ order, offset, count: rows.count, ids: rows.results.map(({ id }) => id) }).toEqual({
          order,
          offset,
          count: expected.count,
          ids: expected.results.map(({ id }) => id),
        });
      }
  },
);

test('a list of the root organization has the rows and count of a single plain query', async () => {
  const expected = await plainPage(`input ilike '%oldest%'`, 'timestamp desc, id desc', 0);
  const found = await page('search=oldest&order=-timestamp', ROOT_ORG_ID);
  expect(found.results.map(({ id }) => id)).toEqual(expected.results.map(({ id }) => id));
  expect(found.count).toBe(expected.count);
});

test('commands are found by any part of their input, regardless of case', async () => {
  const { count } = await page('input=UPTIME');
  expect(count).toBe(many / 3);
});
