import { AppError } from '@gatehouse/contract/errors.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import { createParsing, type Parsed } from '../../platform/parsing/createParsing.ts';
import type { Limits, Refused } from '../../platform/parsing/limits.ts';
import type { TableFormat } from '../../platform/parsing/messages.ts';
import type { Context } from '../context.ts';
import { fieldLabel } from '../labels.ts';
import { writableFields } from '../operations/parse.ts';
import type { Resource, Values } from '../resource.ts';
import { type Column, importValue } from './cells.ts';

/** A parsed import file: titles with their fields, rows in wire form, and unknown titles. */
export type ParsedFile = { title: [string, string][]; data: Values[]; unknown: string[] };

const mebibyte = 1024 * 1024;
/** What a file may hold: even a small one can exceed the memory. */
const limits: Limits = {
  rows: 100_000,
  columns: 1_000,
  cells: 2_000_000,
  cell: mebibyte,
  characters: 64 * mebibyte,
  unpacked: 64 * mebibyte,
};
/** Spreadsheet programs cut longer texts. */
const longestCell = 32_767;
const mostOf: Record<TableFormat, Limits> = { csv: limits, xlsx: { ...limits, cell: longestCell } };

/** Files read at the same time. */
const places = 2;
const parse = createParsing({
  places,
  waiting: { all: 20, own: 4 },
  memoryMegabytes: 512,
  patienceMs: 30_000,
  idleMs: 3_000,
});

const reasons: { readonly [reason in Refused['refused']]?: string } = {
  rows: 'import_rows',
  columns: 'import_columns',
  cells: 'import_cells',
  cell: 'import_cell_length',
  characters: 'import_too_large',
  unpacked: 'import_unpacked',
  parts: 'import_parts',
  unusual: 'import_unusual',
  work: 'import_too_large',
};

/** A refusal with its reason also in the field that older clients read. */
const refusal = (messageKey: string, ctx: Context, params: { max?: number } = {}) =>
  new AppError('parse_error', params, {
    messageKey,
    extra: { error: ctx.t(`errors.${messageKey}`, params) },
  });

const rowsIn = (found: Parsed, ctx: Context): string[][] => {
  if (found === 'busy') throw throttled('imports', places, 30);
  if ('refused' in found) throw refusal(reasons[found.refused] ?? 'import_unusual', ctx, { max: found.max });
  if ('rows' in found) return found.rows;
  throw new AppError('parse_error', {}, { cause: 'error' in found ? new Error(found.error) : undefined });
};

const importable = (resource: Resource, ctx: Context): Column[] => {
  const names = new Set(
    [...writableFields(resource, 'create', ctx), ...writableFields(resource, 'patch', ctx)].map(
      ([name]) => name,
    ),
  );
  return ['id', ...names].map((name) => ({
    name,
    field: resource.fields[name],
    title: fieldLabel({ name, resource, ctx }),
  }));
};

const columnFor = (title: string, columns: Column[]): Column | undefined => {
  const bare = title.replace(/^\*/, '').trim().toLowerCase();
  return columns.find(
    (column) =>
      column.title.toLowerCase() === bare ||
      column.name.toLowerCase() === bare ||
      (column.name === 'id' && bare === 'pk'),
  );
};

/**
 * Parses an import file; titles match labels or field names (for the id also `pk`), and unknown columns are
 * only listed. `signal` is aborted when the client disconnects.
 */
export const parseFile = async (
  resource: Resource,
  body: Buffer,
  format: TableFormat,
  ctx: Context,
  signal: AbortSignal,
): Promise<ParsedFile> => {
  const sender = { who: ctx.actor.id, signal };
  const rows = rowsIn(await parse({ format, file: body, most: mostOf[format] }, sender), ctx);
  const [titles = [], ...lines] = rows;
  const known = importable(resource, ctx);
  const columns = titles.map((title) => columnFor(title, known));
  if (!columns.some((column) => column && column.name !== 'id')) throw refusal('import_no_known_column', ctx);
  const data = lines
    .filter((line) => line.some((cell) => cell.trim() !== ''))
    .map((line) => {
      const row: Values = {};
      for (const [index, column] of columns.entries()) {
        const value = column && importValue(column, line[index] ?? '', resource, ctx);
        if (column && value !== undefined)
          row[column.name] = column.name === 'id' && resource.idKind === 'integer' ? Number(value) : value;
      }
      return row;
    });
  return {
    title: titles.flatMap((title, index): [string, string][] =>
      columns[index] ? [[title, columns[index].name]] : [],
    ),
    data,
    unknown: titles.filter((title, index) => !columns[index] && title.trim() !== ''),
  };
};
