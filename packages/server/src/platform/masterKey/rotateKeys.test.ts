import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { createCache } from '../cache.ts';
import { masterKeyOf } from '../crypto/masterKeys.ts';
import { createVault } from '../crypto/vault.ts';
import { type Database, databaseOf, openPool } from '../database.ts';
import { readKeyFile } from './keyFile.ts';
import type { KeySource } from './keyRing.ts';
import { rotateKeys } from './rotateKeys.ts';
import { readRetiredKeys, readRotation, writeRotation } from './rotationState.ts';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
const [idOne, idTwo] = [one, two].map((secret) => masterKeyOf(secret).id) as [string, string];
const vaultOf = (...secrets: string[]) =>
  createVault({ keys: () => secrets.map(masterKeyOf), reread: () => undefined });
const old = vaultOf(one);
const cache = createCache();

let pool: pg.Pool;
let db: Database;
let client: pg.Client;
let file: string;
let said: string[];
beforeEach(async () => {
  const { url, drop } = await freshDatabase();
  pool = openPool(url, 4);
  db = databaseOf(pool);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-rotate-'));
  file = join(folder, 'master.key');
  await writeFile(file, `${one}\n`);
  said = [];
  await proof(old.seal('VAULT_PROOF'));
  return async () => {
    await client.end();
    await pool.end();
    await drop();
    await rm(folder, { recursive: true });
  };
});

