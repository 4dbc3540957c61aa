import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permission.ts';
import { presentRows } from '../present.ts';
import { readQuery } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { type Column, cellsOf, exportColumns, templateColumns } from './cells.ts';
import type { Batches } from './files.ts';

/** Rows read from the cursor at once. */
const batchSize = 500;

/** All rows of a query as cells, read through a cursor so that memory does not grow with the table. */
export const exportBatches = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<Batches> => {
  authorize(ctx, permissionOf(resource, 'view'));
  const asked = await readQuery(resource, query, ctx);
  const cols = exportColumns(resource, ctx);
  return (async function* () {
    yield [cols.map((column) => column.title)];
    for await (const rows of cursor(resource, asked, ctx)) yield await asCells(resource, rows, cols, ctx);
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
async function* cursor(
  resource: Resource,
  asked: Awaited<ReturnType<typeof readQuery>>,
  ctx: Context,
): AsyncGenerator<Row[]> {
  let last: string | undefined;
  while (true) {
    const after = last === undefined ? sql`true` : sql`t.id > ${last}`;
    const rows = await ctx.db.rows<Row>(
      sql`select t.* from ${id(resource.table)} t where ${asked.where} and ${after} order by t.id limit ${batchSize}`,
    );
    if (rows.length) yield rows;
    if (rows.length < batchSize) return;
    last = String(rows.at(-1)?.id);
  }
}

/** A template: titles plus, for a new import one example row, for an update the selected rows. */
export const templateBatches = async (
  resource: Resource,
  action: 'create' | 'update',
  query: URLSearchParams,
  ctx: Context,
): Promise<Batches> => {
  authorize(ctx, [`${permissionOf(resource, 'add')}|${permissionOf(resource, 'change')}`]);
  const cols = templateColumns(resource, action, ctx);
  const asked = await readQuery(resource, query, ctx);
  const rows = await ctx.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${asked.where} order by t.id limit ${asked.limit ?? 10_000}`,
  );
  const readable = cols.map((column) => (column.field?.writeOnly ? { ...column, name: '' } : column));
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (rows.length) yield await asCells(resource, rows, readable, ctx);
  })();
};
