import { type SQL, sql } from 'drizzle-orm';
import { anyOf, id, texts, uuids } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { referable } from '../fields/related.ts';
import type { Filter, Resource } from '../resource.ts';
import { compileSelector } from './compileSelector.ts';

/** Selectors compiled into one statement. */
const atOnce = 100;

/** Most rows that one name may stand for. */
const mostNamed = 20;

/** The texts of the selectors by attributes that match one of the rows. */
const matching = async (
  selectors: readonly string[],
  target: Resource,
  ids: readonly string[],
  ctx: Context,
): Promise<string[]> => {
  const found: string[] = [];
  for (let start = 0; start < selectors.length; start += atOnce) {
    const asked: SQL[] = [];
    for (const [offset, text] of selectors.slice(start, start + atOnce).entries()) {
      const condition = await compileSelector(JSON.parse(text), target, ctx);
      asked.push(sql`select ${start + offset}::int as at where exists
        (select from ${id(target.table)} t where t.id = any(${uuids(ids)}) and (${condition}))`);
    }
    const rows = await ctx.db.rows<{ at: number }>(sql.join(asked, sql` union all `));
    found.push(...rows.flatMap(({ at }) => selectors[at] ?? []));
  }
  return found;
};

/** Ids of the visible rows that a value names: by id, or by one of these columns. */
const idsNamed = async (
  value: string,
  target: Resource,
  columns: readonly string[],
  ctx: Context,
): Promise<string[]> => {
  const named = [
    sql`t.id::text = ${value.toLowerCase()}`,
    ...columns.map((name) => sql`t.${id(name)} = ${value}`),
  ];
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select t.id::text as id from ${id(target.table)} t
      where (${anyOf(named)}) and ${await referable(target, ctx)} limit ${mostNamed}`,
  );
  return rows.map((row) => row.id);
};

/** A field with a selector: its name, what it selects, and the columns by which a query may name that. */
type SelectorField = { name: string; to: string; columns: readonly string[] };

/**
 * Filter of lists whose rows have a selector in the field `name`: those whose selector matches a row that the
 * value names, by its id or by one of the columns of the target. A value that names no visible row finds none.
 */
export const selectorHits =
  (own: string, { name, to, columns }: SelectorField): Filter =>
  async (value, ctx) => {
    const [resource, target] = [ctx.engine.resource(own), ctx.engine.resource(to)];
    const ids = await idsNamed(value, target, columns, ctx);
    if (ids.length === 0) return sql`false`;
    const column = sql`t.${id(name)}`;
    const rows = await ctx.db.rows<{ selector: string }>(
      sql`select distinct ${column}::text as selector from ${id(resource.table)} t
        where ${column} ->> 'type' = 'attrs' and ${await referable(resource, ctx)}`,
    );
    const selectors = rows.map(({ selector }) => selector);
    const hits = await matching(selectors, target, ids, ctx);
    return sql`(${column} ->> 'type' = 'all' or (${column} ->> 'type' = 'ids' and ${column} -> 'ids' ?| ${texts(ids)})
      or ${column}::text = any(${texts(hits)}))`;
  };
