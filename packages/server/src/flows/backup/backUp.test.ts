import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { startServer } from '../../../test/signedIn.ts';
import { readArchive, writeArchive } from '../../platform/backup/archive.ts';
import { openPool } from '../../platform/database.ts';
import { holdRotation } from '../../platform/masterKey/rotationState.ts';
import { backUp, restore } from './backUp.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let folder: string;
let home: string;
let file: string;

beforeAll(async () => {
  server = await startServer();
  const admin = await server.admin();
  for (let number = 0; number < 3; number += 1) {
    const made = await admin.post('/api/v1/assets/hosts/', {
      name: `host ${number}`,
      address: `10.0.0.${number}`,
      platform: 1,
      protocols: [{ name: 'ssh', port: 22 }],
      comment: 'a tab\t, \\N, \\. and "quotes"\n堡垒机\r\n',
    });
    expect(made.status, made.text).toBe(201);
  }
});
afterAll(() => server.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-'));
  home = join(folder, 'home');
  file = join(folder, 'backup.tar.gz');
  for (const name of ['keys', 'replay/2026-01-01', 'pg']) await mkdir(join(home, name), { recursive: true });
  await writeFile(join(home, 'keys/master.key'), 'the key\n');
  await writeFile(join(home, 'keys/postgres-admin'), 'of the cluster');
  await writeFile(join(home, 'replay/2026-01-01/x.cast.gz'), Buffer.alloc(200_000, 7));
  await writeFile(join(home, 'pg/data'), 'not taken');
  return () => rm(folder, { recursive: true, force: true });
});

/** A database without tables, as for a new installation. */
const emptyDatabase = async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 3);
  await pool.query('drop schema public cascade; create schema public');
  const end = async () => {
    await pool.end();
    await drop();
  };
  return { pool, end };
};

