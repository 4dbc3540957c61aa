import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../../test/ask.ts';
import { isAlive, until } from '../../test/processes.ts';
import { type KeptDatabase, keepDatabase } from './database.ts';
import { bufferMb, usableMemory } from './postgres/bufferSize.ts';
import { postgresProcessesIn, postmasterOf } from './postgres/leftovers.ts';

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
let home: string;
/** A data folder after its first start, which most tests copy. */
let started: string;
let said: string[];
const running: KeptDatabase[] = [];

const open = async (path = home) => {
  const database = await keepDatabase({
    home: path,
    elsewhere: join(home, 'elsewhere'),
    say: (line) => said.push(line),
  });
  running.push(database);
  return database;
};

const layOut = async (path: string) => {
  await mkdir(join(path, 'keys'), { recursive: true, mode: 0o700 });
  return path;
};

const newHome = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  // Like a checkout in a home folder that others may enter but not list.
  await chmod(folder, 0o711);
  return layOut(folder);
};
/** Turns the home of this test into one that has been started before. */
const startedBefore = () => execute('cp', ['-a', `${started}/.`, home]);

beforeAll(async () => {
  started = await newHome();
  await (await keepDatabase({ home: started, say: () => undefined })).stop();
});
afterAll(() => rm(started, { recursive: true, force: true }));

beforeEach(async () => {
  said = [];
  home = await newHome();
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await rm(home, { recursive: true, force: true });
});

