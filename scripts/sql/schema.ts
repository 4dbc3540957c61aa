import type pg from 'pg';
import { everyDefinition } from '../../packages/contract/src/resources/all.ts';

/** How a value of a database type arrives in the program. */
export type Shape = 'text' | 'number' | 'boolean' | 'json' | 'bytes' | { readonly list: Shape };

/** The tables of a migrated database with their columns, and its types. */
export type Schema = {
  /** Whether a column may be null, by table and column. */
  tables: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Names of types by their number. */
  typeNames: Readonly<Record<number, string>>;
};

/**
 * Nullable columns that no row leaves empty: a resource always has the fields its definition does not declare
 * nullable. Columns of variants are empty in other rows.
 */
const filled: ReadonlySet<string> = new Set(
  everyDefinition
    .filter(({ variantOf }) => variantOf === undefined)
    .flatMap(({ app, name, fields, standard = [] }) => [
      ...Object.entries(fields).flatMap(([column, { nullable }]) =>
        nullable ? [] : [`${app}_${name}.${column}`],
      ),
      ...standard.filter((column) => column === 'date_created').map((column) => `${app}_${name}.${column}`),
    ]),
);

/** Reads the tables and types of a database. */
export const readSchema = async (client: pg.Client): Promise<Schema> => {
  const { rows: columns } = await client.query<{ table: string; column: string; nullable: boolean }>(
    `select c.relname as "table", a.attname as "column", not a.attnotnull as nullable from pg_class c
      join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
  );
  const tables: Record<string, Record<string, boolean>> = {};
  for (const { table, column, nullable } of columns)
    tables[table] = { ...tables[table], [column]: nullable && !filled.has(`${table}.${column}`) };
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid, typname as name from pg_type',
  );
  return { tables, typeNames: Object.fromEntries(types.map(({ oid, name }) => [oid, name])) };
};

const shapes: Readonly<Record<string, Shape>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytes',
};

/** Array types the driver parses; others arrive as text. */
const lists: Readonly<Record<string, Shape>> = {
  _bool: 'boolean',
  _int2: 'number',
  _int4: 'number',
  _float4: 'number',
  _float8: 'number',
  _int8: 'text',
  _text: 'text',
  _varchar: 'text',
  _bpchar: 'text',
  _uuid: 'text',
  _inet: 'text',
  _cidr: 'text',
  _json: 'json',
  _jsonb: 'json',
};

/** How values of a type arrive, by the type's name. */
export const shapeOf = (typeName: string): Shape => {
  const list = lists[typeName];
  return list ? { list } : (shapes[typeName] ?? 'text');
};
