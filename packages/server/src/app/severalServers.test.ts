import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { databaseOf, openPool } from '../platform/database.ts';
import { createSharedBuckets, sweepBuckets } from '../platform/limits/sharedBuckets.ts';
import { createSharedTurns } from '../platform/limits/sharedTurns.ts';

/** The pools of two servers on one database. */
const twoServers = async (connections = 2) => {
  const { url, drop } = await freshDatabase();
  const pools = [openPool(url, connections), openPool(url, connections)] as const;
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });
  return pools;
};
const { signal } = new AbortController();
const refusal = (isOwn: boolean) => new Error(isOwn ? 'one at a time' : 'no place');

/** Work that runs until it is told to end. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const work = async () => {
    started.resolve();
    await promise;
  };
  return { work, started: started.promise, end: resolve };
};

test('servers on one database fill and empty the buckets of the API limit together', async () => {
  const size = { rate: 0.01, burst: 20 };
  const settings = { everyMs: 50, failed: (error: unknown) => expect.fail(String(error)) };
  const [serverA, serverB] = (await twoServers()).map((pool) => {
    const db = databaseOf(pool);
    const { mock } = vi.spyOn(db, 'rows');
    const buckets = createSharedBuckets(size, { ...settings, db });
    onTestFinished(buckets.stop);
    return {
      ...buckets,
      settled: () => mock.settledResults.filter(({ type }) => type === 'fulfilled').length,
    };
  });
  if (!serverA || !serverB) return expect.fail();
  const start = Date.now();
  let passed = 0;
  for (let round = 1; round <= 10; round += 1) {
    for (let times = 0; times < 3; times += 1)
      for (const server of [serverA, serverB]) if (server.take('user:ann') === 0) passed += 1;
    await expect.poll(() => [serverA.settled(), serverB.settled()]).toEqual([round, round]);
  }
  // Until the servers have exchanged their counts, both may grant too many requests; these count against the
  // next ones.
  const allowed = 20 + ((Date.now() - start) / 1000) * size.rate;
  expect(passed).toBeGreaterThanOrEqual(20);
  expect(passed).toBeLessThanOrEqual(allowed + 8);
  expect([serverA.wait('user:ann') > 0, serverB.wait('user:ann') > 0, serverB.wait('user:bob')]).toEqual([
    true,
    true,
    0,
  ]);
});

test('a starting server learns what the others have counted, and idle buckets are deleted', async () => {
  const [first, second] = await twoServers();
  const settings = { everyMs: 20, failed: () => undefined };
  const early = createSharedBuckets({ rate: 0.01, burst: 3 }, { ...settings, db: databaseOf(first) });
  for (let times = 0; times < 3; times += 1) early.take('user:ann');
  await expect
    .poll(() => first.query('select 1 from system_bucket').then(({ rowCount }) => rowCount))
    .toBe(1);
  const late = createSharedBuckets({ rate: 0.01, burst: 3 }, { ...settings, db: databaseOf(second) });
  onTestFinished(() => {
    early.stop();
    late.stop();
  });
  expect(late.take('user:ann')).toBe(0);
  await expect.poll(() => late.wait('user:ann')).toBeGreaterThan(0);
  await sweepBuckets(databaseOf(first));
  expect((await first.query('select 1 from system_bucket')).rowCount).toBe(1);
  await first.query("update system_bucket set at = now() - interval '2 hours'");
  await sweepBuckets(databaseOf(first));
  expect((await first.query('select 1 from system_bucket')).rowCount).toBe(0);
});

test('a user has one turn at a time over all servers; other users are served meanwhile', async () => {
  const [serverA, serverB] = (await twoServers()).map(createSharedTurns);
  if (!serverA || !serverB) return expect.fail();
  const first = held();
  const begun = serverA(first.work, { who: 'ann', signal });
  await first.started;
  await expect(
    serverB(async () => 'served', { who: 'ann', signal, patience: { ms: 300, refusal } }),
  ).rejects.toThrow('one at a time');
  expect(await serverB(async () => 'served', { who: 'bob', signal, patience: { ms: 30_000, refusal } })).toBe(
    'served',
  );
  const waiting = serverB(async () => 'served', { who: 'ann', signal });
  first.end();
  await begun;
  expect(await waiting).toBe('served');
});

test('all servers together have as many places as one of them has connections', async () => {
  const [serverA, serverB] = (await twoServers()).map(createSharedTurns);
  if (!serverA || !serverB) return expect.fail();
  const works = [held(), held()];
  const begun = works.map(({ work }, at) => (at ? serverB : serverA)(work, { who: `user-${at}`, signal }));
  await Promise.all(works.map(({ started }) => started));
  const patience = { ms: 300, refusal };
  for (const server of [serverA, serverB])
    await expect(server(async () => 'served', { who: 'carol', signal, patience })).rejects.toThrow(
      'no place',
    );
  works[0]?.end();
  expect(
    await serverB(async () => 'served', { who: 'carol', signal, patience: { ms: 30_000, refusal } }),
  ).toBe('served');
  works[1]?.end();
  await Promise.all(begun);
});

test('the turn of a server whose connection is cut becomes free', async () => {
  const [first, second] = await twoServers();
  const [serverA, serverB] = [first, second].map(createSharedTurns);
  if (!serverA || !serverB) return expect.fail();
  const lost = held();
  const cut = serverA(lost.work, { who: 'ann', signal });
  await lost.started;
  await second.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid in (select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()))",
  );
  expect(await serverB(async () => 'served', { who: 'ann', signal, patience: { ms: 30_000, refusal } })).toBe(
    'served',
  );
  lost.end();
  await cut.catch(() => undefined);
});

test('a request abandoned while another server keeps the turn is not served', async () => {
  const [one, other] = (await twoServers()).map(createSharedTurns);
  if (!one || !other) return expect.fail();
  const first = held();
  const begun = one(first.work, { who: 'ann', signal });
  await first.started;
  const line = new AbortController();
  const gone = other(async () => 'served', { who: 'ann', signal: line.signal });
  setTimeout(() => line.abort(new Error('gone')), 150);
  await expect(gone).rejects.toThrow('gone');
  first.end();
  await begun;
});
