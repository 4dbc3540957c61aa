import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openCopyClient } from '../database.ts';
import { migrate } from '../migrate.ts';
import { Refusal } from '../refusal.ts';
import { columnList } from './dumpDatabase.ts';
import { type DumpedTable, type Manifest, migrationsOf } from './manifest.ts';

const refuseUsed = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  );
  if (rows.length > 0)
    throw new Refusal(
      `The database is not empty (it has a table ${rows[0].relname}). Restore into a new one.`,
    );
};

type Constraint = { table: string; name: string; definition: string };

/** Drops the foreign keys, so that tables can be filled in any order; restoring them checks every row. */
const withoutForeignKeys = async (client: pg.ClientBase, fill: () => Promise<void>): Promise<void> => {
  const { rows } =
    await client.query<Constraint>(`select conrelid::regclass::text as "table", quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  await fill();
  for (const { table, name, definition } of rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
};

const loadTable = async (
  client: pg.ClientBase,
  { name, columns, rows }: DumpedTable,
  folder: string,
): Promise<void> => {
  const table = client.escapeIdentifier(name);
  // The dump already contains what our triggers compute.
  await client.query(`alter table ${table} disable trigger user`);
  await client.query(`delete from ${table}`);
  const copy = copyFrom(`copy ${table} (${columnList(client, columns)}) from stdin`);
  await pipeline(createReadStream(join(folder, name)), client.query(copy));
  await client.query(`alter table ${table} enable trigger user`);
  if (copy.rowCount !== rows)
    throw new Refusal(`The backup is damaged: ${name} has ${copy.rowCount} rows instead of ${rows}.`);
};

/** Fills an empty database with a dump, in the schema of the dump; the next start upgrades it. */
export const loadDatabase = async (pool: pg.Pool, folder: string, manifest: Manifest): Promise<void> => {
  const migrations = migrationsOf(manifest);
  const client = await openCopyClient(pool);
  try {
    await refuseUsed(client);
    await migrate(pool, migrations);
    await client.query('begin');
    await withoutForeignKeys(client, async () => {
      for (const table of manifest.tables) await loadTable(client, table, folder);
    });
    for (const { name, value } of manifest.sequences)
      await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
};
