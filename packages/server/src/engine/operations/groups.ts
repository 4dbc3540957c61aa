import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, id, list } from '../../platform/database.ts';
import { fixedLimit, pageLimit } from '../../platform/statements/rowLimit.ts';
import type { Context } from '../context.ts';
import type { Yield } from '../orderWalk.ts';
import type { ListQuery } from '../query.ts';
import type { Resource, Row } from '../resource.ts';
import { directionOf } from '../sortTerms.ts';
import { mostCounted, type Total, totalFrom } from './count.ts';

/** Up to this many groups are looked through: each costs a step down the index. */
const mostGroups = 200;
/** Up to this many are read side by side, each makes the statement longer, and as many rows of all together. */
const mostHolding = 24;
const mostRead = 20_000;

type Grouped = Pick<ListQuery, 'where' | 'sort' | 'order' | 'offset'> & {
  groups: Exclude<Yield, 'value'>;
  limit: number;
  columns: SQL;
};

/**
 * The groups whose rows a list shows, as the database writes them; undefined when there are too many. From each
 * group found the index leads to the next, past all its rows.
 */
export const groupsHolding = async (
  resource: Resource,
  { groups: { by, hold, walked }, offset, limit }: Pick<Grouped, 'groups' | 'offset' | 'limit'>,
  ctx: Context,
): Promise<string[] | undefined> => {
  const next = (after: SQL) =>
    sql`(select ${by} from ${id(resource.table)} t where ${walked} and ${by} ${after} order by ${by} limit 1)`;
  const rows = await ctx.db.rows<{ name: string; holds: boolean }>(
    sql`with recursive g(name, place) as (
      select ${next(sql`is not null`)}, 1
      union all select ${next(sql`> g.name`)}, g.place + 1 from g where g.name is not null and g.place <= ${sql.raw(String(mostGroups))})
    select g.name::text as name, ${hold(sql`g.name`)} as holds from g where g.name is not null`,
  );
  const found = rows.filter(({ holds }) => holds).map(({ name }) => name);
  const isMuch = found.length > mostHolding || found.length * (offset + limit) > mostRead;
  return isMuch || rows.length > mostGroups ? undefined : found;
};

/**
 * The first rows of each group and of those that have none, with their keys. Each is read apart in its order,
 * because the planner does not know the order of an index with a collation in what it puts together.
 */
const firstOfEach = (resource: Resource, query: Grouped, found: readonly string[], most: SQL): SQL => {
  const { by, walked } = query.groups;
  const keys = list(query.sort.map((term, at) => sql`${term.by} as ${id(`sort_${at}`)}`));
  const firstOf = (condition: SQL) =>
    sql`(select t.id, ${keys} from ${id(resource.table)} t where ${condition} order by ${query.order} ${most})`;
  const each = [
    ...found.map((group) => firstOf(sql`${walked} and ${by} = ${group}::jsonb`)),
    firstOf(allOf([query.where, sql`${by} is null`])),
  ];
  return list(each, sql` union all `);
};

/** A page of the rows in some groups, in the order of the list. */
export const pageOfGroups = <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Grouped,
  found: readonly string[],
  ctx: Context,
): Promise<Row<D>[]> => {
  const { limit, offset } = query;
  const order = list(query.sort.map((term, at) => sql`m.${id(`sort_${at}`)} ${directionOf(term)}`));
  const page = sql`${pageLimit(limit)} ${offset ? sql`offset ${offset}` : sql``}`;
  return ctx.db.rows<Row<D>>(
    sql`select ${query.columns} from (
      select m.id from (${firstOfEach(resource, query, found, pageLimit(offset + limit))}) m order by ${order} ${page}) p
      join ${id(resource.table)} t on t.id = p.id order by ${query.order}`,
  );
};

/** Number of rows in some groups, counted as `totalOf` does, but from the index. */
export const countOfGroups = async (
  resource: Resource,
  query: Grouped,
  found: readonly string[],
  ctx: Context,
): Promise<Total> => {
  const ids = firstOfEach(resource, query, found, fixedLimit(mostCounted + 1));
  const [counted] = await ctx.db.rows<{ count: number }>(
    sql`select count(*)::int as count from (select from (${ids}) e ${fixedLimit(mostCounted + 1)}) n`,
  );
  return totalFrom(counted?.count, resource, query.where, ctx);
};
