import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';

/** A column that refers to the ids of a table, and what becomes of its rows when the target is deleted. */
export type ForeignKey = {
  table: string;
  column: string;
  target: string;
  onDelete: 'cascade' | 'set null' | 'refuse';
};

/** How the tables of the database refer to each other. */
export type Tables = {
  keys: readonly ForeignKey[];
  /** Stored columns of each table, without generated ones. */
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

let known: Promise<Tables> | undefined;

const read = async (db: Database): Promise<Tables> => {
  const keys = await db.rows<Omit<ForeignKey, 'onDelete'> & { kind: string }>(
    sql`select r.relname as "table", a.attname as "column", f.relname as target, c.confdeltype::text as kind
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and r.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  const columns = await db.rows<{ table: string; name: string; type: string }>(
    sql`select r.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class r on r.oid = a.attrelid
    where r.relnamespace = 'public'::regnamespace and r.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  const kinds: Record<string, ForeignKey['onDelete']> = { c: 'cascade', n: 'set null' };
  return {
    keys: keys.map(({ kind, ...key }) => ({ ...key, onDelete: kinds[kind] ?? 'refuse' })),
    columns: new Map(
      [...Map.groupBy(columns, ({ table }) => table)].map(([table, of]) => [
        table,
        new Map(of.map(({ name, type }) => [name, type])),
      ]),
    ),
  };
};

/** The tables of the database; they do not change while the server runs. */
export const tablesOf = (db: Database): Promise<Tables> => {
  known ??= read(db).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
};

/** Values of a column's type, as one parameter. */
export const valuesOf = (type: string, values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))::${sql.raw(type)}[]`;
