import { stringify } from 'csv-stringify/sync';
import type { Context } from '../../engine/context.ts';
import type { Resource, Values } from '../../engine/resource.ts';
import { translated } from '../../engine/routes/transferRoutes.ts';
import type { RowResult } from '../../engine/transfer/batch.ts';
import { type Column, cellOf, templateColumns } from '../../engine/transfer/cells.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { folderOf } from '../../platform/jobs/runFiles.ts';

const csv = (rows: string[][]) => Buffer.from(stringify(rows, { record_delimiter: '\r\n' }));
const folder = (id: string) => `${folderOf(id)}refused/`;
/** Keys of parts sort like the rows that they hold. */
const partOf = (id: string, at: number) => `${folder(id)}${String(at).padStart(9, '0')}`;

/** What the file shows of a refused row: no secrets. */
const columnsOf = (resource: Resource, action: 'create' | 'update', ctx: Context): Column[] =>
  templateColumns(resource, action, ctx).filter(({ field }) => !field?.writeOnly);

const cell = (column: Column, value: unknown, resource: Resource, ctx: Context): string => {
  try {
    return cellOf(column, value, resource, ctx);
  } catch {
    // The value may be the very reason why the row was refused.
    return JSON.stringify(value) ?? '';
  }
};

const textsIn = (errors: unknown): string[] => {
  if (typeof errors === 'string') return [errors];
  return typeof errors === 'object' && errors !== null ? Object.values(errors).flatMap(textsIn) : [];
};

const reasonOf = (errors: object, columns: readonly Column[], ctx: Context): string =>
  Object.entries(translated(errors, ctx.t) as object)
    .map(([name, texts]) => {
      const title = columns.find((column) => column.name === name)?.title.replace(/^\*/, '');
      return `${title ? `${title}: ` : ''}${textsIn(texts).join(' ')}`;
    })
    .join(' ');

type Batch = {
  at: number;
  rows: readonly Values[];
  results: readonly RowResult[];
  action: 'create' | 'update';
};

/** Keeps the refused rows of a batch; a repeated batch replaces what was kept of it. */
export const keepRefused = async (
  id: string,
  { at, rows, results, action }: Batch,
  { resource, ctx, blobs }: { resource: Resource; ctx: Context; blobs: Blobs },
): Promise<void> => {
  const columns = columnsOf(resource, action, ctx);
  const lines = results.flatMap((result, index) => {
    const row = rows[index];
    if (!('errors' in result) || !row) return [];
    const cells = columns.map((column) => cell(column, row[column.name], resource, ctx));
    return [[...cells, reasonOf(result.errors, columns, ctx), String(at + index + 1)]];
  });
  if (lines.length === 0) return blobs.remove(partOf(id, at));
  await blobs.put(
    partOf(id, at),
    (async function* () {
      yield csv(lines);
    })(),
  );
};

/**
 * The refused rows as one file that can be corrected and imported again, with the reason and the number of each; then
 * the rows that were not reached.
 */
export const refusedFile = async function* (
  id: string,
  { action, rest }: { action: 'create' | 'update'; rest: AsyncIterable<{ at: number; rows: Values[] }> },
  { resource, ctx, blobs }: { resource: Resource; ctx: Context; blobs: Blobs },
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(resource, action, ctx);
  const titles = columns.map(({ title }) => title);
  yield Buffer.from('\ufeff');
  yield csv([[...titles, ctx.t('taskLog.refused_reason'), ctx.t('taskLog.refused_row')]]);
  for await (const { key } of blobs.list(folder(id))) {
    const part = await blobs.get(key);
    if (part) yield* part as AsyncIterable<Uint8Array>;
  }
  const reason = ctx.t('taskLog.not_reached');
  for await (const { at, rows } of rest)
    yield csv(
      rows.map((row, index) => [
        ...columns.map((column) => cell(column, row[column.name], resource, ctx)),
        reason,
        String(at + index + 1),
      ]),
    );
};
