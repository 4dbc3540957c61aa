import { Readable } from 'node:stream';
import type { sessionActions } from '@gatehouse/contract/actions/terminal.ts';
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import type { FastifyRequest } from 'fastify';
import tar from 'tar-stream';
import type { Context } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import type { Resource, Row } from '../../engine/resource.ts';
import type { Database } from '../../platform/database.ts';
import { genuine } from '../../platform/http/signedBody.ts';
import { instantOf } from '../../platform/time.ts';
import { noteReplay } from '../../resources/terminal/session/statements.ts';
import { keepingOf, queueMove } from '../storages/moves.ts';
import { type ReplayStore, type ReplayStores, whileReachable } from '../storages/replayStores.ts';

/** File suffix by upload version (reference 05 §1.5). */
const suffixes: Record<number, string> = { 2: '.replay.gz', 3: '.cast.gz', 4: '.replay.mp4' };
const known = ['.cast.gz', '.replay.gz', '.replay.mp4', '.gz'];

type Described = Extract<AnswerOf<typeof sessionActions.shapes.replay>, { src: string }>;

const relativePath = (session: Row<typeof sessionDefinition>, suffix: string): string => {
  const day = (instantOf(session.date_start) ?? new Date()).toISOString().slice(0, 10);
  return `${day}/${String(session.id)}${suffix}`;
};

/** A stored recording: its store, and `path`, its address below `/media/replay/`. */
type FoundReplay = { store: ReplayStore; key: string; path: string; suffix: string; size: number };

/** The recording of a session, wherever it is; undefined when there is none. */
export const findReplay = (
  stores: ReplayStores,
  session: Row<typeof sessionDefinition>,
  db: Database,
): Promise<FoundReplay | undefined> =>
  whileReachable(session.replay_storage, async () => {
    const store = await stores.at(session.replay_storage, db);
    for (const suffix of known) {
      const path = relativePath(session, suffix);
      const key = store.keyOf(path);
      const found = await store.blobs.stat(key);
      if (found) return { store, key, path, suffix, size: found.size };
    }
    return undefined;
  });

/** The refusal of an upload without a file. */
export const noFile = (ctx: Context): Answer => ({
  status: 401,
  body: { msg: { file: [ctx.t('errors.required')] } },
});

/** A recording is stored once: sent again, because the answer was lost, it changes nothing. */
const storedAlready = async (path: string, request: FastifyRequest): Promise<Answer> => {
  for await (const part of request.parts()) if (part.type === 'file') part.file.resume();
  return { status: 201, body: { url: `/media/replay/${path}` } };
};

/** The component keeps no recordings: what it sends is read and forgotten. */
const forgotten = async (session: string, request: FastifyRequest, db: Database): Promise<Answer> => {
  await noteReplay(session, '', db);
  for await (const part of request.parts()) if (part.type === 'file') part.file.resume();
  return { status: 201, body: { url: '' } };
};

/**
 * Stores an uploaded recording; an interrupted upload leaves nothing behind. It is stored here first, and moved
 * to the component's storage in the background: a storage that fails holds up no component.
 */
export const storeReplay = async (
  stores: ReplayStores,
  session: Row<typeof sessionDefinition>,
  request: FastifyRequest,
  ctx: Context,
): Promise<Answer> => {
  if (session.replay_path) return storedAlready(session.replay_path, request);
  const { keeping, storage } = await keepingOf(String(session.terminal), ctx.db);
  if (keeping === 'nowhere') return forgotten(session.id, request, ctx.db);
  const { blobs, keyOf } = await stores.at(null, ctx.db);
  let version = 2;
  let stored: string | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'version') version = Number(part.value);
      continue;
    }
    const suffix = suffixes[version];
    if (!suffix)
      return {
        status: 401,
        body: { msg: { version: [ctx.t('errors.invalid_choice', { value: version })] } },
      };
    stored = relativePath(session, suffix);
    await blobs.put(keyOf(stored), Readable.from(genuine(request, part.file)));
  }
  if (!stored) return noFile(ctx);
  // Recorded at once: a stored but unannounced recording could be replaced by a component that takes the
  // session over (docs/decisions/0044).
  await noteReplay(session.id, stored, ctx.db);
  if (storage !== null) await queueMove(session.id, storage, ctx.db);
  return { status: 201, body: { url: `/media/replay/${stored}` } };
};

const typeOf = (suffix: string): Described['type'] =>
  suffix === '.cast.gz' ? 'asciicast' : suffix === '.replay.mp4' ? 'mp4' : 'json';

/** What a player needs to show a recording. */
export const describeReplay = async (
  stores: ReplayStores,
  resource: Resource<typeof sessionDefinition>,
  session: Row<typeof sessionDefinition>,
  ctx: Context,
): Promise<Described> => {
  const replay = await findReplay(stores, session, ctx.db);
  if (!replay) throw new AppError('replay_not_found');
  const row = await presentOne(resource, session, ctx);
  return {
    type: typeOf(replay.suffix),
    src: `/media/replay/${replay.path}`,
    user: row.user,
    asset: row.asset,
    account: row.account,
    date_start: row.date_start,
    date_end: row.date_end,
    download_url: `/api/v1/terminal/sessions/${String(session.id)}/replay/download/`,
  };
};

/** The recording and the session's facts as one tar. */
export const packReplay = async (
  stores: ReplayStores,
  resource: Resource,
  session: Row<typeof sessionDefinition>,
  ctx: Context,
): Promise<Answer> => {
  const replay = await findReplay(stores, session, ctx.db);
  const content =
    replay && (await whileReachable(session.replay_storage, () => replay.store.blobs.get(replay.key)));
  if (!replay || !content) throw new AppError('replay_not_found');
  const pack = tar.pack();
  const facts = JSON.stringify(await presentOne(resource, session, ctx));
  const id = String(session.id);
  pack.entry({ name: `${id}.json` }, facts);
  const entry = pack.entry({ name: `${id}${replay.suffix}`, size: replay.size }, (error) =>
    error ? pack.destroy(error) : pack.finalize(),
  );
  content.on('error', (error) => pack.destroy(error)).pipe(entry);
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${id}.tar`,
      'cache-control': 'no-store',
    },
    stream: Readable.from(pack),
  };
};
