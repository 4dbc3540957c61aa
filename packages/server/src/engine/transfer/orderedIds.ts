import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, type Database, id } from '../../platform/database.ts';
import type { ListQuery } from '../query.ts';
import type { Resource } from '../resource.ts';
import { orderSql, type SortTerm } from '../sortTerms.ts';

/** What a row is sorted by, in the words of the database: one value for each term of the order. */
export type Place = readonly (string | null)[];

/** Ids of rows in their order, and the place of the last one; none when no row follows it. */
export type OrderedIds = { ids: string[]; last: Place | undefined };

/** Rows whose ids are read at once: an order that no index serves is sorted once for so many. */
const idsAtOnce = 20_000;

/** Rows behind a value of one term; nothing counts as the smallest value, as `orderSql` has it. */
const behind = ({ by, isDown }: SortTerm, value: string | null): SQL => {
  if (value === null) return isDown ? sql`false` : sql`${by} is not null`;
  return isDown ? sql`(${by} < ${value} or ${by} is null)` : sql`${by} > ${value}`;
};

/** What an index can begin at, instead of passing over all rows before; undefined where nothing could be left out. */
const bound = ({ by, isDown, filled }: SortTerm, value: string | null): SQL | undefined => {
  if (value === null || (isDown && !filled)) return undefined;
  return isDown ? sql`${by} <= ${value}` : sql`${by} >= ${value}`;
};

/** Condition of the rows that follow a place in an order. */
export const following = (sort: readonly SortTerm[], place: Place): SQL => {
  const [term, ...rest] = sort;
  if (!term) return sql`false`;
  const [value = null, ...others] = place;
  const same = value === null ? sql`${term.by} is null` : sql`${term.by} = ${value}`;
  const strictly = behind(term, value);
  if (!rest.length) return strictly;
  return allOf([bound(term, value), anyOf([strictly, allOf([same, following(rest, others)])])]);
};

/** The next ids of a list in its order, after the place of the last one read. */
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
