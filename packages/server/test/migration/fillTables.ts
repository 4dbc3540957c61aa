import { randomUUID } from 'node:crypto';
import pg from 'pg';

type Column = { table: string; column: string; type: string; to: string | null };
/** The columns of each table that a row can set. */
export type Fillable = ReadonlyMap<string, readonly Column[]>;

/**
 * Reads the tables of the `public` schema with their columns; the table of migrations, generated columns and
 * those numbered by a sequence are left out.
 */
export const readFillable = async (client: pg.Client): Promise<Fillable> => {
  const { rows } = await client.query<Column>(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      (select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as "to"
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and coalesce(pg_get_expr(d.adbin, d.adrelid), '') not like 'nextval%'
      and c.relname <> 'gatehouse_migration' order by c.relname, a.attnum`);
  return Map.groupBy(rows, ({ table }) => table);
};

/** The last number that was used: a number may have to be unique, such as a priority. */
let number = 0;

const valueFor = (type: string, key: string): unknown => {
  if (type === 'uuid') return randomUUID();
  if (type === 'boolean') return true;
  if (type.endsWith('[]')) return [];
  if (type === 'jsonb') return '{}';
  if (type.startsWith('timestamp')) return new Date(0);
  if (/int|double|numeric/.test(type)) {
    number += 1;
    return number;
  }
  // A single word: a key of the node tree must be one.
  return `x${key.replaceAll('-', '')}`;
};

/** Referenced tables come first; a reference to a later table (or to its own) stays empty. */
const inOrder = (tables: Fillable): string[] => {
  const done: string[] = [];
  const visit = (table: string, above: readonly string[]): void => {
    if (done.includes(table) || above.includes(table)) return;
    for (const { to } of tables.get(table) ?? []) if (to) visit(to, [...above, table]);
    done.push(table);
  };
  for (const table of tables.keys()) visit(table, []);
  return done;
};

/** Adds rows to every table, with a value in every column except references to the same or a later table. */
export const fillTables = async (client: pg.Client, tables: Fillable, rowsEach = 2): Promise<void> => {
  const ids = new Map<string, unknown[]>();
  for (const table of inOrder(tables))
    for (let at = 0; at < rowsEach; at += 1) {
      const key = randomUUID();
      const columns = tables.get(table) ?? [];
      const values = columns.map(({ type, to }) => (to ? (ids.get(to)?.[at] ?? null) : valueFor(type, key)));
      const names = columns.map(({ column }) => pg.escapeIdentifier(column));
      const { rows } = await client.query(
        `insert into ${pg.escapeIdentifier(table)} (${names}) values (${values.map((_, n) => `$${n + 1}`)}) returning *`,
        values,
      );
      ids.set(table, [...(ids.get(table) ?? []), rows[0].id]);
    }
};

/** Number of rows of each table. */
export const countRows = async (client: pg.Client, tables: Fillable): Promise<Record<string, number>> => {
  const parts = [...tables.keys()].map(
    (table) => `select '${table}' as name, count(*)::int as n from ${pg.escapeIdentifier(table)}`,
  );
  if (parts.length === 0) return {};
  const { rows } = await client.query<{ name: string; n: number }>(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};
