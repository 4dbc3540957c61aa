import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permission.ts';
import { presentRows } from '../present.ts';
import { readQuery } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { type Column, cellsOf, exportColumns, templateColumns } from './cells.ts';
import type { Batches } from './files.ts';

type Asked = Awaited<ReturnType<typeof readQuery>>;

/** Rows read from the cursor at once. */
const batchSize = 500;

/** All rows of a query as cells, read through a cursor so that memory does not grow with the table. */
export const exportBatches = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<Batches> => {
  authorize(ctx, permissionOf(resource, 'view'));
  const { begin, goOn } = reading(ctx);
  const asked = await readQuery(resource, query, begin);
  const cols = exportColumns(resource, ctx);
  // Read before anything is answered: what goes wrong with it can still be told.
  const first = await nextRows(resource, asked, undefined, begin);
  const firstCells = await asCells(resource, first, cols, begin);
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (first.length) yield firstCells;
    for await (const rows of cursor(resource, asked, first, goOn))
      yield await asCells(resource, rows, cols, goOn);
  })();
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

/** Keyset walk by id: each batch is a query of its own, so no connection is held while a slow reader reads. */
async function* cursor(resource: Resource, asked: Asked, before: Row[], ctx: Context): AsyncGenerator<Row[]> {
  let rows = before;
  while (rows.length === batchSize) {
    rows = await nextRows(resource, asked, rows.at(-1), ctx);
    if (rows.length) yield rows;
  }
}

const nextRows = (resource: Resource, asked: Asked, last: Row | undefined, ctx: Context): Promise<Row[]> => {
  const after = last ? sql`t.id > ${String(last.id)}` : sql`true`;
  return ctx.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${asked.where} and ${after} order by t.id limit ${batchSize}`,
  );
};

/** The request as it reads for a file: by the connections of exports. */
const reading = (ctx: Context) => {
  const { begin, goOn } = ctx.engine.exports;
  return { begin: { ...ctx, db: begin }, goOn: { ...ctx, db: goOn } };
};

/** A template: titles plus, for a new import one example row, for an update the selected rows. */
export const templateBatches = async (
  resource: Resource,
  action: 'create' | 'update',
  query: URLSearchParams,
  ctx: Context,
): Promise<Batches> => {
  authorize(ctx, [`${permissionOf(resource, 'add')}|${permissionOf(resource, 'change')}`]);
  const { begin, goOn } = reading(ctx);
  const cols = templateColumns(resource, action, ctx);
  const asked = await readQuery(resource, query, begin);
  const rows = await begin.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${asked.where} order by t.id limit ${asked.limit ?? 10_000}`,
  );
  const readable = cols.map((column) => (column.field?.writeOnly ? { ...column, name: '' } : column));
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (rows.length) yield await asCells(resource, rows, readable, goOn);
  })();
};
