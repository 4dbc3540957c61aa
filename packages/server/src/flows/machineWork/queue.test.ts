import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { type Database, databaseOf, openPool } from '../../platform/database.ts';
import { recordEnd, recordQueued } from '../../platform/jobs/runs.ts';
import { countWorkBefore, removeWorkBefore } from './oldWork.ts';
import { beginStage, endStage, pausedStage } from './stages.ts';
import {
  type Asking,
  addEnded,
  endTargets,
  endWork,
  giveTargets,
  loseOverdue,
  openTargets,
  priorities,
  settleLeft,
  skipGiven,
  storeWork,
  takeUntold,
  type Work,
} from './statements.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 8);
  db = databaseOf(pool);
});
beforeEach(async () => {
  await pool.query('delete from ops_machinework');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const process = '2026-01-01T00:00:00.000Z';
const runner = (terminal = randomUUID()): Asking => ({ terminal, process });
const many = (count: number, prefix = 't') =>
  sql`(select gen_random_uuid() as asset, null::uuid as account, ${prefix}::text || lpad(g::text, 6, '0') as name, 'posix_ping' as method,
    '{}'::jsonb as params, null::int as port, null::jsonb as skipped from generate_series(1, ${count}::int) g)`;

/** Work of a run that goes on; returns its id. */
const work = async (count: number, more: Partial<Work> = {}): Promise<string> => {
  const id = randomUUID();
  await recordQueued({ id, name: 'test_assets', payload: {} }, db);
  const usual = {
    kind: 'ping',
    orgId: randomUUID(),
    userId: randomUUID(),
    priority: 0,
    parallel: 1000,
  } as const;
  await storeWork(
    id,
    { ...usual, seconds: 60, isRepeatable: true, trustsFirst: true, targets: many(count), ...more },
    db,
  );
  return id;
};
const give = (places: number, to = runner()) => giveTargets(to, places, db);
const shares = (given: readonly { work: string }[], works: readonly string[]) =>
  works.map((id) => given.filter((one) => one.work === id).length);
const ok = (ids: readonly { id: string }[]) =>
  ids.map(({ id }) => ({ id, status: 'ok' as const, error: null, output: '' }));
const statesOf = async (id: string) =>
  Object.fromEntries(
    (
      await pool.query<{ state: string; n: string }>(
        'select state, count(*) as n from ops_machinetarget where work = $1 group by state',
        [id],
      )
    ).rows.map(({ state, n }) => [state, Number(n)]),
  );

test('organizations and users share the runners, however much each of them asks for', async () => {
  const [orgId, userId] = [randomUUID(), randomUUID()];
  const big = await work(500, { orgId, userId });
  const other = await work(500, { orgId });
  const small = await work(10);
  expect(shares(await give(12), [big, other, small])).toEqual([3, 3, 6]);
  // The small organization has fewer under way until it has none left that wait.
  expect(shares(await give(12), [big, other, small])).toEqual([4, 4, 4]);
  expect(shares(await give(12), [big, other, small])).toEqual([6, 6, 0]);
  const again = await work(10, { orgId, userId });
  expect(shares(await give(4), [big, other, again])).toEqual([2, 2, 0]);
});

test('a higher priority goes first, and work has no more under way than it may', async () => {
  const low = await work(20);
  const high = await work(20, { priority: 10, parallel: 3 });
  expect(shares(await give(5), [low, high])).toEqual([2, 3]);
  const [one] = (await give(5)).slice(0, 1);
  expect(one?.work).toBe(low);
});

test('a runner gets no targets by methods for which it has no room, and what waits there for its turn is not lost', async () => {
  const one = runner();
  await work(2);
  expect(await giveTargets({ ...one, full: ['posix_ping'] }, 5, db)).toEqual([]);
  const [waits = '', late = ''] = (await give(5, one)).map(({ id }) => id);
  await pool.query("update ops_machinetarget set date_due = now() - interval '1 second'");
  await giveTargets({ ...one, holding: [waits, late], waiting: [waits] }, 0, db);
  const { rows } = await pool.query('select id, date_due > now() as "isInTime" from ops_machinetarget');
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: waits, isInTime: true },
      { id: late, isInTime: false },
    ]),
  );
});