const proof = (sealed: string) =>
  pool.query(
    `insert into settings_setting (name, category, value, encrypted) values ('VAULT_PROOF', 'system', $1, 1)
      on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(sealed)],
  );
const rotate = (source: KeySource = { file }) =>
  rotateKeys({ client, db, cache, source, say: (line) => said.push(line), note: async () => undefined });
const newestIn = () => readKeyFile(file)[0]!;
const valuesOf = async (query: string) => Object.values((await pool.query(query)).rows[0]);

test('every kind of column is re-encrypted, in every table of every schema, and what only looks sealed stays', async () => {
  await pool.query(`
    create schema elsewhere;
    create unlogged table elsewhere."odd ""table" (id int, plain text, "Short" varchar(400), fixed char(400), document json, binary_document jsonb,
      several text[], documents jsonb[], twice text generated always as (upper(plain)) stored);
    create table parted (id int, secret text) partition by range (id);
    create table parted_low partition of parted for values from (0) to (10);
    create view seen as select secret from parted`);
  const sealed = Array.from({ length: 10 }, (_, index) => old.seal(`hush ${index}`));
  const [a, b, c, d, e, f, g, h, i, j] = sealed;
  const lookAlike = `g1.${idOne}.AAAA.BBBB and g1.${idTwo}.AAAA.BBBB`;
  await pool.query(
    `insert into elsewhere."odd ""table" values (1, $1, $2, $3, $4, $5, $6, array[$7::jsonb])`,
    [
      `${a} and ${lookAlike}, then ${b}`,
      c,
      d,
      `{"z": "${e}", "a": 1}`,
      { deep: [{ er: f }], 'quo"te': 'ä\\n"' },
      [g, 'with, comma and "quotes"', null],
      JSON.stringify([h]),
    ],
  );
  await pool.query(`insert into elsewhere."odd ""table" (id, plain) values (2, 'untouched')`);
  await pool.query('insert into parted values (1, $1), (2, null)', [`${i}${'x'.repeat(9_000)} ${j}`]);
  const before = await pool.query(`select xmin::text from elsewhere."odd ""table" where id = 2`);

  const state = await rotate();

  const now = vaultOf(newestIn());
  expect(state).toMatchObject({ done: 11, from: [idOne], to: masterKeyOf(newestIn()).id });
  const [plain, short, fixed, document, binary, several, documents] = (await valuesOf(
    `select plain, "Short", fixed, document::text, binary_document, several, documents::text[] from elsewhere."odd ""table" where id = 1`,
  )) as [string, string, string, string, { deep: { er: string }[] }, string[], string[]];
  const [first = '', rest = ''] = plain.split(` and ${lookAlike}, then `);
  const [, inDocument = ''] = /^\{"z": "(.*)", "a": 1\}$/.exec(document) ?? [];
  const wrapped = [first, rest, short, fixed.trimEnd(), inDocument, binary.deep[0]!.er, several[0]!];
  expect(wrapped.map(now.open)).toEqual(wrapped.map((_, index) => `hush ${index}`));
  expect(now.open(JSON.parse(documents[0]!)[0])).toBe('hush 7');
  expect(binary).toMatchObject({ 'quo"te': 'ä\\n"' });
  expect(several.slice(1)).toEqual(['with, comma and "quotes"', null]);
  const [long] = (await valuesOf('select secret from parted where id = 1')) as [string];
  expect(now.open(long.split(' ')[1]!)).toBe('hush 9');
  expect((await pool.query(`select xmin::text from elsewhere."odd ""table" where id = 2`)).rows).toEqual(
    before.rows,
  );
  expect(readKeyFile(file)).toEqual([newestIn()]);
  expect(await readRetiredKeys(db)).toEqual([idOne]);
  expect(await readRotation(db)).toMatchObject({ finished: expect.any(String), percent: 100 });
});

test('a row that another holds is left for a later pass, and what an older transaction still writes is found', async () => {
  await pool.query('create table a_note (id int, secret text)');
  await pool.query('insert into a_note values (1, $1), (2, $2)', [old.seal('first'), old.seal('second')]);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query('select * from a_note where id = 1 for update');
  const { rows } = await writer.query('select secret from a_note where id = 2');
  const done = rotate();
  const passed = () =>
    pool.query('select 1 from a_note where id = 2 and secret not like $1', [`g1.${idOne}%`]);
  await expect.poll(async () => (await passed()).rowCount).toBe(1);
  await expect.poll(() => said.join('\n')).toContain('waiting for transactions that began before');
  await writer.query('insert into a_note values (3, $1)', [rows[0].secret]);
  await writer.query('commit');
  writer.release();
  await done;
  const now = vaultOf(newestIn());
  const { rows: kept } = await pool.query<{ secret: string }>('select secret from a_note order by id');
  expect(kept.map(({ secret }) => now.open(secret))).toEqual(['first', 'second', 'second']);
});

test('more rows of a page than a transaction may hold, and tables that grow meanwhile, are re-encrypted as well', async () => {
  await pool.query('create table crowd (secret text)');
  const sealed = Array.from({ length: 1_203 }, (_, index) => old.seal(`${index}`));
  await pool.query('insert into crowd select unnest($1::text[])', [sealed]);
  expect((await rotate()).done).toBe(1_204);
  const now = vaultOf(newestIn());
  const { rows } = await pool.query<{ secret: string }>('select secret from crowd');
  expect(new Set(rows.map(({ secret }) => now.open(secret))).size).toBe(1_203);
});

/** A server that reports the keys it holds, as others do. */
const report = (server: string, seals: string, ...opens: string[]) =>
  cache.set(`key_report:${server}`, { server, seals, opens }, 60, db);

test('no row changes before every server can open the new key, and then seals with it; the old one goes when all dropped it', async () => {
  await report('far', idOne, idOne);
  const done = rotate();
  await expect.poll(() => said.join('\n')).toContain(`waiting for servers that have other keys: far.`);
  expect(said.at(-1)).toContain(`needs a copy of ${file}`);
  const [first, next] = readKeyFile(file) as [string, string];
  const { id } = masterKeyOf(next);
  expect(first).toBe(one);
  const sealedWith = async () =>
    String((await valuesOf(`select value from settings_setting where name = 'VAULT_PROOF'`))[0]).split(
      '.',
    )[1];
  await report('far', idOne, idOne, id);
  await expect.poll(() => readKeyFile(file)).toEqual([next, one]);
  expect(await sealedWith()).toBe(idOne);
  await report('far', id, id, idOne);
  await expect.poll(sealedWith).toBe(id);
  await expect.poll(() => readKeyFile(file)).toEqual([next]);
  await expect.poll(async () => (await readRotation(db))?.finished).toBeDefined();
  await report('far', id, id);
  await done;
});

test('a call that ended after any step is continued, and the new key is not made twice', async () => {
  // It ended before it recorded anything but the key.
  await writeFile(file, `${one}\n${two}\n`);
  expect((await rotate()).to).toBe(idTwo);
  expect(readKeyFile(file)).toEqual([two]);
  // It ended between removing the old key and recording the end.
  const state = await readRotation(db);
  const { finished: _finished, ...unfinished } = state!;
  await writeRotation(unfinished, db);
  await rotate();
  expect(await readRotation(db)).toMatchObject({ to: idTwo, finished: expect.any(String) });
  expect(readKeyFile(file)).toEqual([two]);
  // A later change starts anew.
  expect(await rotate()).toMatchObject({ from: [idTwo], done: 1 });
  expect(await readRetiredKeys(db)).toEqual([idOne, idTwo]);
});

test('a pass goes on where the last one stopped; what lies before is found by the check', async () => {
  await pool.query('create table a_first (secret text); create table a_second (secret text)');
  await pool.query('insert into a_first values ($1)', [old.seal('early')]);
  await writeFile(file, `${one}\n${two}\n`);
  const place = { table: 'public.a_second', block: 0 };
  await writeRotation(
    { to: idTwo, from: [idOne], started: new Date().toISOString(), done: 7, percent: 3, ...place },
    db,
  );
  expect((await rotate()).done).toBe(9);
  const [secret] = await valuesOf('select secret from a_first');
  expect(vaultOf(two).open(String(secret))).toBe('early');
});

test('nothing begins with a key of another database, and an unfinished change needs its own new key', async () => {
  await writeFile(file, two);
  await expect(rotate()).rejects.toThrow('is not the key this database was sealed with');
  expect(await readRotation(db)).toBeUndefined();
  expect(readKeyFile(file)).toEqual([two]);
  await writeFile(file, one);
  const begun = { started: new Date().toISOString(), done: 0, percent: 0, table: '', block: 0 };
  await writeRotation({ to: idTwo, from: [idOne], ...begun }, db);
  await expect(rotate()).rejects.toThrow(`${file} does not contain the key ${idTwo}`);
});

test('a file in which an operator put the new key first leads to that key', async () => {
  await writeFile(file, `${two}\n${one}\n`);
  expect(await rotate()).toMatchObject({ from: [idOne], to: idTwo });
  expect(readKeyFile(file)).toEqual([two]);
});

test('a key from the environment is changed by its owner; the command says how, then re-encrypts', async () => {
  await expect(rotate({ secret: one, previous: '' })).rejects.toThrow(
    'GATEHOUSE_SECRET_KEY is in the environment, so only you can change it',
  );
  expect(await readRotation(db)).toBeUndefined();
  const begun = { started: new Date().toISOString(), done: 0, percent: 0, table: '', block: 0 };
  await writeRotation({ to: 'another', from: [idOne], ...begun }, db);
  await expect(rotate({ secret: two, previous: one })).rejects.toThrow(
    'GATEHOUSE_SECRET_KEY is not the key (another) that the unfinished change leads to',
  );
  await writeRotation({ to: idTwo, from: [idOne], ...begun }, db);
  expect(await rotate({ secret: two, previous: one })).toMatchObject({ to: idTwo, done: 1 });
  await expect(rotate({ secret: two, previous: one })).rejects.toThrow('only you can change it');
});

test('progress and status name keys and amounts, never a secret', async () => {
  await rotate();
  for (const word of [one, newestIn(), 'g1.']) expect(said.join('\n')).not.toContain(word);
});
