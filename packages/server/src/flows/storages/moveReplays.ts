import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import { noteReplayStorage } from '../../resources/terminal/session/statements.ts';
import {
  dueMoves,
  endMove,
  isKeptAt,
  isWanted,
  type Move,
  putOffMove,
  resumeMoves,
  untried,
} from './moves.ts';
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

async function* until(content: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  for await (const chunk of content) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

type Stores = { from: ReplayStore; to: ReplayStore };

/** Copies a recording, and reads the copy back: only what arrived whole counts. */
const copy = async ({ from, to }: Stores, path: string, signal: AbortSignal | undefined): Promise<void> => {
  const content = await from.blobs.get(from.keyOf(path));
  if (!content) throw new SourceGone();
  const { sha256 } = await to.blobs.put(to.keyOf(path), until(content, signal));
  if ((await sha256Of(to, path)) !== sha256) throw new CopyDiffers();
};

/**
 * Whether two storages are the same place under two names, such as one bucket that was added twice: what is written
 * to one can be read from the other.
 */
const isOnePlace = async ({ from, to }: Stores): Promise<boolean> => {
  const key = `gatehouse-test/${randomUUID()}`;
  await to.blobs.put(
    to.keyOf(key),
    (async function* () {
      yield Buffer.from(key);
    })(),
  );
  try {
    return (await from.blobs.stat(from.keyOf(key))) !== undefined;
  } finally {
    await to.blobs.remove(to.keyOf(key));
  }
};

/** Notes the new place of a recording, unless it is not wanted there any more. */
const settle = (move: Move, db: Database): Promise<boolean> =>
  db.transaction(
    async (tx) =>
      (await endMove(move, tx)) &&
      (await noteReplayStorage(move.session, { from: move.source, to: move.target }, tx)),
  );

/** What one call of the mover has learned about storages. */
type Known = {
  /** Storages that failed. */
  failed: Set<string>;
  /** Whether two storages are one place, by their ids. */
  onePlace: Map<string, boolean>;
};

const areOne = async (move: Move, stores: Stores, { onePlace }: Known): Promise<boolean> => {
  const pair = `${move.source} ${move.target}`;
  const found = onePlace.get(pair) ?? (await isOnePlace(stores));
  onePlace.set(pair, found);
  return found;
};

const moveOne = async (move: Move, known: Known, deps: MoveDeps): Promise<'moved' | 'dropped'> => {
  const { db, replayStores, log, signal } = deps;
  const [from, to] = await Promise.all([replayStores.at(move.source, db), replayStores.at(move.target, db)]);
  const stores = { from, to };
  if (await areOne(move, stores, known)) return (await settle(move, db)) ? 'moved' : 'dropped';
  await copy(stores, move.path, signal);
  signal?.throwIfAborted();
  // From here on it is played from its new place; only then the other one goes.
  const isMoved = await settle(move, db);
  if (!isMoved && (await isKeptAt(move.session, move.target, db))) return 'dropped';
  const [rest, place] = isMoved ? [from, 'old'] : [to, 'new'];
  await rest.blobs
    .remove(rest.keyOf(move.path))
    .catch((error: unknown) =>
      log?.(`${move.path}: the copy at the ${place} place stays (${causeOf(error)})`),
    );
  return isMoved ? 'moved' : 'dropped';
};

/** The storages of another system that a move needs. */
const storagesOf = ({ source, target }: Move): string[] =>
  [source, target].filter((storage) => storage !== null);

type Count = { moved: number; waiting: number };

const attempt = async (
  move: Move,
  known: Known,
  deps: MoveDeps,
): Promise<'moved' | 'waiting' | 'dropped'> => {
  const { db, log, signal } = deps;
  const { failed } = known;
  const storages = storagesOf(move);
  // A storage that failed a moment ago is not waited for again for each recording.
  if (storages.some((storage) => failed.has(storage))) {
    await putOffMove(move, untried, db);
    return 'waiting';
  }
  try {
    const outcome = await moveOne(move, known, deps);
    for (const storage of storages)
      if (await noteStorageSuccess('replay', storage, db)) await resumeMoves(storage, db);
    return outcome;
  } catch (error) {
    // No fault of a storage.
    if (signal?.aborted) throw error;
    if (error instanceof SourceGone) {
      log?.(`${move.path}: there is no such recording`);
      await endMove(move, db);
      return 'dropped';
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
 * failure of a storage is told once. A recording whose move is not wanted any more stays where it is.
 */
export const moveReplays = async (deps: MoveDeps): Promise<Count> => {
  const count: Count = { moved: 0, waiting: 0 };
  const known: Known = { failed: new Set(), onePlace: new Map() };
  for (;;) {
    const due = await dueMoves(batch, deps.db);
    for (const move of due) {
      deps.signal?.throwIfAborted();
      if (!(await isWanted(move, deps.db))) continue;
      const outcome = await attempt(move, known, deps);
      if (outcome === 'moved') count.moved += 1;
      if (outcome === 'waiting') count.waiting += 1;
    }
    if (due.length < batch) return count;
  }
};
