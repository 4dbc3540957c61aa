import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { type Database, id } from '../../platform/database.ts';
import type { Context, ReadInTurn } from '../context.ts';
import { idArray } from '../fields/related.ts';
import { countRows } from '../operations/count.ts';
import { authorize } from '../permission.ts';
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

/** Rows that another system keeps, as cells. */
const asBatches = async (resource: Resource, rows: Row[], cols: Column[], ctx: Context): Promise<Batches> => {
  const cells = await asCells(resource, rows, cols, ctx);
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (cells.length) yield cells;
  })();
};

/**
 * All rows of a query as cells, in the order of the query, read in batches so that memory does not grow with
 * the table. The first turn is waited for as `begin` does; work in the background waits as long as it takes.
 */
export const exportBatches = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
  signal: AbortSignal,
  begin: ReadInTurn = ctx.engine.exports.begin,
): Promise<Batches> => {
  authorize(ctx, permissionOf(resource, 'view'));
  const { goOn } = ctx.engine.exports;
  const reader = { who: ctx.actor.id, signal };
  const cols = exportColumns(resource, ctx);
  const elsewhere = await resource.behaviour.elsewhere?.(query, ctx);
  if (elsewhere) return asBatches(resource, elsewhere.rows, cols, ctx);
  const read = async (listQuery: ParsedQuery, known: OrderedIds, db: Database): Promise<Batch> => {
    const { ids, last } = known.ids.length ? known : await orderedIds(resource, listQuery, known.last, db);
    const rows = await rowsOf(resource, listQuery, ids.slice(0, batchSize), db);
    const cells = await asCells(resource, rows, cols, { ...ctx, db });
    const next = { ids: ids.slice(batchSize), last };
    return { cells, next: next.ids.length || last ? next : undefined };
  };
  // Read before the answer starts, while errors can still be reported.
  const first = await begin(reader, async (db) => {
    const listQuery = await readQuery(resource, query, { ...ctx, db });
    const isStored = await ctx.engine.isStored(ctx.actor.id, db);
    return { listQuery, isStored, ...(await read(listQuery, { ids: [], last: undefined }, db)) };
  });
  return (async function* () {
    yield [cols.map((column) => column.title)];
    // Each batch waits for its own turn, so that no connection is held for a slow client.
    for (let batch: Batch = first; ; ) {
      if (batch.cells.length) yield batch.cells;
      const { next } = batch;
      if (!next) return;
      batch = await goOn(reader, async (db) => {
        await refuseFormer(resource, first.isStored, { ...ctx, db });
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
  const { where } = await readQuery(resource, query, ctx);
  return countRows(resource, where, ctx);
};

/** An export may take long: it ends when its user is disabled or deleted, expires or loses the permission. */
const refuseFormer = async (resource: Resource, wasStored: boolean, ctx: Context): Promise<void> => {
  const { actor, org, db } = ctx;
  if (await ctx.engine.isShutOut(actor.id, db)) throw new AppError('not_authenticated');
  if (wasStored && !(await ctx.engine.isStored(actor.id, db))) throw new AppError('not_authenticated');
  if (actor.isSuperuser && !(await ctx.engine.isOrdinary(actor.id, db))) return;
  const permissions = await ctx.engine.permissionsOf(actor.id, org.id, db);
  authorize({ actor: { ...actor, permissions, isSuperuser: false } }, permissionOf(resource, 'view'));
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
