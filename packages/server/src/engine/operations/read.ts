import { AppError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { ReadPurpose, RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, id, isUuid } from '../../platform/database.ts';
import { abilitiesFor, asksForAbilities } from '../abilities.ts';
import type { Context } from '../context.ts';
import { idArray } from '../fields/related.ts';
import { authorize } from '../permission.ts';
import { type FieldChoice, presentRows, readableFields } from '../present.ts';
import { type ListQuery, readQuery, scopeOf } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { directionOf } from '../sortTerms.ts';
import { listColumns } from './listColumns.ts';

/**
 * A list answer: the rows, the limit and offset applied, and for a page the total count where it is needed.
 */
export type ListResult<R = unknown> = {
  rows: R[];
  count: number | undefined;
  limit: number | undefined;
  offset: number;
};

/** Offset from which rows are skipped by index alone and only those of the page are fetched. */
const deepOffset = 1000;

type RowSelection = Pick<ListQuery, 'where' | 'order' | 'limit' | 'offset'> &
  Partial<Pick<ListQuery, 'scattered'>>;
/** A query and the columns of alias `t` it reads. */
type Read<Q> = Q & { columns: SQL };

/** Complete stored rows of a list query. */
export const selectRows = <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: RowSelection,
  ctx: Context,
): Promise<Row<D>[]> => readRows(resource, { ...query, columns: sql`t.*` }, ctx);

/**
 * Rows by their ids, of any organization and without a permission check: the caller of this function decides
 * what to show.
 */
export const storedRows = <D extends ResourceDefinition>(
  resource: Resource<D>,
  ids: readonly string[],
  ctx: Context,
): Promise<Row<D>[]> => {
  const where = sql`t.id = any(${idArray(resource, ids)})`;
  return selectRows(resource, { where, order: sql`t.id`, limit: undefined, offset: 0 }, ctx);
};

/** The best way to scattered rows depends on the values that are sought. */
const planningOf = ({ scattered }: Pick<RowSelection, 'scattered'>) => (scattered ? 'anew' : undefined);

const readRows = <D extends ResourceDefinition>(
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

/** Up to this many matches are sorted by their collected keys; for more, the index of the order is walked. */
const fewRows = 20_000;

/**
 * Page and count of a list with few matches, in one pass; undefined when there are many. Walking the index of
 * the order would read the whole table when the matches are at its end.
 */
const selectFew = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Read<ListQuery & { limit: number }>,
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
  query: Read<ListQuery & { limit: number }>,
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

type Page<D extends ResourceDefinition> = { rows: Row<D>[]; count: number | undefined };

const selectPage = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Read<ListQuery & { limit: number }>,
  total: { needsCount: boolean; known: number | undefined },
  ctx: Context,
): Promise<Page<D>> => {
  const { needsCount, known } = total;
  const count = () =>
    known ?? (needsCount ? countRows(resource, query.where, ctx, planningOf(query)) : undefined);
  if (known === undefined && query.scattered) {
    const near = await selectNear(resource, query, ctx);
    if (near) return { rows: near, count: await count() };
    const few = await selectFew(resource, query, ctx);
    if (few) return few;
  }
  const [rows, all] = await ctx.db.together([() => readRows(resource, query, ctx), count]);
  return { rows, count: all };
};

/** Number of rows that meet a condition. */
export const countRows = async (
  resource: Resource,
  where: ListQuery['where'],
  ctx: Context,
  planning?: 'anew',
): Promise<number> =>
  (
    await ctx.db.rows<{ count: number }>(
      sql`select count(*)::int as count from ${id(resource.table)} t where ${where}`,
      planning,
    )
  )[0]?.count ?? 0;

/** How a list differs from the usual list of its resource. */
export type ListOptions = {
  /** The calling code has already checked another permission. */
  allowed?: true;
  purpose?: ReadPurpose;
  /** Further condition over alias `t`. */
  where?: SQL;
  /** The only fields that may be sent. */
  fields?: readonly string[];
  /** The count is not needed. */
  withoutCount?: true;
};

/** Rows in wire form, each with what the caller may do with it. */
export const withAbilities = async <D extends ResourceDefinition, R extends object>(
  resource: Resource<D>,
  rows: Row<D>[],
  shown: R[],
  ctx: Context,
): Promise<R[]> => {
  const abilities = await abilitiesFor(resource, rows, ctx);
  return shown.map((row, index) => ({ ...row, ...abilities[index] }));
};

/** Lists rows in wire form. */
export const listRows = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: URLSearchParams,
  ctx: Context,
  options: ListOptions = {},
): Promise<ListResult<RowOf<D>>> => {
  if (!options.allowed) authorize(ctx, permissionOf(resource, 'view'));
  const read = await readQuery(resource, query, ctx);
  const selection = options.where
    ? { ...read, where: allOf([read.where, options.where]), scattered: true }
    : read;
  const { limit } = selection;
  const purpose = options.purpose ?? 'list';
  const isAbility = asksForAbilities(query) && !options.fields;
  const columns = isAbility ? sql`t.*` : listColumns(resource, purpose, ctx);
  const known = options.where ? undefined : resource.behaviour.count;
  const needsCount = options.withoutCount !== true;
  const { rows, count } =
    limit === undefined
      ? { rows: await readRows(resource, { ...selection, columns }, ctx), count: undefined }
      : await selectPage(
          resource,
          { ...selection, limit, columns },
          { needsCount, known: needsCount ? await known?.(query, selection.narrowing, ctx) : undefined },
          ctx,
        );
  const names = readableFields(resource, purpose, selection.fields, ctx).filter(
    (name) => !options.fields || options.fields.includes(name),
  );
  const shown = await presentRows(resource, rows, names, ctx);
  return {
    rows: isAbility ? await withAbilities(resource, rows, shown, ctx) : shown,
    count,
    limit: selection.limit,
    offset: selection.offset,
  };
};

const validId = (resource: Resource, rowId: string): boolean =>
  resource.idKind === 'uuid' ? isUuid(rowId) : /^\d{1,15}$/.test(rowId);

/** One stored row inside the caller's scope; 404 otherwise, also for rows of other organizations. */
export const findRow = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  idOrAlias: string,
  ctx: Context,
  options: { lock?: true } = {},
): Promise<Row<D>> => {
  const rowId = validId(resource, idOrAlias)
    ? idOrAlias
    : ((await resource.behaviour.locate?.(idOrAlias, ctx)) ?? idOrAlias);
  const rows = validId(resource, rowId)
    ? await ctx.db.rows<Row<D>>(
        sql`select t.* from ${id(resource.table)} t where ${allOf([sql`t.id = ${rowId}`, await scopeOf(resource, ctx)])} ${options.lock ? sql`for update` : sql``}`,
      )
    : [];
  if (!rows[0]) throw new AppError('object_does_not_exist', { resource: resource.definition.name });
  return rows[0];
};

/** One row in wire form. */
export const retrieveRow = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  rowId: string,
  ctx: Context,
  choice: FieldChoice = {},
): Promise<RowOf<D, 'retrieve'>> => {
  authorize(ctx, permissionOf(resource, 'view'));
  return presentOne(resource, await findRow(resource, rowId, ctx), ctx, choice);
};

/** The wire form of one stored row. */
export const presentOne = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  row: Row<D>,
  ctx: Context,
  choice: FieldChoice = {},
): Promise<RowOf<D, 'retrieve'>> =>
  (await presentRows(resource, [row], readableFields(resource, 'retrieve', choice, ctx), ctx))[0] as RowOf<
    D,
    'retrieve'
  >;
