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
import { readQuery, scopeOf } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { columnsFor, listColumns } from './listColumns.ts';
import { type Counting, type Page, type RowSelection, readRows, selectPage } from './page.ts';

/**
 * A list answer: the rows, the limit and offset applied, and for a page the total count where it is needed.
 * `hasMore` is told where the count is an estimate.
 */
export type ListResult<R = unknown> = {
  rows: R[];
  count: number | undefined;
  isEstimate?: boolean;
  hasMore?: boolean | undefined;
  limit: number | undefined;
  offset: number;
};

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

/** How a list differs from the usual list of its resource. */
export type ListOptions = {
  /** The calling code has already checked another permission. */
  allowed?: true;
  purpose?: ReadPurpose;
  /** Further condition over alias `t`. */
  where?: SQL;
  /** The only fields that may be sent. */
  fields?: readonly string[];
  /** Search, filters and orders ask about these fields only, too: others would tell what is not sent. */
  sought?: true;
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

const countingOf = (
  resource: Resource,
  narrowing: ReadonlySet<string>,
  query: URLSearchParams,
  ctx: Context,
  options: ListOptions,
): Counting => {
  const known = options.where ? undefined : resource.behaviour.count;
  return {
    known: async () => known?.(query, narrowing, ctx),
    isNeeded: options.withoutCount !== true,
    isExact: query.get('count') === 'exact',
  };
};

/** Lists rows in wire form. */
export const listRows = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: URLSearchParams,
  ctx: Context,
  options: ListOptions = {},
): Promise<ListResult<RowOf<D>>> => {
  if (!options.allowed) authorize(ctx, permissionOf(resource, 'view'));
  const read = await readQuery(resource, query, ctx, options.sought && options.fields);
  const elsewhere = await (await resource.behaviour.elsewhere?.(query, ctx))?.page();
  const selection = options.where
    ? {
        ...read,
        where: allOf([read.where, options.where]),
        ...{ scattered: true, groups: undefined, newest: undefined },
      }
    : read;
  const { limit } = selection;
  const purpose = options.purpose ?? 'list';
  const isAbility = asksForAbilities(query) && !options.fields;
  const names = readableFields(resource, purpose, selection.fields, ctx).filter(
    (name) => !options.fields || options.fields.includes(name),
  );
  const columns = isAbility ? sql`t.*` : (columnsFor(resource, names) ?? listColumns(resource, purpose, ctx));
  const { rows, total, hasMore }: Partial<Page<D>> & Pick<Page<D>, 'rows'> = elsewhere
    ? { rows: elsewhere.rows as Row<D>[], total: { count: elsewhere.count, isEstimate: false } }
    : limit === undefined
      ? { rows: await readRows(resource, { ...selection, columns }, ctx) }
      : await selectPage(
          resource,
          { ...selection, limit, columns },
          countingOf(resource, selection.narrowing, query, ctx, options),
          ctx,
        );
  const shown = await presentRows(resource, rows, names, ctx);
  return {
    rows: isAbility ? await withAbilities(resource, rows, shown, ctx) : shown,
    count: total?.count,
    ...(total?.isEstimate && { isEstimate: true, hasMore }),
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
