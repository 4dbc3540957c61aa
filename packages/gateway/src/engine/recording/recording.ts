import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Size } from '../ssh/shell.ts';
import type { Syncable, Syncer } from './syncer.ts';

/** A session being written down as asciicast v2 (one JSON line per event). */
export type Recording = {
  /** UTF-8 output; a character split between calls is written once it is whole. */
  output: (utf8: Buffer) => void;
  resize: (size: Size) => void;
  /** Milliseconds since the recording began: the time line of the replay. */
  elapsed_ms: () => number;
  /** Bytes not yet handed to the system. */
  backlog: () => number;
  /** True once a byte could not be written. */
  hasFailed: () => boolean;
  /** Writes and syncs what is left. */
  close: () => Promise<void>;
};

/** Lines wait this long for company before they are written. */
const GATHER_MS = 100;
const GATHER_BYTES = 64 * 1024;

const writeAll = async (file: FileHandle, bytes: Buffer): Promise<void> => {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
    at += bytesWritten;
  }
};

/** Creates the file and writes its header; throws when that fails, so that no session begins unrecorded. */
export const openRecording = async (deps: {
  path: string;
  size: Size;
  now: number;
  syncer: Syncer;
  /** Called once when writing fails later: the session must end. */
  onFailure: (error: unknown) => void;
  /** Called when the backlog was written. */
  onDrain: () => void;
}): Promise<Recording> => {
  const file = await open(deps.path, 'ax', 0o600);
  const header = {
    version: 2,
    width: deps.size.cols,
    height: deps.size.rows,
    timestamp: Math.floor(deps.now / 1000),
    env: { TERM: 'xterm-256color' },
  };
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(header)}\n`));
    await file.datasync();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }

  const start = performance.now();
  const decoder = new StringDecoder('utf8');
  let lines: string[] = [];
  let gathered = 0;
  let inFlight = 0;
  let dirty = false;
  let failed = false;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    deps.onFailure(error);
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (lines.length === 0 || failed) return;
    const bytes = Buffer.from(lines.join(''));
    lines = [];
    gathered = 0;
    inFlight += bytes.length;
    writing = writing
      .then(() => writeAll(file, bytes))
      .then(() => {
        inFlight -= bytes.length;
        dirty = true;
        deps.onDrain();
      })
      .catch(fail);
  };
  const event = (code: 'o' | 'r', data: string) => {
    if (failed) return;
    const seconds = Math.round((performance.now() - start) * 1000) / 1e6;
    const line = `[${seconds},"${code}",${JSON.stringify(data)}]\n`;
    lines.push(line);
    gathered += line.length;
    if (gathered >= GATHER_BYTES) flush();
    else timer ??= setTimeout(flush, GATHER_MS);
  };
  const syncable: Syncable = {
    takeDirty: () => {
      const was = dirty;
      dirty = false;
      return was;
    },
    // A round of syncing may have begun before the recording was closed.
    sync: () => (closed ? Promise.resolve() : file.datasync().catch(fail)),
  };
  deps.syncer.add(syncable);

  return {
    output: (utf8) => {
      const text = decoder.write(utf8);
      if (text !== '') event('o', text);
    },
    resize: (size) => event('r', `${size.cols}x${size.rows}`),
    elapsed_ms: () => performance.now() - start,
    backlog: () => gathered + inFlight,
    hasFailed: () => failed,
    close: async () => {
      deps.syncer.remove(syncable);
      const rest = decoder.end();
      if (rest !== '') event('o', rest);
      flush();
      await writing;
      closed = true;
      await file.datasync().catch(fail);
      await file.close().catch(fail);
    },
  };
};
