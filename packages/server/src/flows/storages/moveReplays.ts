import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import { noteReplayStorage } from '../../resources/terminal/session/statements.ts';
import { dueMoves, endMove, type Move, putOffMove, resumeMoves } from './moves.ts';
import { causeOf } from './probe.ts';
import type { ReplayStore, ReplayStores } from './replayStores.ts';
import { noteStorageFailure, noteStorageSuccess } from './storageHealth.ts';

export type MoveDeps = {
  db: Database;
  replayStores: ReplayStores;
  signal?: AbortSignal;
  log?: (line: string) => void;
};

const batch = 200;

/** The copy of a recording differs from the recording. */
class CopyDiffers extends Error {
  readonly code = 'CopyDiffers';
}

/** The recording is gone from where it was. */
class SourceGone extends Error {}

const sha256Of = async ({ blobs, keyOf }: ReplayStore, path: string): Promise<string | undefined> => {
  const content = await blobs.get(keyOf(path));
  if (!content) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
};

/** Copies a recording, and reads the copy back: only what arrived whole counts. */
const copy = async (from: ReplayStore, to: ReplayStore, path: string): Promise<void> => {
  const content = await from.blobs.get(from.keyOf(path));
  if (!content) throw new SourceGone();
  const { sha256 } = await to.blobs.put(to.keyOf(path), content);
  if ((await sha256Of(to, path)) !== sha256) throw new CopyDiffers();
};

const moveOne = async (move: Move, { db, replayStores, log }: MoveDeps): Promise<void> => {
  const [from, to] = await Promise.all([replayStores.at(move.source, db), replayStores.at(move.target, db)]);
  await copy(from, to, move.path);
  // From here on it is played from its new place; only then the old one goes.
  const isMoved = await noteReplayStorage(move.session, { from: move.source, to: move.target }, db);
  await endMove(move, db);
  if (!isMoved) return;
  await from.blobs
    .remove(from.keyOf(move.path))
    .catch((error: unknown) => log?.(`${move.path}: the copy at the old place stays (${causeOf(error)})`));
};

/** The storages of another system that a move needs. */
const storagesOf = ({ source, target }: Move): string[] =>
  [source, target].filter((storage) => storage !== null);

type Count = { moved: number; waiting: number };

const attempt = async (
  move: Move,
  failed: Set<string>,
  deps: MoveDeps,
): Promise<'moved' | 'waiting' | 'gone'> => {
  const { db, log } = deps;
  const storages = storagesOf(move);
  // A storage that failed a moment ago is not waited for again for each recording.
  if (storages.some((storage) => failed.has(storage))) {
    await putOffMove(move, 'waits', db);
    return 'waiting';
  }
  try {
    await moveOne(move, deps);
    for (const storage of storages)
      if (await noteStorageSuccess('replay', storage, db)) await resumeMoves(storage, db);
    return 'moved';
  } catch (error) {
    if (error instanceof SourceGone) {
      log?.(`${move.path}: there is no such recording`);
      await endMove(move, db);
      return 'gone';
    }
    const cause = causeOf(error);
    log?.(`${move.path}: ${cause}`);
    await putOffMove(move, cause, db);
    for (const storage of storages) {
      failed.add(storage);
      await noteStorageFailure('replay', { id: storage, cause }, db);
    }
    return 'waiting';
  }
};

/**
 * Moves recordings to the storages where they belong, one after the other. What fails waits where it is; each
 * failure of a storage is told once.
 */
export const moveReplays = async (deps: MoveDeps): Promise<Count> => {
  const count: Count = { moved: 0, waiting: 0 };
  const failed = new Set<string>();
  for (;;) {
    const due = await dueMoves(batch, deps.db);
    for (const move of due) {
      deps.signal?.throwIfAborted();
      const outcome = await attempt(move, failed, deps);
      if (outcome === 'moved') count.moved += 1;
      if (outcome === 'waiting') count.waiting += 1;
    }
    if (due.length < batch) return count;
  }
};