test('commands of one user leave places to other users, and all commands some to other work, whatever their priority', async () => {
  const one = runner();
  const command = { kind: 'run_command', priority: priorities.one } as const;
  const first = await work(100, command);
  expect(shares(await give(20, one), [first])).toEqual([11]);
  expect(await give(9, one)).toEqual([]);
  const later = await work(100, { ...command, priority: priorities.usual });
  expect(shares(await give(9, one), [first, later])).toEqual([0, 4]);
  const third = await work(100, command);
  expect(shares(await give(5, one), [first, later, third])).toEqual([0, 0, 1]);
  const tests = await work(2);
  const secrets = await work(1, { kind: 'find_secret', priority: priorities.secrets });
  expect(shares(await give(1, one), [tests, secrets])).toEqual([0, 1]);
  expect(shares(await give(3, one), [tests, third])).toEqual([2, 0]);
  // A small runner carries commands out as well.
  expect(await give(1)).toHaveLength(1);
});

test('by stages, the next targets are given once those before them have ended; after a failure, once a user continues', async () => {
  const id = await work(6, { stages: { upTo: [1, 3], firstWaits: true } });
  const one = runner();
  const names = async () => (await give(9, one)).map(({ id: target }) => target);
  const end = async (targets: readonly string[], status: 'ok' | 'failed' = 'ok') => {
    expect(await endStage(id, db)).toBeUndefined();
    const reports = targets.map((target) => ({ id: target, status, error: null, output: '' }));
    await endTargets(one.terminal, reports, db);
    return endStage(id, db);
  };
  const first = await names();
  expect(first).toHaveLength(1);
  expect(await beginStage(id, 0, db)).toBe(false);
  expect(await end(first)).toBe('paused');
  expect(await pausedStage(id, db)).toEqual({ stage: 0, next: 2 });
  expect(await names()).toEqual([]);
  expect(await beginStage(id, 0, db)).toBe(true);
  const second = await names();
  expect(second).toHaveLength(2);
  expect(await end(second, 'failed')).toBe('paused');
  // A second tab that still shows the first stage does not start the last.
  expect(await beginStage(id, 0, db)).toBe(false);
  expect(await beginStage(id, 1, db)).toBe(true);
  expect(await names()).toHaveLength(3);
});

test('without a failure a stage leads to the next; skipped targets count for none', async () => {
  const targets = sql`(select m.asset, m.account, m.name, m.method, m.params, m.port,
    case when m.name < 't000003' then '{"key":"work_inactive"}'::jsonb end as skipped from ${many(6)} m)`;
  const id = await work(0, { targets, stages: { upTo: [2], firstWaits: false } });
  const one = runner();
  const given = await give(9, one);
  expect(given).toHaveLength(2);
  await endTargets(one.terminal, ok(given), db);
  expect(await endStage(id, db)).toBe('next');
  expect(await give(9, one)).toHaveLength(2);
  expect(await endStage(id, db)).toBeUndefined();
});

test('a stage of which every target is skipped when it is taken proves nothing: the next waits for a user', async () => {
  const id = await work(5, { stages: { upTo: [2, 4], firstWaits: false } });
  const one = runner();
  const reason = { key: 'work_no_account', params: {} };
  const skipped = (given: readonly { id: string }[]) =>
    given.map(({ id: target }) => ({ id: target, reason }));
  await skipGiven(skipped(await give(9, one)), db);
  expect(await endStage(id, db)).toBe('paused');
  expect(await beginStage(id, 0, db)).toBe(true);
  const second = await give(9, one);
  await skipGiven(skipped(second.slice(0, 1)), db);
  await endTargets(one.terminal, ok(second.slice(1)), db);
  expect(await endStage(id, db)).toBe('next');
});

test('runners that ask at the same moment never get the same target, nor more than the work allows', async () => {
  const id = await work(200, { parallel: 60 });
  const takes = await Promise.all(Array.from({ length: 8 }, () => give(20)));
  const ids = takes.flat().map((one) => one.id);
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
  expect(await statesOf(id)).toEqual({ waiting: 140, taken: 60 });
});

test('only the runner that holds a target reports it, once', async () => {
  await work(2);
  const [mine, thief] = [runner(), runner()];
  const given = await give(2, mine);
  expect(await endTargets(thief.terminal, ok(given), db)).toEqual([]);
  expect(await endTargets(mine.terminal, ok(given.slice(0, 1)), db)).toHaveLength(1);
  expect(await endTargets(mine.terminal, ok(given), db)).toHaveLength(1);
  expect(await endTargets(mine.terminal, ok(given), db)).toEqual([]);
});

test('what a runner held when it died or began again waits once more, and then is lost', async () => {
  const id = await work(1);
  const { terminal } = runner();
  const first = await give(1, { terminal, process });
  // The runner began again.
  const second = await give(1, { terminal, process: '2026-01-01T00:00:09.000Z' });
  expect(second.map((one) => one.id)).toEqual(first.map((one) => one.id));
  // It is not connected any more.
  await loseOverdue(id, db);
  expect(await statesOf(id)).toEqual({ lost: 1 });
  const untold = await takeUntold(id, 10, db);
  expect(untold).toMatchObject([{ name: 't000001', state: 'lost', error: { key: 'work_lost' } }]);
  expect(await takeUntold(id, 10, db)).toEqual([]);
});

