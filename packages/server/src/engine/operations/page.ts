import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, id, list } from '../../platform/database.ts';
import { fixedLimit, pageLimit } from '../../platform/statements/rowLimit.ts';
import type { Context } from '../context.ts';
import type { ListQuery } from '../query.ts';
import type { Resource, Row } from '../resource.ts';
import type { Front } from '../searchText.ts';
import { directionOf, orderSql } from '../sortTerms.ts';
import { countRows, mostCounted, type Total, totalOf } from './count.ts';
import { countOfGroups, groupsHolding, pageOfGroups } from './groups.ts';
import { organizationsIn, pageOfOrganizations } from './organizations.ts';
import { isSmall } from './tableSize.ts';

/** Offset from which rows are skipped by index alone and only those of the page are fetched. */
const deepOffset = 1000;

/** The rows of a list query to read. */
export type RowSelection = Pick<ListQuery, 'where' | 'order' | 'limit' | 'offset'> &
  Partial<Pick<ListQuery, 'scattered'>> & { isSmall?: boolean };
/** A query and the columns of alias `t` it reads. */
type Read<Q> = Q & { columns: SQL };
type Paged = Read<ListQuery & { limit: number; isSmall?: boolean }>;
type Count = () => Promise<Total | undefined>;

/** The best way to scattered rows depends on the values that are sought, unless the table is small. */
const planningOf = ({ scattered, isSmall }: Pick<RowSelection, 'scattered' | 'isSmall'>) =>
  scattered && !isSmall ? 'anew' : undefined;

const offsetOf = ({ offset }: Pick<RowSelection, 'offset'>): SQL => (offset ? sql`offset ${offset}` : sql``);

/** The rows of a list query, in its order. */
export const readRows = <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Read<RowSelection>,
  ctx: Context,
): Promise<Row<D>[]> => {
  const page = sql`${query.limit === undefined ? sql`` : pageLimit(query.limit)} ${offsetOf(query)}`;
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
  const keys = list(query.sort.map(({ by }, at) => sql`${by} as ${key(at)}`));
  const order = list(query.sort.map((term, at) => sql`${key(at)} ${directionOf(term)}`));
  const found = await ctx.db.rows<Row & { few: number }>(
    sql`with hits as materialized (
      select t.id, ${keys} from ${id(resource.table)} t where ${query.where} ${fixedLimit(fewRows + 1)}),
    n as (select count(*)::int as few from hits),
    page as (select id, row_number() over () as place from (select id from hits order by ${order} ${pageLimit(query.limit)} ${offsetOf(query)}) o)
    select n.few, ${query.columns} from n left join page on n.few <= ${fewRows} left join ${id(resource.table)} t on t.id = page.id order by page.place`,
    planningOf(query),
  );
  const count = found[0]?.few ?? 0;
  if (count > fewRows) return undefined;
  return { rows: found.filter((row) => row.id !== null).map(({ few: _, ...row }) => row as Row<D>), count };
};

/** Number of rows at the front of the order that are tried first: a page found there costs a millisecond. */
const nearRows = 1000;

/**
 * The page, when enough matches are near the front of the order; undefined otherwise. How many match is kept from
 * the planner: there is one way to read these rows, so that one plan serves all values.
 */
const selectNear = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  ctx: Context,
): Promise<Row<D>[] | undefined> => {
  if (!query.walked || query.offset + query.limit > nearRows) return undefined;
  const rows = await ctx.db.rows<Row<D>>(
    sql`select ${query.columns} from (
      select * from ${id(resource.table)} t where ${query.walked} order by ${query.order} ${fixedLimit(nearRows)}) t
    where coalesce(${query.where}, false) order by ${query.order} ${pageLimit(query.limit)} ${offsetOf(query)}`,
  );
  return rows.length === query.limit ? rows : undefined;
};

/** One page: its rows, the total number where it is needed, and whether rows follow. */
export type Page<D extends ResourceDefinition> = { rows: Row<D>[]; total?: Total; hasMore: boolean };

