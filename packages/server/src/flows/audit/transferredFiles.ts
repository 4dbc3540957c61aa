import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, rowId } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { onlyOwnSessions } from '../../resources/ownTerminal.ts';

const url = '/api/v1/audits/ftp-logs/:id/';

/** Where the kept copy of a transferred file lies below the media folder. */
export const keptPath = (log: Row): string => {
  const day = (instantOf(log.date_start) ?? new Date()).toISOString().slice(0, 10);
  return `ftp_files/${day}/${log.id}`;
};

const rowOf = (request: FastifyRequest, ctx: Context): Promise<Row> =>
  findRow(ctx.engine.resource('audits.ftplog'), rowId(request), ctx);

/** A name as a download carries it, in any script. */
const disposition = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename.split('/').at(-1) || 'file').replaceAll("'", '%27')}`;

const download = async (home: string, request: FastifyRequest, ctx: Context): Promise<Answer> => {
  const log = await rowOf(request, ctx);
  const file = join(home, 'media', keptPath(log));
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { headers, body: ctx.t('errors.file_not_kept') };
  }
  await ctx.engine.record(
    [
      {
        action: 'download',
        resource: ctx.engine.resource('audits.ftplog'),
        row: log,
        display: String(log.filename),
        diff: {},
      },
    ],
    ctx,
  );
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': disposition(String(log.filename)),
    'cache-control': 'no-store',
  };
  return { headers, stream: createReadStream(file) };
};

/** A file appears under its name only when complete; one larger than this installation keeps never does. */
const upload = async (
  { home, mebibytes }: { home: string; mebibytes: number },
  request: FastifyRequest,
  ctx: Context,
): Promise<Answer> => {
  const log = await rowOf(request, ctx);
  await onlyOwnSessions([log.session], ctx);
  const part = await request.file({ limits: { fileSize: mebibytes * 1024 * 1024 } });
  if (!part) return { status: 401, body: { msg: { file: [ctx.t('errors.required')] } } };
  const file = join(home, 'media', keptPath(log));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.part`;
  try {
    await pipeline(part.file, createWriteStream(partial, { mode: 0o600 }));
    if (part.file.truncated) throw new AppError('file_content_overflowed', { max: mebibytes });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  await ctx.db.rows(sql`update audits_ftplog set has_file = true where id = ${log.id}`);
  return { status: 201, body: { url: `/media/${keptPath(log)}` } };
};

/** Registers the kept copies of transferred files (reference 05 §6.4). */
export const addTransferredFiles = (ports: HttpPorts, home: string, settings: Settings): void => {
  addRoute(ports, {
    method: 'GET',
    url: `${url}file/download/`,
    need: 'audits.view_ftplog',
    file: true,
    handle: (ctx, request) => download(home, request, ctx),
  });
  addRoute(ports, {
    method: 'POST',
    url: `${url}upload/`,
    need: 'serviceAccount',
    noTransaction: true,
    bodyLimit: 1024 * 1024 * 1024,
    handle: (ctx, request) => upload({ home, mebibytes: settings.get('FTP_FILE_MAX_STORE') }, request, ctx),
  });
};