test('what a runner was given but never got waits once more', async () => {
  await work(3);
  const one = runner();
  const [kept, ...others] = await give(3, one);
  if (!kept) return expect.fail();
  const again = await give(3, { ...one, holding: [kept.id] });
  expect(again.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort());
});

test('what may not be repeated is lost with its runner', async () => {
  const id = await work(1, { isRepeatable: false });
  await give(1);
  await loseOverdue(id, db);
  expect(await statesOf(id)).toEqual({ lost: 1 });
  expect(await openTargets(id, db)).toMatchObject({ isWaiting: false, isHeld: false });
});

test('work that ended, or whose run was stopped, is not given', async () => {
  const ended = await work(5);
  await endWork(ended, db);
  expect(await statesOf(ended)).toEqual({ stopped: 5 });
  const stopped = await work(5);
  await recordEnd({ id: stopped }, 'stopped', '', db);
  expect(await give(10)).toEqual([]);
});

test('what a runner that is gone holds of ended work, or of work that no server follows, is lost', async () => {
  const one = runner();
  const [ended, left, going] = [await work(1), await work(2, { parallel: 1 }), await work(1)];
  await give(3, one);
  await endWork(ended, db);
  await recordEnd({ id: left }, 'interrupted', '', db);
  expect(await settleLeft(db)).toBe(2);
  expect([await statesOf(ended), await statesOf(left), await statesOf(going)]).toEqual([
    { lost: 1 },
    { lost: 1, stopped: 1 },
    { taken: 1 },
  ]);
});

test('targets of ended work that a runner held do not wait again when the runner restarts', async () => {
  const id = await work(1);
  const { terminal } = runner();
  await give(1, { terminal, process });
  await endWork(id, db);
  expect(await give(1, { terminal, process: '2026-01-01T00:00:09.000Z' })).toEqual([]);
  expect(await statesOf(id)).toEqual({ lost: 1 });
});

test('numbers of targets that ended add up', async () => {
  const id = await work(5);
  await addEnded(id, { ok: 2, failed: 1 }, db);
  expect(await addEnded(id, { ok: 1, lost: 1 }, db)).toEqual({
    total: 5,
    ended: { ok: 3, failed: 1, lost: 1 },
  });
});

test('old work is removed with its targets, unless its run goes on', async () => {
  const going = await work(1);
  const old = await work(1);
  await recordEnd({ id: old }, 'done', '', db);
  await pool.query("update ops_machinework set date_created = now() - interval '10 days'");
  const span = { before: new Date().toISOString(), limit: 100 };
  expect(await countWorkBefore(span, db)).toBe(1);
  expect(await removeWorkBefore(span, db)).toMatchObject({ gone: 1 });
  expect([await statesOf(going), await statesOf(old)]).toEqual([{ waiting: 1 }, {}]);
});

/** The node types of a plan with the tables that they read whole. */
const wholeScans = (plan: unknown): string[] => {
  const { 'Node Type': type, 'Relation Name': table, Plans: below = [] } = plan as Record<string, never>;
  const found = type === 'Seq Scan' && String(table).startsWith('ops_machinetarget') ? [String(table)] : [];
  return [...found, ...(below as unknown[]).flatMap(wholeScans)];
};

/** The database, which notes the plan of each statement about targets before it runs it. */
const explaining = (plans: unknown[]): Database => ({
  ...db,
  rows: async (query) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query);
    if (text.includes('ops_machinetarget'))
      plans.push((await pool.query(`explain (format json) ${text}`, params)).rows[0]['QUERY PLAN'][0].Plan);
    return db.rows(query);
  },
  transaction: (inside) => inside(explaining(plans)),
});

test('of 10,000 targets no take reads all, nor does a report or a look at how the work gets on', async () => {
  const id = await work(10_000, { parallel: 10_000 });
  await pool.query('vacuum analyze ops_machinetarget');
  const one = runner();
  const plans: unknown[] = [];
  const watched = explaining(plans);
  const given = await giveTargets(one, 100, watched);
  expect(given).toHaveLength(100);
  await endTargets(one.terminal, ok(given), watched);
  await takeUntold(id, 500, watched);
  await openTargets(id, watched);
  await loseOverdue(id, watched);
  expect(plans.length).toBeGreaterThanOrEqual(6);
  expect(plans.filter((plan) => wholeScans(plan).length > 0)).toEqual([]);
});