/** How a page is counted: the number that is known anyway, if any; whether one is needed, and how exact. */
export type Counting = {
  known: () => Promise<number | undefined>;
  isNeeded: boolean;
  isExact: boolean;
};

/** A page of rows whose list may have been counted; without a number, no row is said to follow. */
const counted = <D extends ResourceDefinition>(
  rows: Row<D>[],
  total: Total | undefined,
  { offset, limit }: Paged,
): Page<D> => ({
  rows,
  ...(total && { total }),
  hasMore: total !== undefined && offset + limit < total.count,
});

const exactly = <D extends ResourceDefinition>(rows: Row<D>[], count: number, query: Paged): Page<D> =>
  counted(rows, { count, isEstimate: false }, query);

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

/**
 * The same page counted from the end of a list whose length is known: half as many rows are skipped at most.
 */
const fromTheEnd = (query: Paged, count: number): Paged => {
  const sort = query.sort.map((term) => ({ ...term, isDown: !term.isDown }));
  const limit = Math.max(0, Math.min(query.limit, count - query.offset));
  return { ...query, sort, order: orderSql(sort), limit, offset: Math.max(0, count - query.offset - limit) };
};

const readKnown = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  total: Total,
  ctx: Context,
): Promise<Page<D>> => {
  const isNearEnd = query.offset >= deepOffset && query.offset > total.count / 2;
  const rows = isNearEnd
    ? (await readRows(resource, fromTheEnd(query, total.count), ctx)).reverse()
    : await readRows(resource, query, ctx);
  return exactly(rows, total.count, query);
};

const selectWalked = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  count: Count,
  ctx: Context,
): Promise<Page<D>> => {
  const { limit, offset } = query;
  const isDeep = offset + limit >= mostCounted;
  const [rows, total] = await ctx.db.together([
    () => readRows(resource, isDeep ? { ...query, limit: limit + 1 } : query, ctx),
    count,
  ]);
  if (isDeep && total?.isEstimate) return judgedByRows(resource, { rows, total }, query, ctx);
  return counted(rows.slice(0, limit), total, query);
};

/** What is read and, where that costs less than afterwards, the number of rows. */
const alongWith = <R>(
  isAlong: boolean | undefined,
  read: () => Promise<R>,
  count: Count,
  { db }: Context,
): Promise<[R, Total | undefined]> =>
  isAlong ? db.together([read, count]) : read().then((found) => [found, undefined]);

/** The page at the front of the order, if it is there; a small table is counted along. */
const selectFront = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  count: Count,
  ctx: Context,
): Promise<Page<D> | undefined> => {
  const near = () => selectNear(resource, query, ctx);
  const [rows, early] = await alongWith(query.isSmall, near, count, ctx);
  if (!rows) return undefined;
  return counted(rows, early ?? (await count()), query);
};

/** The page of rows that an index yields in groups, where these are few and the page is not far down. */
const selectGrouped = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  isCounted: boolean,
  count: Count,
  ctx: Context,
): Promise<Page<D> | undefined> => {
  if (!query.groups || query.offset + query.limit >= mostCounted) return undefined;
  const grouped = { ...query, groups: query.groups };
  const found = await groupsHolding(resource, grouped, ctx);
  if (!found) return undefined;
  const countThem = () => countOfGroups(resource, grouped, found, ctx);
  const [rows, total] = await ctx.db.together([
    () => pageOfGroups(resource, grouped, found, ctx),
    isCounted ? countThem : count,
  ]);
  return counted(rows, total, query);
};

/** The page of a list of several organizations by time, if these are few and the page is near the beginning. */
const selectOfEach = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  count: Count,
  ctx: Context,
): Promise<Page<D> | undefined> => {
  const { newest, isSmall, sort } = query;
  if (isSmall || newest?.of !== 'organization' || sort[0]?.name !== newest.column) return undefined;
  const found = await organizationsIn(resource, query, ctx);
  if (!found) return undefined;
  const [rows, total] = await ctx.db.together([
    () => pageOfOrganizations(resource, query, found, ctx),
    count,
  ]);
  return counted(rows, total, query);
};

