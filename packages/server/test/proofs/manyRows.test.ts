import type { AddressInfo } from 'node:net';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { startApi } from '../api.ts';

/** Number of commands, the rows that grow fastest; they are numbered from 1, one a second. */
const size = proofSize({ small: 20_000, whole: 10_000_000 });
const exported = proofSize({ small: 2_000, whole: 300_000 });
const rounds = proofSize({ small: 1, whole: 15 });
/**
 * Time limits for a page, in milliseconds. A page found by an index takes as long at any size; an exact total
 * takes longer with each row (decision 0032).
 */
const budgetMs = { found: 100, counted: Math.max(100, size / 10_000) };
const seedBatch = 500_000;

const words = [
  'sudo -i',
  'ls -la /srv',
  'systemctl status nginx',
  'tail -f /var/log/syslog',
  'df -h',
  'uptime',
];
const start = 1_700_000_000;
const inputOf = (row: number) => `${words[row % words.length]} ${row}`;
const dateOf = (row: number) => new Date((start + row) * 1000).toISOString();

const seed = `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp, offset_ms)
  select $1::uuid, 'User ' || i % 5000 || '(user' || i % 5000 || ')', 'web-' || i % 100000 || '(10.0.0.1)', 'root(root)',
    ($2::text[])[1 + i % ${words.length}] || ' ' || i, 'total 12', md5((i / 10)::text)::uuid::text,
    case when i % 100 = 0 then 5 else 0 end, $3::bigint + i, i % 60000 from generate_series($4::bigint, $5::bigint) i`;

let api: Awaited<ReturnType<typeof startApi>>;
let auditor: ReturnType<(typeof api)['as']>;
beforeAll(async () => {
  api = await startApi();
  auditor = api.as({ superuser: true });
});
afterAll(() => api.stop());

/** Indexes are built after the rows are inserted, which is ten times as fast. */
const fill = async () => {
  const client = await api.pool.connect();
  try {
    const { rows } = await client.query<{ name: string; made: string }>(
      "select indexname as name, indexdef as made from pg_indexes where tablename = 'terminal_command' and indexname <> 'terminal_command_pkey'",
    );
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    for (let from = 1; from <= size; from += seedBatch)
      await client.query(seed, [DEFAULT_ORG_ID, words, start, from, Math.min(size, from + seedBatch - 1)]);
    await client.query("set maintenance_work_mem = '1GB'");
    for (const { made } of rows) await client.query(made);
    await client.query('vacuum analyze terminal_command');
  } finally {
    client.release();
  }
};

type Page = { count: number; results: { input: string }[] };
type Expected = { total: number; first: number; last: number };

const countWhere = (matches: (row: number) => boolean): number => {
  let total = 0;
  for (let row = 1; row <= size; row += 1) if (matches(row)) total += 1;
  return total;
};
const lastWhere = (matches: (row: number) => boolean, from = size): number => {
  for (let row = from; row > 0; row -= 1) if (matches(row)) return row;
  return 0;
};
const isNginx = (row: number) => row % words.length === 2;

/** Each list with its total and the numbers of the first and the last row of its page. */
const lists: [what: string, query: string, kind: 'found' | 'counted', expected: Expected][] = [
  ['first page', 'order=-timestamp', 'counted', { total: size, first: size, last: size - 14 }],
  ['oldest first', 'order=timestamp', 'counted', { total: size, first: 1, last: 15 }],
  [
    'page in the middle',
    `order=-timestamp&offset=${size / 2}`,
    'counted',
    { total: size, first: size / 2, last: size / 2 - 14 },
  ],
  ['last page', `order=-timestamp&offset=${size - 15}`, 'counted', { total: size, first: 15, last: 1 }],
  [
    'search, one of six',
    'order=-timestamp&search=nginx',
    'counted',
    { total: countWhere(isNginx), first: lastWhere(isNginx), last: lastWhere(isNginx) - 14 * words.length },
  ],
  [
    'search, one row',
    `order=-timestamp&search=${encodeURIComponent(inputOf(size))}`,
    'found',
    { total: 1, first: size, last: size },
  ],
  ['search, none', 'order=-timestamp&search=nothing-like-it', 'found', { total: 0, first: 0, last: 0 }],
  [
    'rejected',
    'order=-timestamp&risk_level=5',
    'found',
    { total: size / 100, first: size, last: size - 1400 },
  ],
  [
    'one hour',
    `order=-timestamp&date_from=${dateOf(size - 3600)}&date_to=${dateOf(size - 1)}`,
    'found',
    { total: 3600, first: size - 1, last: size - 15 },
  ],
  [
    'search in one hour',
    `order=-timestamp&search=nginx&date_from=${dateOf(size - 3600)}&date_to=${dateOf(size - 1)}`,
    'found',
    {
      total: 600,
      first: lastWhere(isNginx, size - 1),
      last: lastWhere(isNginx, size - 1) - 14 * words.length,
    },
  ],
];

const numberOf = (input: string | undefined): number => Number(input?.split(' ').at(-1) ?? 0);

const expectList = async ([what, query, kind, expected]: (typeof lists)[number]): Promise<string> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const reply = await auditor.get(`/api/v1/terminal/commands/?limit=15&${query}`);
    times.push(performance.now() - began);
    expect(reply.status, reply.text).toBe(200);
    const { count, results } = reply.json as Page;
    const found = { total: count, first: numberOf(results[0]?.input), last: numberOf(results.at(-1)?.input) };
    expect(found, what).toEqual(expected);
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  // A small run shares the machine with other tests, so its times mean nothing.
  if (rounds > 1) expect.soft(middle, `${what}, milliseconds`).toBeLessThanOrEqual(budgetMs[kind]);
  return `${what} ${middle.toFixed(0)} ms`;
};

/** Reads an export as it arrives; returns the number of its lines. */
const readExport = async (query: string): Promise<number> => {
  const { port } = api.app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/terminal/commands/?format=csv&${query}`, {
    headers: { 'x-test-caller': auditor.key },
  });
  expect(reply.status).toBe(200);
  const reader = reply.body?.getReader();
  let lines = 0;
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
    lines += Buffer.from(piece.value).toString('latin1').split('\r\n').length - 1;
  return lines;
};

test('lists, totals, searches, filters, orders and exports are right at any size', async () => {
  const began = Date.now();
  await fill();
  const seconds = Math.round((Date.now() - began) / 1000);
  const figures: string[] = [];
  for (const list of lists) figures.push(await expectList(list));
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const exportBegan = Date.now();
  const window = `date_from=${dateOf(size - exported + 1)}&date_to=${dateOf(size)}`;
  expect(await readExport(window)).toBe(exported + 1);
  const rate = Math.round(exported / ((Date.now() - exportBegan) / 1000));
  tellFigure(`${size} commands in ${seconds} s: ${figures.join(', ')}; export ${rate} rows a second`);
});