test('the first start creates a database only its owner can open; the next one finds what was written', async () => {
  const first = await open();
  await ask(first.url, 'create table kept as select 42 as answer');
  const [server] = await ask(
    first.url,
    `select current_setting('listen_addresses') as listens, current_setting('server_version_num')::int / 10000 as major`,
  );
  expect(server).toEqual({ listens: '', major: 18 });
  expect((await stat(join(home, 'pg'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(home, 'keys/postgres-admin'))).mode & 0o777).toBe(0o600);
  await expect(ask(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  await first.stop();
  const second = await open();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test("the server's role is no superuser but may create the extensions it needs", async () => {
  await startedBefore();
  const { url } = await open();
  await ask(url, 'create extension ltree; create extension pg_trgm; create extension citext');
  expect(await ask(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  await expect(ask(url, `copy (select 1) to program 'id'`)).rejects.toThrow('permission denied');
});

test('what the planner knows follows an import within seconds, and memory follows the machine', async () => {
  await startedBefore();
  const database = await open();
  expect(await ask(database.url, 'show autovacuum_naptime')).toEqual([{ autovacuum_naptime: '5s' }]);
  expect(await ask(database.url, 'show io_method')).toEqual([{ io_method: 'sync' }]);
  const [{ shared_buffers } = {}] = await ask(database.url, 'show shared_buffers');
  expect(shared_buffers).toBe(`${bufferMb(usableMemory())}MB`);
  expect(await ask(database.url, 'create table filled as select generate_series(1, 1000) as n')).toEqual([]);
  const known = `select reltuples::int as rows from pg_class where relname = 'filled'`;
  await until('the table is analyzed', async () => (await ask(database.url, known))[0]?.rows === 1000);
});

test('a killed PostgreSQL comes back on the same address with every acknowledged write', async () => {
  await startedBefore();
  const { url } = await open();
  await ask(url, 'create table kept (n int)');
  for (let round = 1; round <= 3; round += 1) {
    await ask(url, `insert into kept values (${round})`);
    const pid = (await postmasterOf(await realpath(join(home, 'pg/data'))))!;
    process.kill(pid, 'SIGKILL');
    const answers = () =>
      ask(url, 'select 1').then(
        () => true,
        () => false,
      );
    await until('the database answers again', answers);
    expect(await ask(url, 'select max(n) as n, count(*)::int as rows from kept')).toEqual([
      { n: round, rows: round },
    ]);
  }
});

test('a killed launcher leaves no PostgreSQL behind', async () => {
  await startedBefore();
  const launcher = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../test/orphanDatabase.ts'), home],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(launcher.stdout, 'data')) as [Buffer];
  await ask(line.toString().trim(), 'create table kept as select 1 as n');
  const pid = (await postmasterOf(await realpath(join(home, 'pg/data'))))!;
  launcher.kill('SIGKILL');
  await until('PostgreSQL ends', () => !isAlive(pid));
  expect(await ask((await open()).url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('an orphaned PostgreSQL whose watcher was killed too is stopped before a new one starts', async () => {
  await startedBefore();
  const launcher = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../test/orphanDatabase.ts'), home],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(launcher.stdout, 'data')) as [Buffer];
  await ask(line.toString().trim(), 'create table kept as select 1 as n');
  const data = await realpath(join(home, 'pg/data'));
  const orphan = (await postmasterOf(data))!;
  const watcher = (await processesWith(`gatehouse-watch\0${orphan}\0`))[0]!;
  process.kill(watcher, 'SIGKILL');
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  expect(isAlive(orphan)).toBe(true);
  const { url } = await open();
  expect(isAlive(orphan)).toBe(false);
  expect(said).toContain('An earlier PostgreSQL is still running on this data folder; stopping it.');
  expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
  const postmaster = await postmasterOf(data);
  expect(await postgresProcessesIn(data)).toContain(postmaster);
});

test('a stale pid file whose number now belongs to another program does not stop the start', async () => {
  await startedBefore();
  const data = await realpath(join(home, 'pg/data'));
  await writeFile(join(data, 'postmaster.pid'), `${process.ppid}\n${data}\n`);
  expect(await ask((await open()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('an interrupted first start is repeated', async () => {
  await mkdir(join(home, 'pg/data.new/base'), { recursive: true });
  expect(await ask((await open()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(await readdir(join(home, 'pg'))).not.toContain('data.new');
});

test('a folder with other content is left alone, with a message', async () => {
  await mkdir(join(home, 'pg'));
  await writeFile(join(home, 'pg/holiday.jpg'), '');
  await expect(open()).rejects.toThrow(
    `${home}/pg holds something that is not a Gatehouse database (holiday.jpg)`,
  );
});

test('a folder of another PostgreSQL version is left alone, with a message', async () => {
  await mkdir(join(home, 'pg/data'), { recursive: true });
  await writeFile(join(home, 'pg/data/PG_VERSION'), '15\n');
  await expect(open()).rejects.toThrow('was written by PostgreSQL 15; this version of Gatehouse needs 18');
});

test('a path too long for a socket still works', async () => {
  const deep = await layOut(join(home, 'a'.repeat(60), 'b'.repeat(60)));
  expect(await ask((await open(deep)).url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test.runIf(isRoot)(
  'in a folder only root can enter, the database lives elsewhere and the folder links to it',
  async () => {
    const closed = join(home, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const inside = await layOut(join(closed, 'var'));
    const first = await open(inside);
    await ask(first.url, 'create table kept as select 7 as n');
    expect(await realpath(join(inside, 'pg'))).toMatch(new RegExp(`^${home}/elsewhere/`));
    await first.stop();
    expect(await ask((await open(inside)).url, 'select n from kept')).toEqual([{ n: 7 }]);
  },
);

test.runIf(isRoot)(
  'a database moved into a folder only root can enter is refused, with the commands that help',
  async () => {
    await startedBefore();
    const first = await open();
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const closed = join(home, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const inside = await layOut(join(closed, 'var'));
    for (const name of ['pg', 'keys']) await execute('cp', ['-a', join(home, name), inside]);
    const refusal = (await open(inside).catch((error: Error) => error)) as Error;
    expect(refusal.message).toContain(
      `no other account can enter ${inside}. Move the database once: mkdir -p`,
    );
    await execute('sh', ['-c', refusal.message.slice(refusal.message.indexOf('mkdir'))]);
    expect(await ask((await open(inside)).url, 'select n from kept')).toEqual([{ n: 7 }]);
  },
);

test.runIf(isRoot)('under root, PostgreSQL runs as an otherwise unused account', async () => {
  await open();
  const pid = (await postmasterOf(await realpath(join(home, 'pg/data'))))!;
  const { uid } = await stat(`/proc/${pid}`);
  expect(uid).toBeGreaterThanOrEqual(61_184);
  expect((await stat(join(home, 'pg'))).uid).toBe(uid);
});

const processesWith = async (words: string): Promise<number[]> => {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(words))
      found.push(Number(pid));
  }
  return found;
};
