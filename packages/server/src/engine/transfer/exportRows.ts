import { AppError } from '@gatehouse/contract/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, type Database, id } from '../../platform/database.ts';
import type { Context, ReadInTurn } from '../context.ts';
import { idArray } from '../fields/related.ts';
import { countRows } from '../operations/count.ts';
import { authorize, type Need } from '../permission.ts';
import { presentRows } from '../present.ts';
import { mostRows, readQuery } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { type Column, cellsOf, exportColumns, templateColumns } from './cells.ts';
import type { Batches } from './files.ts';
import { type OrderedIds, orderedIds } from './orderedIds.ts';

type ParsedQuery = Awaited<ReturnType<typeof readQuery>>;

/** Rows per read. */
const batchSize = 500;

/** Rows as cells, and where the export continues; `next` is undefined after the last batch. */
type Batch = { cells: string[][]; next: OrderedIds | undefined };

/** What a file holds that is not the usual export of its rows. */
export type ExportAs = {
  /** Permission that the file needs, as long as it is read. */
  need: Need;
  /** Further condition over alias `t`. */
  where: SQL;
  titles: string[];
  cells(rows: Row[], ctx: Context): Promise<string[][]>;
};

const usualExport = (resource: Resource, ctx: Context): ExportAs => {
  const cols = exportColumns(resource, ctx);
  return {
    need: permissionOf(resource, 'view'),
    where: sql`true`,
    titles: cols.map((column) => column.title),
    cells: (rows, at) => asCells(resource, rows, cols, at),
  };
};

/** Rows kept by another system, as cells, page by page. */
const asBatches = async (rows: AsyncIterable<Row[]>, as: ExportAs, ctx: Context): Promise<Batches> => {
  const wasStored = await ctx.engine.isStored(ctx.actor.id, ctx.db);
  const pages = rows[Symbol.asyncIterator]();
  // Read before the answer starts, while errors can still be reported.
  const first = await pages.next();
  return (async function* () {
    yield [as.titles];
    try {
      for (let page = first; !page.done; page = await pages.next()) {
        await refuseFormer(as.need, wasStored, ctx);
        yield await as.cells(page.value, ctx);
      }
    } finally {
      await pages.return?.();
    }
  })();
};

/** How an export is read; by default in the turns of exports that are waited for, as the usual one. */
export type ExportOptions = { begin?: ReadInTurn; as?: ExportAs };

/**
 * All rows of a query as cells, in the order of the query, read in batches so that memory does not grow with
 * the table. The first turn is waited for as `begin` does; work in the background waits as long as it takes.
 */
export const exportBatches = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
  signal: AbortSignal,
  { begin = ctx.engine.exports.begin, as = usualExport(resource, ctx) }: ExportOptions = {},
): Promise<Batches> => {
  authorize(ctx, as.need);
  const { goOn } = ctx.engine.exports;
  const reader = { who: ctx.actor.id, signal };
  const elsewhere = await resource.behaviour.elsewhere?.(query, ctx);
  if (elsewhere) return asBatches(elsewhere.all(signal), as, ctx);
  const read = async (listQuery: ParsedQuery, known: OrderedIds, db: Database): Promise<Batch> => {
    const { ids, last } = known.ids.length ? known : await orderedIds(resource, listQuery, known.last, db);
    const rows = await rowsOf(resource, listQuery, ids.slice(0, batchSize), db);
    const cells = await as.cells(rows, { ...ctx, db });
    const next = { ids: ids.slice(batchSize), last };
    return { cells, next: next.ids.length || last ? next : undefined };
  };
  // Read before the answer starts, while errors can still be reported.
  const first = await begin(reader, async (db) => {
    const asked = await readQuery(resource, query, { ...ctx, db });
    const listQuery = { ...asked, where: allOf([asked.where, as.where]) };
    const isStored = await ctx.engine.isStored(ctx.actor.id, db);
    return { listQuery, isStored, ...(await read(listQuery, { ids: [], last: undefined }, db)) };
  });
  return (async function* () {
    yield [as.titles];
    // Each batch waits for its own turn, so that no connection is held for a slow client.
    for (let batch: Batch = first; ; ) {
      if (batch.cells.length) yield batch.cells;
      const { next } = batch;
      if (!next) return;
      batch = await goOn(reader, async (db) => {
        await refuseFormer(as.need, first.isStored, { ...ctx, db });
        return read(first.listQuery, next, db);
      });
    }
  })();
};

/** Number of rows that an export of a query has now. */
export const exportTotal = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<number> => {
  const elsewhere = await resource.behaviour.elsewhere?.(query, ctx);
  if (elsewhere) return elsewhere.count();
  const { where } = await readQuery(resource, query, ctx);
  return countRows(resource, where, ctx);
};

/** An export may take long: it ends when its user is disabled or deleted, expires or loses the permission. */
const refuseFormer = async (need: Need, wasStored: boolean, ctx: Context): Promise<void> => {
  const { actor, org, db } = ctx;
  if (await ctx.engine.isShutOut(actor.id, db)) throw new AppError('not_authenticated');
  if (wasStored && !(await ctx.engine.isStored(actor.id, db))) throw new AppError('not_authenticated');
  if (actor.isSuperuser && !(await ctx.engine.isOrdinary(actor.id, db))) return;
  const permissions = await ctx.engine.permissionsOf(actor.id, org.id, db);
  authorize({ actor: { ...actor, permissions, isSuperuser: false } }, need);
};

const asCells = async (
  resource: Resource,
  rows: Row[],
  cols: Column[],
  ctx: Context,
): Promise<string[][]> => {
  const wire = await presentRows(
    resource,
    rows,
    cols.map((column) => column.name),
    ctx,
  );
  return wire.map((row) => cellsOf(cols, row, resource, ctx));
};

/** Rows by id, in that order, as far as they still match the query. */
const rowsOf = async (
  resource: Resource,
  listQuery: ParsedQuery,
  ids: readonly string[],
  db: Database,
): Promise<Row[]> => {
  const rows = await db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where t.id = any(${idArray(resource, ids)}) and ${listQuery.where}`,
  );
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/**
 * A template: titles, then the rows that the query selects, at most `mostRows`: examples for new rows, or the
 * rows to update.
 */
export const templateBatches = async (
  resource: Resource,
  action: 'create' | 'update',
  query: URLSearchParams,
  ctx: Context,
  signal: AbortSignal,
): Promise<Batches> => {
  authorize(ctx, [`${permissionOf(resource, 'add')}|${permissionOf(resource, 'change')}`]);
  const cols = templateColumns(resource, action, ctx);
  const readable = cols.map((column) => (column.field?.writeOnly ? { ...column, name: '' } : column));
  const cells = await ctx.engine.exports.begin({ who: ctx.actor.id, signal }, async (db) => {
    const at = { ...ctx, db };
    const listQuery = await readQuery(resource, query, at);
    const rows = await db.rows<Row>(
      sql`select t.* from ${id(resource.table)} t where ${listQuery.where} order by ${listQuery.order} limit ${listQuery.limit ?? mostRows}`,
    );
    return asCells(resource, rows, readable, at);
  });
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (cells.length) yield cells;
  })();
};
