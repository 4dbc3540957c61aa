import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import { quoted } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { acceptedFormat } from '../accept.ts';
import { addRoute, type HttpPorts, queryOf, type Route } from '../http.ts';
import { listOf, objectOf, type RouteDocs, text, whole, writtenOf } from '../openapi/schema.ts';
import { mostBulkRows } from '../operations/write.ts';
import { operationsOf, permissionOf, type Resource, type Values, valuesIn } from '../resource.ts';
import { importRows } from '../transfer/batch.ts';
import { exportBatches, templateBatches } from '../transfer/exportRows.ts';
import { csvStream } from '../transfer/files.ts';
import { parseFile } from '../transfer/parseFile.ts';
import { xlsxStream } from '../transfer/xlsx.ts';
import { type Renderer, urlsOf } from './resourceRoutes.ts';

/** Content types of exported files. */
export const fileTypes = { csv: 'text/csv; charset=utf-8', xlsx: 'application/xlsx' } as const;

/** The requested file format of a list, by `format` or the `Accept` header; undefined for JSON. */
export const requestedFormat = (request: FastifyRequest): keyof typeof fileTypes | undefined => {
  const query = queryOf(request);
  const format = query.get('format') ?? acceptedFormat(request.headers.accept);
  if (format === 'json') return undefined;
  if (!(format === 'csv' || format === 'xlsx')) throw new AppError('not_acceptable');
  return format;
};

/**
 * A variant with some of the rows is a model of its own; one with all rows is the same model at another
 * address.
 */
const modelOf = ({ definition, base }: Resource): string =>
  (definition.where ? definition : base.definition).name;

const stamp = () => new Date().toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');

/** Name of an exported file: the resource and the time. */
export const fileNameOf = (resource: Resource, ending: string): string =>
  `${modelOf(resource)}_${stamp()}.${ending}`;

/** Headers of a download, named after the resource and the time. */
export const fileHeaders = (resource: Resource, type: string, ending: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${fileNameOf(resource, ending)}"`,
  'cache-control': 'no-store',
});

/**
 * Answers `format=csv|xlsx` of a list: an export, or a template with `template=` (protocol reference §10).
 */
export const renderFormats: Renderer = async (resource, request, ctx) => {
  const query = queryOf(request);
  const format = requestedFormat(request);
  if (!format) return undefined;
  const template = query.get('template');
  const batches = template
    ? await templateBatches(resource, template === 'update' ? 'update' : 'create', query, ctx, request.signal)
    : await exportBatches(resource, query, ctx, request.signal);
  return {
    headers: fileHeaders(resource, fileTypes[format], format),
    stallMs: ctx.engine.exports.stallMs,
    stream: format === 'csv' ? csvStream(batches) : xlsxStream(batches),
  };
};

const parseDocs = (resource: Resource): RouteDocs => ({
  summary: 'Reads an import file into rows that can be written; nothing is stored',
  status: 200,
  body: { files: ['text/csv', 'text/xlsx'] },
  answer: objectOf({
    title: { ...listOf(listOf(text)), description: 'Pairs of a title in the file and its field' },
    data: listOf(writtenOf(resource.key)),
    unknown: { ...listOf(text), description: 'Titles of columns that are no field' },
  }),
});

const batchDocs = ({ key, idKind }: Resource): RouteDocs => ({
  summary:
    'Stores many rows in one request, with a result for each: valid rows are kept even when others fail',
  status: 200,
  body: objectOf({
    action: { enum: ['create', 'update'], description: 'Rows of an update carry their `id`' },
    rows: { ...listOf(writtenOf(key)), maxItems: mostBulkRows },
  }),
  answer: objectOf({
    count: { ...whole, description: 'Rows that were sent' },
    failed: { ...whole, description: 'Rows that were not stored' },
    results: {
      ...listOf({
        oneOf: [
          objectOf({ id: idKind === 'uuid' ? { ...text, format: 'uuid' } : whole }),
          objectOf({ errors: { type: 'object', description: 'Messages by field' } }),
        ],
      }),
      description: 'What became of each row, in the order of the rows',
    },
  }),
});

const checkSize = (bytes: number, mebibytes: number): void => {
  if (bytes > mebibytes * 1024 * 1024) throw new AppError('file_content_overflowed', { max: mebibytes });
};

const parseRoute = (resource: Resource, url: string, mebibytes: () => number): Route => ({
  method: 'POST',
  url: `${url}render-to-json/`,
  docs: parseDocs(resource),
  noTransaction: true,
  bodyLimit: 100 * 1024 * 1024,
  need: `${permissionOf(resource, 'add')}|${permissionOf(resource, 'change')}`,
  admit: ({ headers }) => checkSize(Number(headers['content-length'] ?? 0), mebibytes()),
  handle: async (ctx, request: FastifyRequest) => {
    if (!Buffer.isBuffer(request.body)) throw new AppError('unsupported_media_type');
    checkSize(request.body.length, mebibytes());
    const format = String(request.headers['content-type']).includes('csv') ? 'csv' : 'xlsx';
    return { body: await parseFile(resource, request.body, format, ctx, request.signal) };
  },
});

const batchRoute = (resource: Resource, url: string): Route => ({
  method: 'POST',
  url: `${url}batch-import/`,
  docs: batchDocs(resource),
  bodyLimit: 64 * 1024 * 1024,
  need: `${permissionOf(resource, 'add')}|${permissionOf(resource, 'change')}`,
  handle: async (ctx, request) => {
    const { action, rows } = valuesIn(request.body);
    if (action !== 'create' && action !== 'update')
      throw new ValidationError({
        action: [{ key: 'invalid_choice', params: { value: quoted(action) } }],
      });
    if (!Array.isArray(rows)) throw new ValidationError({ rows: [{ key: 'not_a_list' }] });
    if (rows.length > mostBulkRows)
      throw new ValidationError({ rows: [{ key: 'max_items', params: { max: mostBulkRows } }] });
    await ctx.db.rows(sql`set local statement_timeout = 0`);
    const results = await importRows(resource, action, rows as Values[], ctx);
    return {
      body: {
        count: results.length,
        failed: results.filter((result) => 'errors' in result).length,
        results: results.map((result) =>
          'errors' in result ? { errors: translated(result.errors, ctx.t) } : result,
        ),
      },
    };
  },
});

/** Messages by field in the language of the caller. */
export const translated = (
  node: unknown,
  t: (key: string, params?: Record<string, string | number>) => string,
): unknown => {
  if (Array.isArray(node)) return node.map((child) => translated(child, t));
  if (typeof node !== 'object' || node === null) return node;
  if ('key' in node && typeof node.key === 'string')
    return t(`errors.${node.key}`, (node as { params?: Record<string, string | number> }).params);
  return Object.fromEntries(Object.entries(node).map(([field, inner]) => [field, translated(inner, t)]));
};

/** Registers file parsing and the batch import of a resource that supports import. */
export const addTransferRoutes = (resource: Resource, ports: HttpPorts, mebibytes: () => number): void => {
  const operations = operationsOf(resource);
  if (
    resource.definition.transfer?.import === false ||
    !(operations.includes('create') || operations.includes('update'))
  )
    return;
  for (const url of urlsOf(resource)) {
    addRoute(ports, parseRoute(resource, url, mebibytes));
    addRoute(ports, batchRoute(resource, url));
  }
};
