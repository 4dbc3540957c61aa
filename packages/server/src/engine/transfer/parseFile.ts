import { AppError } from '@gatehouse/contract/errors.ts';
import { detect } from 'chardet';
import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { createTurns } from '../../platform/limits/turns.ts';
import type { Context, Reader } from '../context.ts';
import { fieldLabel } from '../labels.ts';
import { writableFields } from '../operations/parse.ts';
import type { Resource, Values } from '../resource.ts';
import { type Column, importValue } from './cells.ts';
import { readWorkbook } from './readWorkbook.ts';
import { unpacked } from './unpacked.ts';
import type { Limits } from './workbookReader.ts';

/** A parsed import file: titles with their fields, rows in wire form, and unknown titles. */
export type ParsedFile = { title: [string, string][]; data: Values[]; unknown: string[] };

const asText = (body: Buffer): string => {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return body.subarray(3).toString('utf8');
  const guess = detect(body.subarray(0, 64 * 1024)) ?? 'utf8';
  return iconv.decode(body, iconv.encodingExists(guess) && guess !== 'ISO-8859-1' ? guess : 'utf8');
};

/**
 * Limits on what a file unpacks to, in bytes, rows, cells and characters: even a small one can exceed the
 * memory.
 */
const mostUnpacked = 64 * 1024 * 1024;
const most: Limits = { rows: 100_000, cells: 2_000_000, characters: mostUnpacked };

const tooLarge = () => new AppError('parse_error', {}, { messageKey: 'import_too_large' });

const csvRows = (body: Buffer): string[][] => {
  let [rows, cells] = [0, 0];
  return parse(asText(body), {
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    on_record: (record: string[]) => {
      rows += 1;
      cells += record.length;
      if (rows > most.rows || cells > most.cells) throw tooLarge();
      return record;
    },
  });
};

/** Workbooks are read one at a time, as each may need much memory; users take turns. */
const inTurn = createTurns(1);

const xlsxRows = async (body: Buffer, reader: Reader): Promise<string[][]> => {
  const found = await inTurn(async () => {
    const files = unpacked(body, mostUnpacked);
    // The reader never returns on some damaged archives, so it gets a repacked one.
    return files ? readWorkbook({ workbook: zipSync(files, { level: 0 }), most }) : 'too much';
  }, reader);
  if (found === 'too much') throw tooLarge();
  if ('error' in found) throw new Error(found.error);
  return found.rows;
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
  format: 'csv' | 'xlsx',
  ctx: Context,
  signal: AbortSignal,
): Promise<ParsedFile> => {
  const reader = { who: ctx.actor.id, signal };
  const rows = await (async () => (format === 'csv' ? csvRows(body) : xlsxRows(body, reader)))().catch(
    (cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('parse_error', {}, { cause });
    },
  );
  const [titles = [], ...lines] = rows;
  const known = importable(resource, ctx);
  const columns = titles.map((title) => columnFor(title, known));
  if (!columns.some((column) => column && column.name !== 'id'))
    throw new AppError(
      'parse_error',
      {},
      { messageKey: 'import_no_known_column', extra: { error: ctx.t('errors.import_no_known_column') } },
    );
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
