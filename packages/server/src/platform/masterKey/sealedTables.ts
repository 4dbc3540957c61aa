import type pg from 'pg';

/** A table that may contain sealed values; names are quoted. */
export type SealedTable = { name: string; blocks: number; columns: { name: string; type: string }[] };

/**
 * Every table of the database with every column that may contain a sealed value, on its own or inside a
 * document. They come from the database's catalogue, so that no table is missed, the queue's included.
 */
export const sealedTables = async (client: Pick<pg.ClientBase, 'query'>): Promise<SealedTable[]> =>
  (
    await client.query<SealedTable>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (pg_relation_size(c.oid) / current_setting('block_size')::bigint)::int as blocks,
      json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_t%'
      and t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar', '_bpchar', '_json', '_jsonb')
      and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'update')
    group by n.nspname, c.relname, c.oid
    order by format('%I.%I', n.nspname, c.relname) collate "C"`)
  ).rows;
