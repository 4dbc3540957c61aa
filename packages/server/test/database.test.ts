import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

const ask = async (url: string, query: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
};

test("each fresh database is separate, with the server's production privileges", async () => {
  const [databaseA, databaseB] = await Promise.all([freshDatabase(), freshDatabase()]);
  await ask(databaseA.url, 'create extension if not exists ltree; create table mine (id int)');
  await expect(ask(databaseB.url, 'select * from mine')).rejects.toThrow('does not exist');
  expect(await ask(databaseA.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  await Promise.all([databaseA.drop(), databaseB.drop()]);
});

test('text search and case conversion work beyond ASCII', async () => {
  const { url, drop } = await freshDatabase();
  await ask(url, 'create extension if not exists pg_trgm');
  const [row] = await ask(url, `select lower('ÄÉ') as lower, show_trgm('堡垒机') <> '{}' as has_trigrams`);
  expect(row).toEqual({ lower: 'äé', has_trigrams: true });
  await drop();
});
