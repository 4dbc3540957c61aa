import type pg from 'pg';

/**
 * The facts of a schema by kind and name: columns, indexes, constraints, triggers and functions as PostgreSQL
 * prints them.
 */
export type SchemaFacts = ReadonlyMap<string, string>;

const queries = [
  `select 'column ' || c.relname || '.' || a.attname as name,
     format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
     || case a.attgenerated when 's' then ' generated ' else ' default ' end || coalesce(pg_get_expr(d.adbin, d.adrelid), '-') as fact
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  `select 'index ' || indexname as name, indexdef as fact from pg_indexes where schemaname = 'public'`,
  // Not-null constraints are listed with their columns.
  `select 'constraint ' || c.relname || '.' || k.conname as name, pg_get_constraintdef(k.oid) as fact
   from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = 'public'::regnamespace and k.contype <> 'n'`,
  `select 'trigger ' || c.relname || '.' || t.tgname as name, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as fact
   from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  `select 'function ' || p.oid::regprocedure as name, pg_get_functiondef(p.oid) as fact from pg_proc p
   where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')`,
];

/** Reads the facts of the `public` schema, without the order of columns and the table of migrations. */
export const readFacts = async (client: pg.Client): Promise<SchemaFacts> => {
  const facts = new Map<string, string>();
  for (const query of queries)
    for (const { name, fact } of (await client.query<{ name: string; fact: string }>(query)).rows)
      if (!name.includes('gatehouse_migration')) facts.set(name, fact);
  return facts;
};

/** Facts in `expected` that `found` lacks, a line each. */
export const missingFacts = (expected: SchemaFacts, found: SchemaFacts): string[] =>
  [...expected]
    .filter(([name, fact]) => found.get(name) !== fact)
    .map(([name, fact]) => `${name}: expected ${fact}, found ${found.get(name) ?? 'nothing'}`);

/** Facts lost from `before` to `after` although no statement drops them by name. */
export const lostFacts = (before: SchemaFacts, after: SchemaFacts, statements: string): string[] =>
  [...before.keys()].filter(
    (name) => !after.has(name) && !new RegExp(`DROP [^;]*\\b${nameOfFact(name)}\\b`, 'i').test(statements),
  );

/**
 * Name by which statements refer to a fact: a column without its table, a function without its arguments, a
 * primary key by its table.
 */
export const nameOfFact = (name: string): string =>
  name
    .replace(/\(.*$/, '')
    .replace(/^.*[ .]/, '')
    .replace(/_pkey$/, '');
