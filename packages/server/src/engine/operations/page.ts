import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import type { ListQuery } from '../query.ts';
import type { Resource, Row } from '../resource.ts';
import { directionOf } from '../sortTerms.ts';
import { countRows, mostCounted, type Total, totalOf } from './count.ts';

/** Offset from which rows are skipped by index alone and only those of the page are fetched. */
const deepOffset = 1000;

/** The rows of a list query to read. */
export type RowSelection = Pick<ListQuery, 'where' | 'order' | 'limit' | 'offset'> &
  Partial<Pick<ListQuery, 'scattered'>>;
/** A query and the columns of alias `t` it reads. */
export type Read<Q> = Q & { columns: SQL };
type Paged = Read<ListQuery & { limit: number }>;

/** The best way to scattered rows depends on the values that are sought. */
const planningOf = ({ scattered }: Pick<RowSelection, 'scattered'>) => (scattered ? 'anew' : undefined);

/** The rows of a list query, in its order. */
export const readRows = <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Read<RowSelection>,
  ctx: Context,
): Promise<Row<D>[]> => {
  const page = sql`${query.limit === undefined ? sql`` : sql`limit ${query.limit}`} ${query.offset ? sql`offset ${query.offset}` : sql``}`;
  const table = id(resource.table);
  return ctx.db.rows<Row<D>>(
    query.offset < deepOffset
      ? sql`select ${query.columns} from ${table} t where ${query.where} order by ${query.order} ${page}`
      : sql`select ${query.columns} from ${table} t join (select t.id from ${table} t where ${query.where} order by ${query.order} ${page}) p on p.id = t.id
          order by ${query.order}`,
    planningOf(query),
  );
};

/**
 * Up to this many matches are sorted by their collected keys; for more, the index of the order is walked.
 * Collecting them takes a third of a second at most; a walk past all rows that do not match takes seconds.
 */
const fewRows = 200_000;

/**
 * Page and count of a list with few matches, in one pass; undefined when there are many. Walking the index of
 * the order would read the whole table when the matches are at its end.
 */
const selectFew = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  ctx: Context,
): Promise<{ rows: Row<D>[]; count: number } | undefined> => {
  const key = (at: number) => id(`sort_${at}`);
  const keys = query.sort.map(({ by }, at) => sql`, ${by} as ${key(at)}`);
  const order = sql.join(
    query.sort.map((term, at) => sql`${key(at)} ${directionOf(term)}`),
    sql`, `,
  );
  const found = await ctx.db.rows<Row & { few: number }>(
    sql`with hits as materialized (
      select t.id ${sql.join(keys)} from ${id(resource.table)} t where ${query.where} limit ${fewRows + 1}),
    n as (select count(*)::int as few from hits),
    page as (select id, row_number() over () as place from (select id from hits order by ${order} limit ${query.limit} offset ${query.offset}) o)
    select n.few, ${query.columns} from n left join page on n.few <= ${fewRows} left join ${id(resource.table)} t on t.id = page.id order by page.place`,
    planningOf(query),
  );
  const count = found[0]?.few ?? 0;
  if (count > fewRows) return undefined;
  return { rows: found.filter((row) => row.id !== null).map(({ few: _, ...row }) => row as Row<D>), count };
};

/** Number of rows at the front of the order that are tried first: a page found there costs a millisecond. */
const nearRows = 1000;

/** The page, when enough matches are near the front of the order; undefined otherwise. */
const selectNear = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  ctx: Context,
): Promise<Row<D>[] | undefined> => {
  if (!query.walked || query.offset + query.limit > nearRows) return undefined;
  const table = id(resource.table);
  const rows = await ctx.db.rows<Row<D>>(
    sql`select ${query.columns} from (
      select * from ${table} t where ${query.walked} order by ${query.order} limit ${nearRows}) t
    where ${query.where} order by ${query.order} limit ${query.limit} offset ${query.offset}`,
    planningOf(query),
  );
  return rows.length === query.limit ? rows : undefined;
};

/** One page: its rows, the total number where it is needed, and whether rows follow. */
export type Page<D extends ResourceDefinition> = { rows: Row<D>[]; total?: Total; hasMore: boolean };

/** How a page is counted: the number that is known anyway, or whether and how one is needed. */
export type Counting = { known: number | undefined; isNeeded: boolean; isExact: boolean };

const exactly = <D extends ResourceDefinition>(
  rows: Row<D>[],
  count: number,
  { offset, limit }: Paged,
): Page<D> => ({ rows, total: { count, isEstimate: false }, hasMore: offset + limit < count });

/**
 * The page beyond which no row is counted was read with one row more: the rows decide whether others follow,
 * and at the end of the list its length is known.
 */
const judgedByRows = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  read: { rows: Row<D>[]; total: Total },
  query: Paged,
  ctx: Context,
): Promise<Page<D>> => {
  const { limit, offset } = query;
  const { rows, total } = read;
  if (rows.length > limit)
    return {
      rows: rows.slice(0, limit),
      total: { ...total, count: Math.max(total.count, offset + rows.length) },
      hasMore: true,
    };
  const isPastEnd = rows.length === 0;
  const count = isPastEnd ? await countRows(resource, query.where, ctx, planningOf(query)) : 0;
  return exactly(rows, isPastEnd ? count : offset + rows.length, query);
};

const selectWalked = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  count: () => Promise<Total | undefined>,
  ctx: Context,
): Promise<Page<D>> => {
  const { limit, offset } = query;
  const isDeep = offset + limit >= mostCounted;
  const [rows, total] = await ctx.db.together([
    () => readRows(resource, isDeep ? { ...query, limit: limit + 1 } : query, ctx),
    count,
  ]);
  if (isDeep && total?.isEstimate) return judgedByRows(resource, { rows, total }, query, ctx);
  return {
    rows: rows.slice(0, limit),
    ...(total && { total }),
    hasMore: total !== undefined && offset + limit < total.count,
  };
};

/** Reads one page of a list and counts the rows, in the way that suits how the rows are scattered. */
export const selectPage = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  { known, isNeeded, isExact }: Counting,
  ctx: Context,
): Promise<Page<D>> => {
  const count = async (): Promise<Total | undefined> => {
    if (known !== undefined) return { count: known, isEstimate: false };
    if (!isNeeded) return undefined;
    const planning = planningOf(query);
    if (!isExact) return totalOf(resource, query.where, ctx, planning);
    return { count: await countRows(resource, query.where, ctx, planning), isEstimate: false };
  };
  if (known === undefined && query.scattered) {
    const near = await selectNear(resource, query, ctx);
    if (near) {
      const total = await count();
      const end = query.offset + query.limit;
      return { rows: near, ...(total && { total }), hasMore: total !== undefined && end < total.count };
    }
    const few = await selectFew(resource, query, ctx);
    if (few) return exactly(few.rows, few.count, query);
  }
  return selectWalked(resource, query, count, ctx);
};
