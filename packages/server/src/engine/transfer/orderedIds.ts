import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, type Database, id } from '../../platform/database.ts';
import type { ListQuery } from '../query.ts';
import type { Resource } from '../resource.ts';
import { orderSql, type SortTerm } from '../sortTerms.ts';

/** A row's sort key as database text: one value for each term of the order. */
export type Place = readonly (string | null)[];

/** Ids of rows in order, and the sort key of the last one; undefined when no row can follow it. */
export type OrderedIds = { ids: string[]; last: Place | undefined };

/** Maximum number of ids read at once; an order without an index is sorted once for each read. */
const idsAtOnce = 20_000;

/** Condition for the rows behind a value of one term; null counts as the smallest value, as in `orderSql`. */
const behind = ({ by, isDown }: SortTerm, value: string | null): SQL => {
  if (value === null) return isDown ? sql`false` : sql`${by} is not null`;
  return isDown ? sql`(${by} < ${value} or ${by} is null)` : sql`${by} > ${value}`;
};

/**
 * Condition with which an index can start here instead of skipping all earlier rows; undefined where the
 * value is null or nulls may follow.
 */
const bound = ({ by, isDown, filled }: SortTerm, value: string | null): SQL | undefined => {
  if (value === null || (isDown && !filled)) return undefined;
  return isDown ? sql`${by} <= ${value}` : sql`${by} >= ${value}`;
};

/** Condition for the rows that follow a position in an order. */
export const following = (sort: readonly SortTerm[], place: Place): SQL => {
  const [term, ...rest] = sort;
  if (!term) return sql`false`;
  const [value = null, ...others] = place;
  const same = value === null ? sql`${term.by} is null` : sql`${term.by} = ${value}`;
  const strictly = behind(term, value);
  if (!rest.length) return strictly;
  return allOf([bound(term, value), anyOf([strictly, allOf([same, following(rest, others)])])]);
};

/** The next ids of a list in order, after the last one read. */
export const orderedIds = async (
  resource: Resource,
  { where, sort }: Pick<ListQuery, 'where' | 'sort'>,
  after: Place | undefined,
  db: Database,
): Promise<OrderedIds> => {
  const place = sql.join(
    sort.map(({ by }) => sql`(${by})::text`),
    sql`, `,
  );
  const [read] = await db.rows<{ ids: string[] | null; last: Place | null }>(sql`
    select array_agg(id::text order by at) as ids, (jsonb_agg(place) filter (where at = ${idsAtOnce})) -> 0 as last
    from (select id, place, row_number() over () as at from (
      select t.id, jsonb_build_array(${place}) as place from ${id(resource.table)} t
      where ${allOf([where, after && following(sort, after)])} order by ${orderSql(sort)} limit ${idsAtOnce}) o) p`);
  return { ids: read?.ids ?? [], last: read?.last ?? undefined };
};
