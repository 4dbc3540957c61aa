import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Place, startPostgresql, statements, useDrivers } from './databaseWork.ts';
import { type Mariadb, startMariadb } from './mariadb.ts';

useDrivers();

describe('statements in PostgreSQL', () => {
  let postgresql: Awaited<ReturnType<typeof startPostgresql>>;
  beforeAll(async () => {
    postgresql = await startPostgresql();
  });
  afterAll(() => postgresql.stop());

  test('runs statements and prints what they answer, until the database refuses one; reads no more than it may', async () => {
    const many =
      "create temp table t (n int, word text); insert into t values (1, 'one'), (2, null); select * from t; select 1 where false";
    expect(await statements('postgresql', postgresql.place, many)).toEqual({
      outcome: {},
      printed:
        'CREATE TABLE\nINSERT 0 2\nn | word\n--+-----\n1 | one\n2 | NULL\n(2 rows)\n?column?\n--------\n(0 rows)\n',
    });
    const wrong = await statements(
      'postgresql',
      postgresql.place,
      'select 7 as n; select * from no_such_table',
    );
    expect(wrong.outcome).toMatchObject({
      ...{ status: 'failed', key: 'machine_statement_refused' },
      params: { detail: expect.stringContaining('no_such_table') },
    });
    expect(wrong.printed).toMatch(/^n\n-\n7\n\(1 row\)\nERROR: {2}.*no_such_table/);
    const flood = await statements(
      'postgresql',
      postgresql.place,
      "select repeat('x', 1000000) from generate_series(1, 100)",
    );
    expect(flood.outcome).toMatchObject({ status: 'failed', key: 'machine_too_much' });
    const copied = await statements(
      'postgresql',
      postgresql.place,
      'create temp table c (n int); copy c from stdin',
    );
    expect(copied.outcome).toMatchObject({ key: 'machine_statement_refused' });
  });

  test('B-4-010 a statement that is stopped ends in the database', async () => {
    const stop = new AbortController();
    const { client } = postgresql;
    const going = async () =>
      (
        await client.query(
          "select 1 from pg_stat_activity where query like 'select pg_sleep(77)%' and state = 'active'",
        )
      ).rowCount;
    const ended = statements('postgresql', postgresql.place, 'select pg_sleep(77)', stop);
    await expect.poll(going, { timeout: 15_000 }).toBe(1);
    stop.abort();
    await expect.poll(going, { timeout: 5_000 }).toBe(0);
    expect((await ended).outcome).toMatchObject({ status: 'failed' });
  });
});

describe('statements in MariaDB', () => {
  let mariadb: Mariadb;
  beforeAll(async () => {
    mariadb = await startMariadb();
  });
  afterAll(() => mariadb.stop());

  test('B-4-010 runs statements, prints what they answer, says what is refused, and ends what is stopped', async () => {
    const place = { protocol: 'mariadb', ...mariadb };
    const many =
      "create temporary table mysql.t (n int, word varchar(9)); insert into mysql.t values (1, 'it''s'), (2, null); select * from mysql.t";
    expect(await statements('mysql', place, many)).toEqual({
      outcome: {},
      printed: "OK, 0 rows\nOK, 2 rows\nn | word\n--+-----\n1 | it's\n2 | NULL\n(2 rows)\n",
    });
    const wrong = await statements('mysql', place, 'select * from mysql.no_such_table');
    expect(wrong).toMatchObject({ outcome: { key: 'machine_statement_refused' } });
    expect(wrong.printed).toMatch(/^ERROR 1146: /);
    // A file of the runner: neither a statement nor the server gets one.
    const own = import.meta.filename;
    const load = `create temporary table mysql.f (line text); load data local infile '${own}' into table mysql.f`;
    expect((await statements('mysql', place, load)).outcome).toMatchObject({ status: 'failed' });
    const going = async () => {
      const { printed } = await statements(
        'mysql',
        place,
        "select count(*) as n from information_schema.processlist where info like 'select sleep(7%'",
      );
      return /\n(\d+)\n/.exec(printed)?.[1];
    };
    const stop = new AbortController();
    const ended = statements('mysql', place, 'select sleep(77)', stop);
    await expect.poll(going, { timeout: 15_000 }).toBe('1');
    stop.abort();
    await expect.poll(going, { timeout: 5_000 }).toBe('0');
    await ended;
  });
});

// Not proven where this is not set: Debian has no such server.
const sqlserver = 'GATEHOUSE_TEST_SQLSERVER_URL';
test.runIf(process.env[sqlserver])(`statements in SQL Server at ${sqlserver}`, async () => {
  const url = new URL(process.env[sqlserver] ?? '');
  const place: Place = {
    ...{ protocol: 'sqlserver', port: Number(url.port), username: decodeURIComponent(url.username) },
    ...{ password: decodeURIComponent(url.password), database: url.pathname.slice(1) },
  };
  const many =
    "create table #t (n int, word nvarchar(9))\ninsert #t values (1, N'é'), (2, null)\nselect * from #t\nGO\nprint 'said'";
  expect(await statements('sqlserver', place, many)).toEqual({
    outcome: {},
    printed: 'OK, 2 rows\nn | word\n--+-----\n1 | é\n2 | NULL\n(2 rows)\nsaid\n',
  });
  const wrong = await statements(
    'sqlserver',
    place,
    'select 7 as n\nGO\nselect * from no_such_table\nGO\nselect 8',
  );
  expect(wrong.outcome).toMatchObject({ key: 'machine_statement_refused' });
  expect(wrong.printed).toMatch(/^n\n-\n7\n\(1 row\)\nMsg 208, .*\n.*no_such_table.*\n$/);
  const going = async () => {
    const { printed } = await statements(
      'sqlserver',
      place,
      "select count(*) as n from sys.dm_exec_requests where command = 'WAITFOR'",
    );
    return /\n(\d+)\n/.exec(printed)?.[1];
  };
  const stop = new AbortController();
  const ended = statements('sqlserver', place, "waitfor delay '00:01:17'", stop);
  await expect.poll(going, { timeout: 15_000 }).toBe('1');
  stop.abort();
  await expect.poll(going, { timeout: 5_000 }).toBe('0');
  await ended;
});
