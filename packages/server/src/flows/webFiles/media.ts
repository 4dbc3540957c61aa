import { getMedia } from '@gatehouse/contract/calls/files.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { bindWhole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize } from '../../engine/permission.ts';
import type { Row } from '../../engine/resource.ts';
import { type Blobs, keyOf } from '../../platform/blobs/blobs.ts';
import type { Cache } from '../../platform/cache.ts';
import { byteRangeOf } from '../../platform/http/byteRange.ts';
import { noteReplayFetch } from '../audit/replayUse.ts';
import { type ReplayStores, whileReachable } from '../storages/replayStores.ts';

/** First path segments that are public (reference 05 §1.5). */
const open = new Set(['xpack', 'settings', 'img']);

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
};

/** A recording needs the permission to see recordings, in the organization of its session. */
const checkRecording = (name: string, ctx: Context): Promise<Row<typeof session>> => {
  authorize(ctx, 'terminal.view_sessionreplay');
  const sessionId = /^([0-9a-f-]{36})\./i.exec(name)?.[1] ?? '';
  return findRow(ctx.engine.resource(session), sessionId, ctx);
};

/** Answers with a file of the store, whole or in part. */
const send = async (blobs: Blobs, key: string, range: string | undefined): Promise<Answer> => {
  const isKept = key.startsWith('media/settings/');
  const found = key.endsWith('/') ? undefined : await blobs.stat(key);
  if (!found) throw new AppError('not_found');
  const { size } = found;
  const part = byteRangeOf(range, size);
  const headers = {
    'content-type': types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    // Pictures of the pages are named after their content.
    'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (part === 'none')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' };
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const stream = await blobs.get(key, part);
  if (!stream) throw new AppError('not_found');
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(part ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    stream,
  };
};

type Deps = { blobs: Blobs; replayStores: ReplayStores; cache: Cache };

/** Serves stored uploads and recordings; refuses anything else. */
export const addMedia = (ports: HttpPorts, { blobs, replayStores, cache }: Deps): void =>
  bindWhole(ports, getMedia, async ({ ctx, request }) => {
    // The normalized path is checked, as it is the one read: `xpack/../ftp_files/x` is no file of xpack.
    const path = keyOf((request.params as { '*': string })['*']);
    if (path === undefined) throw new AppError(ctx.actor.id ? 'not_found' : 'not_authenticated');
    const [first = '', ...rest] = path.split('/');
    const { range } = request.headers;
    if (open.has(first)) return send(blobs, `media/${path}`, range);
    if (!ctx.actor.id) throw new AppError('not_authenticated');
    if (first !== 'replay') throw new AppError('permission_denied');
    const recorded = await checkRecording(rest.at(-1) ?? '', ctx);
    await noteReplayFetch(recorded, cache, ctx);
    return whileReachable(recorded.replay_storage, async () => {
      const store = await replayStores.at(recorded.replay_storage, ctx.db);
      return send(store.blobs, store.keyOf(rest.join('/')), range);
    });
  });
