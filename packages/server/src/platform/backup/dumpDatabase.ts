import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openCopyClient } from '../database.ts';
import { migrationTable, ranMigrations } from '../migrate.ts';
import { type DumpedTable, formatVersion, type Manifest } from './manifest.ts';

/** Fixed formats, independent of the database's settings. */
const plainForms = `select set_config(name, value, true) from (values
  ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('extra_float_digits', '1')) as plain(name, value)`;

type Column = { table: string; columns: string[] };

const tablesOf = async (client: pg.ClientBase): Promise<Column[]> =>
  (
    await client.query<Column>(`select c.relname as "table",
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '${migrationTable}'
    group by c.relname order by c.relname`)
  ).rows;

/** Column names, quoted for SQL and separated by commas. */
export const columnList = (client: pg.ClientBase, columns: readonly string[]): string =>
  columns.map((name) => client.escapeIdentifier(name)).join(', ');

const dumpTable = async (
  client: pg.ClientBase,
  { table, columns }: Column,
  options: { folder: string; isTransient: boolean },
): Promise<DumpedTable> => {
  const none = options.isTransient ? ' where false' : '';
  const copy = copyTo(
    `copy (select ${columnList(client, columns)} from ${client.escapeIdentifier(table)}${none}) to stdout`,
  );
  await pipeline(client.query(copy), createWriteStream(join(options.folder, table), { mode: 0o600 }));
  return { name: table, columns, rows: copy.rowCount };
};

/**
 * Writes every table except that of migrations into its own file, all from one snapshot, while the server
 * keeps working. Of transient tables, no rows are written.
 */
export const dumpDatabase = async (
  pool: pg.Pool,
  folder: string,
  transient: readonly string[],
): Promise<Manifest> => {
  const client = await openCopyClient(pool);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(plainForms);
    const migrations = await ranMigrations(client);
    const tables: DumpedTable[] = [];
    for (const item of await tablesOf(client))
      tables.push(await dumpTable(client, item, { folder, isTransient: transient.includes(item.table) }));
    const { rows: sequences } = await client.query(
      `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`,
    );
    await client.query('commit');
    return { format: formatVersion, made_at: new Date().toISOString(), migrations, tables, sequences };
  } finally {
    await client.end();
  }
};
