import type { MultipartFile } from '@fastify/multipart';
import { ftpLogActions } from '@gatehouse/contract/actions/audits.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import type { FastifyRequest } from 'fastify';
import { implement } from '../../engine/actions/implement.ts';
import { whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type Answer, type HttpPorts, rowId } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { genuine } from '../../platform/http/signedBody.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { noteFileKept } from '../../resources/audits/ftplog/statements.ts';
import { onlyOwnSessions } from '../../resources/ownTerminal.ts';

/** Path of a transferred file's copy in the media folder. */
export const keptPath = (log: Row<typeof ftplog>): string => {
  const day = (instantOf(log.date_start) ?? new Date()).toISOString().slice(0, 10);
  return `ftp_files/${day}/${log.id}`;
};

const rowOf = (request: FastifyRequest, ctx: Context): Promise<Row<typeof ftplog>> =>
  findRow(ctx.engine.resource(ftplog), rowId(request), ctx);

/** `Content-Disposition` of a download, with a file name in any script. */
const disposition = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename.split('/').at(-1) || 'file').replaceAll("'", '%27')}`;

const download = async (blobs: Blobs, request: FastifyRequest, ctx: Context): Promise<Answer> => {
  const log = await rowOf(request, ctx);
  const stream = await blobs.get(`media/${keptPath(log)}`);
  if (!stream) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { headers, body: ctx.t('errors.file_not_kept') };
  }
  await ctx.engine.record(
    [
      {
        action: 'download',
        resource: ctx.engine.resource(ftplog),
        row: log,
        display: log.filename,
        diff: {},
      },
    ],
    ctx,
  );
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': disposition(log.filename),
    'cache-control': 'no-store',
  };
  return { headers, stream };
};

/** The content of an upload; fails at its end if it is larger than this installation keeps. */
async function* within(request: FastifyRequest, file: MultipartFile['file'], mebibytes: number) {
  yield* genuine(request, file);
  if (file.truncated) throw new AppError('file_content_overflowed', { max: mebibytes });
}

const upload = async (
  { blobs, mebibytes }: { blobs: Blobs; mebibytes: number },
  request: FastifyRequest,
  ctx: Context,
): Promise<Answer> => {
  const log = await rowOf(request, ctx);
  await onlyOwnSessions([log.session], ctx);
  const part = await request.file({ limits: { fileSize: mebibytes * 1024 * 1024 } });
  if (!part) return { status: 401, body: { msg: { file: [ctx.t('errors.required')] } } };
  // Evidence is stored once: sent again, because the answer was lost, it changes nothing.
  if (await blobs.stat(`media/${keptPath(log)}`)) part.file.resume();
  else await blobs.put(`media/${keptPath(log)}`, within(request, part.file, mebibytes));
  await noteFileKept(log.id, ctx.db);
  return { status: 201, body: { url: `/media/${keptPath(log)}` } };
};

/** Registers upload and download of the copies of transferred files (reference 05 §6.4). */
export const addTransferredFiles = (ports: HttpPorts, blobs: Blobs, settings: Settings): void =>
  implement(ports, ftpLogActions, {
    downloadFile: async ({ ctx, request }) => whole(await download(blobs, request, ctx)),
    uploadFile: {
      noTransaction: true,
      handle: async ({ ctx, request }) =>
        whole(await upload({ blobs, mebibytes: settings.get('FTP_FILE_MAX_STORE') }, request, ctx)),
    },
  });
