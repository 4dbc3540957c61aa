import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { cleanUp } from '../../src/flows/cleanUp/cleanUp.ts';
import type { Database } from '../../src/platform/database.ts';
import { startApi } from '../api.ts';

/** Number of commands past their retention, and of those to keep. */
const size = proofSize({ small: 20_000, whole: 10_000_000 });
const kept = size / 100;
/**
 * Time limits, in milliseconds: of one statement of the clean-up, of what is asked meanwhile, and of 95 of a hundred
 * lists among that. Small runs share the machine with other tests.
 */
const budgetMs = {
  statement: proofSize({ small: 20_000, whole: 5_000 }),
  meanwhile: proofSize({ small: 10_000, whole: 1_000 }),
  usualList: proofSize({ small: 10_000, whole: 100 }),
};
/** What one statement may write to the write-ahead log, in bytes: between two, PostgreSQL can recycle it. */
const mostLogged = 64 * 1024 ** 2;
const seedBatch = 500_000;
const dayS = 86_400;

const seed = `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp)
  select $1::uuid, 'User(user)', 'web-' || i % 100000, 'root(root)', 'ls ' || i, 'total 12', md5((i / 10)::text)::uuid::text,
    case when i % 100 = 0 then 5 else 0 end, $2::bigint - i from generate_series($3::bigint, $4::bigint) i`;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Indexes are built after the rows are inserted, which is ten times as fast. */
const fill = async () => {
  const client = await api.pool.connect();
  const now = Math.floor(Date.now() / 1000);
  try {
    const { rows } = await client.query<{ name: string; made: string }>(
      "select indexname as name, indexdef as made from pg_indexes where tablename = 'terminal_command' and indexname <> 'terminal_command_pkey'",
    );
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    for (let from = 1; from <= size; from += seedBatch)
      await client.query(seed, [
        DEFAULT_ORG_ID,
        now - 201 * dayS,
        from,
        Math.min(size, from + seedBatch - 1),
      ]);
    await client.query(seed, [DEFAULT_ORG_ID, now, 1, kept]);
    await client.query("set maintenance_work_mem = '1GB'");
    for (const { made } of rows) await client.query(made);
    await client.query('vacuum analyze terminal_command');
  } finally {
    client.release();
  }
};

/** The database, noting how long each statement takes. */
const timed = (db: Database): { db: Database; times: number[] } => {
  const times: number[] = [];
  const rows: Database['rows'] = async (...statement) => {
    const began = performance.now();
    try {
      return await db.rows(...statement);
    } finally {
      times.push(performance.now() - began);
    }
  };
  return { db: { ...db, rows }, times };
};

const slowest = (times: readonly number[]): number => Math.round(Math.max(0, ...times));

/** The time that this share of lists did not exceed. */
const within = (times: readonly number[], share: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0);

/** People who list commands, and gateways that report new ones, until `isOver`; how long each took. */
const work = async (isOver: () => boolean) => {
  const auditor = api.as({ superuser: true });
  const times = { list: [] as number[], command: [] as number[] };
  const take = async (kind: 'list' | 'command', deed: () => Promise<unknown>) => {
    const began = performance.now();
    await deed();
    times[kind].push(performance.now() - began);
  };
  while (!isOver()) {
    await take('list', async () => {
      const page = await auditor.get('/api/v1/terminal/commands/?limit=15&offset=0');
      expect(page.status).toBe(200);
    });
    await take('command', () => api.pool.query(seed, [DEFAULT_ORG_ID, Math.floor(Date.now() / 1000), 1, 1]));
    await sleep(100);
  }
  return times;
};

/** How much has been written to the write-ahead log so far, in bytes. */
const logged = async (): Promise<number> =>
  (await api.pool.query("select (pg_current_wal_lsn() - '0/0')::float8 as bytes")).rows[0].bytes;

test('the nightly clean-up of many rows neither keeps anyone waiting nor fills the write-ahead log', async () => {
  await fill();
  const { settings, blobs, unhurried } = api.services;
  const { db, times } = timed(unhurried);
  let isOver = false;
  const working = work(() => isOver);
  const before = await logged();
  const began = performance.now();
  const removed = await cleanUp({ db, settings, blobs });
  const seconds = Math.round((performance.now() - began) / 1000);
  isOver = true;
  const others = await working;
  const perStatement = ((await logged()) - before) / times.length;
  tellFigure(
    `${removed.terminal_command} rows removed in ${seconds} s, the slowest statement ${slowest(times)} ms; meanwhile lists took ${within(others.list, 0.5)} ms (p95 ${within(others.list, 0.95)} ms, at most ${slowest(others.list)} ms), new commands ${slowest(others.command)} ms, and a statement wrote ${(perStatement / 1024 ** 2).toFixed(1)} MB to the write-ahead log`,
  );
  expect(removed.terminal_command).toBe(size);
  const { rows } = await api.pool.query('select count(*)::int as left from terminal_command');
  expect(rows[0].left).toBe(kept + others.command.length);
  expect(slowest(times)).toBeLessThan(budgetMs.statement);
  expect(within(others.list, 0.95)).toBeLessThan(budgetMs.usualList);
  expect(slowest(others.list)).toBeLessThan(budgetMs.meanwhile);
  expect(slowest(others.command)).toBeLessThan(budgetMs.meanwhile);
  expect(perStatement).toBeLessThan(mostLogged);
});