const selectScattered = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  count: Count,
  ctx: Context,
): Promise<Page<D>> => {
  const front = await selectFront(resource, query, count, ctx);
  if (front) return front;
  const few = await selectFew(resource, query, ctx);
  return few ? exactly(few.rows, few.count, query) : selectWalked(resource, query, count, ctx);
};

/**
 * A page of a search that shows some rows first: of these, then of the others, each in the usual order. So
 * neither has to be sorted by what it starts with.
 */
const selectSought = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Paged,
  front: Front,
  countOf: (where: SQL) => Promise<Total | undefined>,
  ctx: Context,
): Promise<Page<D>> => {
  const sort = query.sort.slice(1);
  const usual = { ...query, sort, order: orderSql(sort), walked: front.walked, front: undefined };
  const first = { ...usual, where: allOf([query.where, front.between, front.start]) };
  const read = () => readRows(resource, first, ctx);
  const count = () => countOf(query.where);
  // In a large table, both take long for a list that is narrowed in several ways, and run beside each other.
  const isAlong = query.isSmall || query.narrowing.size > 1;
  const [rows, early] = await alongWith(isAlong, read, count, ctx);
  if (rows.length === query.limit) return counted(rows, early ?? (await count()), query);
  const isShort = rows.length > 0 || query.offset === 0;
  const shown = isShort
    ? query.offset + rows.length
    : await countRows(resource, first.where, ctx, planningOf(query));
  const rest = {
    ...usual,
    where: allOf([query.where, sql`not (${front.start})`]),
    limit: query.limit - rows.length,
    offset: Math.max(0, query.offset - shown),
  };
  const countRest = async () =>
    early ? { ...early, count: Math.max(0, early.count - shown) } : countOf(rest.where);
  const others = await selectScattered(resource, rest, countRest, ctx);
  return {
    rows: [...rows, ...others.rows],
    ...(others.total && { total: { ...others.total, count: others.total.count + shown } }),
    hasMore: others.hasMore,
  };
};

/** Reads one page of a list and counts the rows, in the way that suits how the rows are scattered. */
export const selectPage = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  asked: Paged,
  { known, isNeeded, isExact }: Counting,
  ctx: Context,
): Promise<Page<D>> => {
  const query = asked.scattered || asked.newest ? { ...asked, isSmall: await isSmall(resource, ctx) } : asked;
  const knownTotal: Count = async () => {
    const count = isNeeded ? await known() : undefined;
    return count === undefined ? undefined : { count, isEstimate: false };
  };
  const countOf = async (where: SQL, order?: SQL): Promise<Total | undefined> => {
    if (!isNeeded) return undefined;
    const planning = planningOf(query);
    if (!isExact) return totalOf(resource, where, ctx, { planning, order });
    return { count: await countRows(resource, where, ctx, planning), isEstimate: false };
  };
  // Rows removed by the clean-up are at the old end of a large table: counting from there would visit all of them.
  const newest = query.newest?.of === 'list' && !query.isSmall ? query.newest.order : undefined;
  const countAll: Count = () => countOf(query.where, newest);
  const knownOrCounted: Count = async () => (await knownTotal()) ?? countAll();
  const each = await selectOfEach(resource, query, knownOrCounted, ctx);
  if (each) return each;
  // A number that is known anyway decides how scattered and far rows are read; for others it is asked along.
  if (!query.scattered && query.offset < deepOffset)
    return selectWalked(resource, query, knownOrCounted, ctx);
  const total = await knownTotal();
  if (total) return readKnown(resource, query, total, ctx);
  // Beyond the rows that are counted, the order of all rows decides where the list ends.
  if (query.front && query.offset + query.limit < mostCounted)
    return selectSought(resource, query, query.front, countOf, ctx);
  if (!query.scattered) return selectWalked(resource, query, countAll, ctx);
  const grouped = await selectGrouped(resource, query, isNeeded && !isExact, countAll, ctx);
  return grouped ?? selectScattered(resource, query, countAll, ctx);
};
