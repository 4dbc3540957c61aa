import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { openPool } from '../database.ts';
import { carriageOn, type Driver } from './carriage.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
let acquired = 0;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 8);
  pool.on('acquire', () => {
    acquired += 1;
  });
});
beforeEach(() => {
  acquired = 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const read = (driver: Driver, name: string) =>
  driver.query({ name, text: `select '${name}' as said` }).then(({ rows }) => rows);

test('reads that are asked for in one turn share a connection, and each gets its own rows', async () => {
  const driver = carriageOn(pool);
  const later = Promise.resolve().then(() => read(driver, 'c'));
  const answers = await Promise.all([read(driver, 'a'), read(driver, 'b'), later]);
  expect(answers).toEqual([[{ said: 'a' }], [{ said: 'b' }], [{ said: 'c' }]]);
  expect(acquired).toBe(1);
  await read(driver, 'a');
  expect(acquired).toBe(2);
});

test.each([
  [undefined, 'select 1'],
  ['explained', 'explain select 1'],
  ['locking', 'select 1 from system_cache for update'],
  ['sharing', 'select 1 from system_cache for no key update'],
  ['telling', `select pg_notify('nobody', '')`],
  ['counting', `select nextval('turns')`],
  ['writing', `with gone as (delete from system_cache where key = '') select 1`],
])(
  'a statement %s that has no name or may wait for others has a connection of its own',
  async (name, text) => {
    await pool.query('create sequence if not exists turns');
    acquired = 0;
    const driver = carriageOn(pool);
    await Promise.all([read(driver, 'a'), driver.query({ ...(name && { name }), text }), read(driver, 'b')]);
    expect(acquired).toBe(2);
  },
);

test('a read that fails leaves those beside it and those after it alone', async () => {
  const driver = carriageOn(pool);
  const failing = driver.query({ name: 'failing', text: 'select 1 / 0' });
  const answers = await Promise.allSettled([read(driver, 'a'), failing, read(driver, 'b')]);
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: [{ said: 'a' }] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: [{ said: 'b' }] },
  ]);
  expect(await read(driver, 'a')).toEqual([{ said: 'a' }]);
});

test.each([
  ['named', 'failing'],
  ['unnamed', undefined],
])('a %s statement that is refused leaves its connection as it is', async (_, name) => {
  const single = openPool(database.url, 1);
  const driver = carriageOn(single);
  const pid = async () => (await driver.query({ text: 'select pg_backend_pid() as pid' })).rows;
  const before = await pid();
  for (const text of ['select 1 / 0', 'select nothing from nowhere'])
    await expect(driver.query({ ...(name && { name: name + text }), text })).rejects.toMatchObject({
      severity: 'ERROR',
    });
  expect(await pid()).toEqual(before);
  await single.end();
});

test.each([
  ['named', 'ending'],
  ['unnamed', undefined],
])('a connection that ends under a %s statement is replaced', async (_, name) => {
  const single = openPool(database.url, 1);
  const driver = carriageOn(single);
  const ending = driver.query({ ...(name && { name }), text: 'select 1 from pg_sleep(30)' });
  const ended = expect(ending).rejects.toThrow();
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%from pg_sleep(30)' and pid <> pg_backend_pid()`,
      );
      return rows.length;
    })
    .toBe(1);
  await ended;
  expect(await read(driver, 'again')).toEqual([{ said: 'again' }]);
  await single.end();
});

test('many reads are shared out among connections', async () => {
  const driver = carriageOn(pool);
  await Promise.all(Array.from({ length: 16 }, (_, at) => read(driver, `n${at}`)));
  expect(acquired).toBe(1);
  await Promise.all(Array.from({ length: 17 }, (_, at) => read(driver, `n${at}`)));
  expect(acquired).toBe(3);
});

test('a read that took long has a connection of its own for a while', async () => {
  const driver = carriageOn(pool, { slowMs: 0, aloneMs: 60_000 });
  await Promise.all([read(driver, 'a'), read(driver, 'b')]);
  expect(acquired).toBe(1);
  await Promise.all([read(driver, 'a'), read(driver, 'b'), read(driver, 'c'), read(driver, 'd')]);
  expect(acquired).toBe(4);
});

test('a read that was cut off because it took too long has a connection of its own for a while as well', async () => {
  const own = openPool(database.url, 4);
  let taken = 0;
  own.on('acquire', () => {
    taken += 1;
  });
  const driver = carriageOn(own, { slowMs: 0, aloneMs: 60_000 });
  const failing = () => driver.query({ name: 'failing', text: 'select 1 / 0' }).catch(() => []);
  await failing();
  await Promise.all([failing(), read(driver, 'a')]);
  expect(taken).toBe(3);
  await own.end();
});

test('a read that took long once is carried along again later', async () => {
  const driver = carriageOn(pool, { slowMs: 0, aloneMs: 0 });
  await Promise.all([read(driver, 'a'), read(driver, 'b')]);
  await Promise.all([read(driver, 'a'), read(driver, 'b')]);
  expect(acquired).toBe(2);
});

test('without a database every read is refused', async () => {
  const broken = openPool(database.url, 1);
  await broken.end();
  const driver = carriageOn(broken);
  const answers = await Promise.allSettled([read(driver, 'a'), read(driver, 'b')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

/** Keeps everybody from reading a table until the returned function is called. */
const closed = async (table: string): Promise<() => Promise<void>> => {
  await pool.query(`create table if not exists ${table} ()`);
  const keeper = await pool.connect();
  await keeper.query('begin');
  await keeper.query(`lock table ${table}`);
  acquired = 0;
  return async () => {
    await keeper.query('rollback');
    keeper.release();
  };
};

test('while enough is under way, reads of later turns gather for the next connection', async () => {
  const open = await closed('gate');
  const driver = carriageOn(pool, { mostUnderWay: 1, gatherMs: 600_000 });
  const first = driver.query({ name: 'first', text: 'select 1 from gate' });
  await turn();
  const later = [read(driver, 'a')];
  await turn();
  later.push(read(driver, 'b'));
  await turn();
  expect(acquired).toBe(1);
  await open();
  await first;
  expect(await Promise.all(later)).toEqual([[{ said: 'a' }], [{ said: 'b' }]]);
  expect(acquired).toBe(2);
});

test('reads do not gather for longer than they would take', async () => {
  const open = await closed('door');
  const driver = carriageOn(pool, { mostUnderWay: 1, gatherMs: 1 });
  const first = driver.query({ name: 'behind', text: 'select 1 from door' });
  await turn();
  expect(await read(driver, 'a')).toEqual([{ said: 'a' }]);
  await open();
  expect((await first).rows).toEqual([]);
});