const contents = async (pool: pg.Pool) => {
  const { rows: tables } = await pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('system_cache', 'system_session', 'system_bucket', 'gatehouse_migration') order by 1`,
  );
  const all: Record<string, unknown[]> = {};
  for (const { relname } of tables)
    all[relname] = (await pool.query(`select t::text as line from ${relname} t order by 1`)).rows;
  return all;
};
const structure = async (pool: pg.Pool) =>
  (
    await pool.query(`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace union all
      select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`)
  ).rows;
const newHome = async () => {
  const made = join(folder, 'new-home');
  await mkdir(made);
  return made;
};

test('a restore brings back the backup, row by row and file by file', async () => {
  const { pool, end } = await emptyDatabase();
  await server.pool.query("insert into system_bucket (key, tokens) values ('address:192.0.2.1', 5)");
  const { rows } = await backUp(server.pool, home, file);
  expect(rows).toBeGreaterThan(40);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['backup.tar.gz', 'home']);
  const restored = await newHome();
  expect(await restore(pool, restored, file)).toEqual({ rows });
  expect(await contents(pool)).toEqual(await contents(server.pool));
  expect(await structure(pool)).toEqual(await structure(server.pool));
  for (const transient of ['system_session', 'system_bucket'])
    expect((await pool.query(`select 1 from ${transient}`)).rowCount).toBe(0);
  expect((await readdir(restored)).sort()).toEqual(['keys', 'replay']);
  expect(await readdir(join(restored, 'keys'))).toEqual(['master.key']);
  expect(await readFile(join(restored, 'keys/master.key'), 'utf8')).toBe('the key\n');
  expect((await stat(join(restored, 'keys/master.key'))).mode & 0o077).toBe(0);
  expect(
    (await readFile(join(restored, 'replay/2026-01-01/x.cast.gz'))).equals(Buffer.alloc(200_000, 7)),
  ).toBe(true);
  await end();
});

test('a backup is a snapshot, whatever is written meanwhile', async () => {
  const { pool, end } = await emptyDatabase();
  const write = () =>
    server.pool.query(`with one as (insert into settings_setting (name, category, value) values ('moment ' || gen_random_uuid(), 'x', '1') returning name)
      insert into users_preference (user_id, category, name, value) select gen_random_uuid(), 'x', name, '1' from one`);
  await write();
  let isOver = false;
  const writing = (async () => {
    while (!isOver) await write();
  })();
  await backUp(server.pool, home, file);
  isOver = true;
  await writing;
  await restore(pool, await newHome(), file);
  const { rows } = await pool.query(
    `select (select array_agg(name order by name) from settings_setting where name like 'moment %') as settings,
      (select array_agg(name order by name) from users_preference where name like 'moment %') as preferences`,
  );
  expect(rows[0].settings.length).toBeGreaterThan(0);
  expect(rows[0].preferences).toEqual(rows[0].settings);
  await end();
});

test('a backup refuses to overwrite a file, and a restore refuses to fill a database that is not empty', async () => {
  const { pool, end } = await emptyDatabase();
  await writeFile(file, 'something else');
  await expect(backUp(server.pool, home, file)).rejects.toThrow('exists already');
  await rm(file);
  await backUp(server.pool, home, file);
  await pool.query('create table mine (id int)');
  await expect(restore(pool, await newHome(), file)).rejects.toThrow(
    'The database is not empty (it has a table mine)',
  );
  await end();
});

/** A copy of the backup with an altered manifest, reduced to the manifest and the database. */
const alter = async (change: (manifest: Record<string, never[]>) => unknown) => {
  const parts = join(folder, 'parts');
  await readArchive(file, (name) => ({ folder: parts, name }));
  const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8'));
  await writeFile(join(parts, 'manifest.json'), JSON.stringify(change(manifest)));
  const altered = join(folder, `altered-${Math.random()}.tar.gz`);
  const names = ['manifest.json', ...manifest.tables.map(({ name }: { name: string }) => `database/${name}`)];
  await writeArchive(
    altered,
    names.map((name) => ({ name, from: join(parts, name) })),
  );
  return altered;
};

test('a backup made by a newer version, a damaged backup and other files are refused', async () => {
  const { pool, end } = await emptyDatabase();
  await backUp(server.pool, home, file);
  const into = await newHome();
  const newer = await alter((manifest) => ({
    ...manifest,
    migrations: [...(manifest.migrations ?? []), { name: '9999_later.sql', hash: 'x' }],
  }));
  await expect(restore(pool, into, newer)).rejects.toThrow(
    'newer Gatehouse (9999_later.sql is unknown here)',
  );
  const later = await alter((manifest) => ({ ...manifest, format: 2 }));
  await expect(restore(pool, into, later)).rejects.toThrow('newer Gatehouse');
  const cut = join(folder, 'cut.tar.gz');
  const whole = await readFile(file);
  await writeFile(cut, whole.subarray(0, whole.length / 2));
  await expect(restore(pool, into, cut)).rejects.toThrow('is not a complete backup');
  await writeFile(cut, 'nothing of the kind');
  await expect(restore(pool, into, cut)).rejects.toThrow('is not a complete backup');
  const short = await alter((manifest) => ({
    ...manifest,
    tables: (manifest.tables as { rows: number }[] | undefined)?.map((table) => ({
      ...table,
      rows: table.rows + 1,
    })),
  }));
  await expect(restore(pool, await mkdtemp(join(folder, 'x-')), short)).rejects.toThrow(
    'The backup is damaged',
  );
  await end();
});

test('a backup cannot write outside of the new data folder', async () => {
  const { pool, end } = await emptyDatabase();
  await backUp(server.pool, home, file);
  const parts = join(folder, 'parts');
  await readArchive(file, (name) => ({ folder: parts, name }));
  const evil = join(folder, 'evil.tar.gz');
  await writeArchive(evil, [
    { name: 'manifest.json', from: join(parts, 'manifest.json') },
    { name: 'home/../../escaped', from: join(parts, 'manifest.json') },
  ]);
  await expect(restore(pool, await newHome(), evil)).rejects.toThrow('outside of itself');
  expect(await readdir(folder)).not.toContain('escaped');
  await end();
});

test('no backup is made while the master key is being changed, and none is left half made', async () => {
  const other = await server.pool.connect();
  try {
    expect(await holdRotation(other, 'alone')).toBe(true);
    await expect(backUp(server.pool, home, file)).rejects.toThrow('The master key is being changed.');
    expect(await readdir(folder)).toEqual(['home']);
  } finally {
    other.release(true);
  }
  await expect.poll(() => backUp(server.pool, home, file).then(({ rows }) => rows > 0, String)).toBe(true);
});
