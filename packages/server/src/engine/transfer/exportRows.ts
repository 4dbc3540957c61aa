import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { type Database, id } from '../../platform/database.ts';
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

/** Rows as cells, and the id the next batch follows; none when it was the last. */
type Batch = { cells: string[][]; last: string | undefined };

/** All rows of a query as cells, read through a cursor so that memory does not grow with the table. */
export const exportBatches = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
  signal: AbortSignal,
): Promise<Batches> => {
  authorize(ctx, permissionOf(resource, 'view'));
  const { begin, goOn } = ctx.engine.exports;
  const reader = { who: ctx.actor.id, signal };
  const cols = exportColumns(resource, ctx);
  const read = async (asked: Asked, after: string | undefined, db: Database): Promise<Batch> => {
    const rows = await nextRows(resource, asked, after, db);
    const cells = await asCells(resource, rows, cols, { ...ctx, db });
    return { cells, last: rows.length === batchSize ? String(rows.at(-1)?.id) : undefined };
  };
  // Read before anything is answered: what goes wrong with it can still be told.
  const first = await begin(reader, async (db) => {
    const asked = await readQuery(resource, query, { ...ctx, db });
    return { asked, ...(await read(asked, undefined, db)) };
  });
  return (async function* () {
    yield [cols.map((column) => column.title)];
    // Keyset walk by id: each batch is a turn of its own, so no connection is held while a slow reader reads.
    for (let batch: Batch = first; batch.cells.length; ) {
      yield batch.cells;
      const { last } = batch;
      if (last === undefined) return;
      batch = await goOn(reader, async (db) => {
        await refuseFormer(resource, { ...ctx, db });
        return read(first.asked, last, db);
      });
    }
  })();
};

/** An export may take long: it ends when its reader is disabled, or may no longer see what it reads. */
const refuseFormer = async (resource: Resource, ctx: Context): Promise<void> => {
  const { actor, org, db } = ctx;
  const disabled = await db.rows(sql`select 1 from users_user where id = ${actor.id}
    and not (is_active and (date_expired is null or date_expired > now()))`);
  if (disabled.length) throw new AppError('not_authenticated');
  if (actor.isSuperuser) return;
  const permissions = await ctx.engine.permissionsOf(actor.id, org.id, db);
  authorize({ actor: { ...actor, permissions } }, permissionOf(resource, 'view'));
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

const nextRows = (
  resource: Resource,
  asked: Asked,
  last: string | undefined,
  db: Database,
): Promise<Row[]> => {
  const after = last === undefined ? sql`true` : sql`t.id > ${last}`;
  return db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${asked.where} and ${after} order by t.id limit ${batchSize}`,
  );
};

/** A template: titles plus, for a new import one example row, for an update the selected rows. */
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
    const asked = await readQuery(resource, query, at);
    const rows = await db.rows<Row>(
      sql`select t.* from ${id(resource.table)} t where ${asked.where} order by t.id limit ${asked.limit ?? 10_000}`,
    );
    return asCells(resource, rows, readable, at);
  });
  return (async function* () {
    yield [cols.map((column) => column.title)];
    if (cells.length) yield cells;
  })();
};
