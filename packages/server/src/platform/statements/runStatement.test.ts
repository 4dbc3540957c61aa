import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOf, openPool } from '../database.ts';
import { type RunStatement, statementRunner } from './runStatement.ts';
import { createStatementNames } from './statementNames.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 1);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const often = async (run: RunStatement, query: SQL): Promise<void> => {
  for (let at = 0; at < 3; at += 1) await run(query);
};
const kept = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by prepare_time',
  );
  return rows.map(({ statement }) => statement);
};

test('a connection keeps what is run again, not what is run once or is to be planned anew', async () => {
  const run = statementRunner(pool);
  await run(sql`select 'once'`);
  await often(run, sql`select ${'again'}::text as said`);
  for (let at = 0; at < 3; at += 1) await run(sql`select ${'sought'}::text`, 'anew');
  expect(await kept()).toEqual(['select $1::text as said']);
  expect((await run(sql`select ${'again'}::text as said`)).rows).toEqual([{ said: 'again' }]);
});

test('a table that gets a column while its statement is kept answers with it', async () => {
  const run = statementRunner(pool);
  await pool.query('create table growing (id int); insert into growing values (1)');
  const all = sql`select * from growing`;
  await often(run, all);
  await pool.query(`alter table growing add column word text default 'new'`);
  for (let at = 0; at < 3; at += 1) expect((await run(all)).rows).toEqual([{ id: 1, word: 'new' }]);
  expect((await kept()).filter((statement) => statement.includes('growing'))).toHaveLength(1);
});

test('behind a pooler that knows nothing of kept statements, everything runs without them', async () => {
  const names = createStatementNames(10);
  const run = statementRunner(pool, names);
  const one = sql`select 1 as one`;
  await often(run, one);
  await pool.query('deallocate all');
  expect((await run(one)).rows).toEqual([{ one: 1 }]);
  expect(names.nameOf('select 1 as one')).toBeUndefined();
});

test('a statement that fails for another reason fails once, and is not repeated', async () => {
  const run = statementRunner(pool);
  await pool.query('create sequence attempts');
  const failing = sql`select 1 / (nextval('attempts')::int * ${0}::int)`;
  for (let at = 0; at < 4; at += 1)
    await expect(run(failing)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await pool.query('select last_value::int as n from attempts')).rows).toEqual([{ n: 4 }]);
});

test('moments and their arrays are read as the database writes them, in transactions and outside', async () => {
  const db = databaseOf(pool);
  const query = sql`select '2031-01-02 03:04:05+00'::timestamptz as at, '2031-01-02'::date as day,
    array['2031-01-02 03:04:05+00'::timestamptz] as many, interval '1 hour' as long, 7 as plain, '{"a":1}'::jsonb as json`;
  const read = {
    at: '2031-01-02 03:04:05+00',
    day: '2031-01-02',
    long: '01:00:00',
    plain: 7,
    json: { a: 1 },
  };
  const [outside] = await db.rows(query);
  expect(outside).toMatchObject(read);
  expect(await db.transaction((tx) => tx.rows(query))).toEqual([outside]);
});
