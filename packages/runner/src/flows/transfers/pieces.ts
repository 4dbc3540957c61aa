import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '@gatehouse/component/platform/http.ts';
import { type AskedPiece, MOST_PIECE } from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure } from '../../engine/targetFailure.ts';

/** Reads a part of a file of some work. */
export type FetchPiece = (piece: AskedPiece) => Promise<Buffer>;

/** Parts that are kept for the other machines of the work, which read the same at about the same time. */
const MOST_KEPT = 32;
/** Pauses before a part is asked for again, while the server cannot be reached. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;

/** Files of transfers, read part by part; what several machines need at a time is read once. */
export const createPieces = (readPiece: FetchPiece, pauses: readonly number[] = PAUSES_MS) => {
  const kept = new Map<string, Promise<Buffer>>();

  const fetched = async (piece: AskedPiece): Promise<Buffer> => {
    for (const pause of [...pauses, undefined])
      try {
        const bytes = await readPiece(piece);
        if (bytes.length !== piece.length) throw new Error('a part of a file is incomplete');
        return bytes;
      } catch (error) {
        if (error instanceof Refused) throw new TargetFailure('failed', 'transfer_files_gone');
        if (pause === undefined) throw error;
        await sleep(pause);
      }
    throw new Error('no attempt');
  };
  const read = (piece: AskedPiece): Promise<Buffer> => {
    const key = `${piece.work} ${piece.file} ${piece.from}`;
    const found = kept.get(key) ?? fetched(piece);
    // The part that was read last is the last to go.
    kept.delete(key);
    kept.set(key, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    found.catch(() => kept.delete(key));
    return found;
  };
  return {
    /** A file of some work in its parts, from a byte on. The next is read while the machine takes one. */
    parts: async function* (work: string, file: number, size: number, begin = 0): AsyncGenerator<Buffer> {
      const at = (from: number) => read({ work, file, from, length: Math.min(MOST_PIECE, size - from) });
      let next = begin < size ? at(begin) : undefined;
      for (let from = begin; next; from += MOST_PIECE) {
        const bytes = await next;
        next = from + MOST_PIECE < size ? at(from + MOST_PIECE) : undefined;
        // Its failure is noticed when its turn comes.
        next?.catch(() => undefined);
        yield bytes;
      }
    },
  };
};
