import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize } from '../../engine/permission.ts';
import { byteRangeOf } from '../../platform/byteRange.ts';

/** First path segments anybody may read (reference 05 §1.5). */
const open = new Set(['xpack', 'settings', 'img']);

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
};

/** A recording is read like its session: by whoever may see recordings, in the organization of the session. */
const checkRecording = async (name: string, ctx: Context): Promise<void> => {
  authorize(ctx, 'terminal.view_sessionreplay');
  const sessionId = /^([0-9a-f-]{36})\./i.exec(name)?.[1] ?? '';
  await findRow(ctx.engine.resource('terminal.session'), sessionId, ctx);
};

const send = async (root: string, path: string, range: string | undefined): Promise<Answer> => {
  const file = normalize(join(root, path));
  if (path.includes('\0') || !file.startsWith(root + sep)) throw new AppError('not_found');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new AppError('not_found');
  const { size } = found;
  const part = byteRangeOf(range, size);
  const headers = {
    'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (part === 'none')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' };
  const { start, end } = part ?? { start: 0, end: size - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(part ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    stream: createReadStream(file, part ?? {}),
  };
};

/** Serves stored uploads and recordings; anything else is refused. */
export const addMedia = (ports: HttpPorts, home: string): void =>
  addRoute(ports, {
    method: 'GET',
    url: '/media/*',
    need: 'public',
    handle: async (ctx, request) => {
      const path = (request.params as { '*': string })['*'];
      const [first = '', ...rest] = path.split('/');
      const { range } = request.headers;
      if (open.has(first)) return send(join(home, 'media'), path, range);
      if (!ctx.actor.id) throw new AppError('not_authenticated');
      if (first !== 'replay') throw new AppError('permission_denied');
      await checkRecording(rest.at(-1) ?? '', ctx);
      return send(join(home, 'replay'), rest.join('/'), range);
    },
  });
