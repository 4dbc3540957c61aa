import { type FileHandle, open, rm } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Size } from '../terminal/size.ts';
import type { Syncable, Syncer } from './syncer.ts';

/** Records a session as asciicast v2 (one JSON line per event). */
export type Recording = {
  /** UTF-8 output; a character split between calls is written once complete. */
  output: (utf8: Buffer) => void;
  resize: (size: Size) => void;
  /** Milliseconds since the recording began: the timeline of the replay. */
  elapsed_ms: () => number;
  /** Roughly the bytes not yet written; collected lines are counted in characters. */
  backlog: () => number;
  /** True once writing or syncing has failed. */
  hasFailed: () => boolean;
  /** Writes and syncs the rest. */
  close: () => Promise<void>;
};

/** Lines are collected for at most this long before they are written. */
const GATHER_MS = 100;
const GATHER_BYTES = 64 * 1024;

const writeAll = async (file: FileHandle, bytes: Buffer): Promise<void> => {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
    at += bytesWritten;
  }
};

/** Creates the file with its header. */
const createCast = async (path: string, size: Size, now: number): Promise<FileHandle> => {
  const file = await open(path, 'ax', 0o600);
  const header = {
    version: 2,
    width: size.cols,
    height: size.rows,
    timestamp: Math.floor(now / 1000),
    env: { TERM: 'xterm-256color' },
  };
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(header)}\n`));
    await file.datasync();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return file;
};

type LineWriter = Pick<Recording, 'backlog' | 'hasFailed' | 'close'> &
  Syncable & { add: (line: string) => void };

/** Collects lines and writes them batch by batch. */
const createLineWriter = (
  file: FileHandle,
  events: { onFailure: (error: unknown) => void; onDrain: () => void },
): LineWriter => {
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
    events.onFailure(error);
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
        events.onDrain();
      })
      .catch(fail);
  };

  return {
    add: (line) => {
      lines.push(line);
      gathered += line.length;
      if (gathered >= GATHER_BYTES) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    backlog: () => gathered + inFlight,
    hasFailed: () => failed,
    takeDirty: () => {
      const was = dirty;
      dirty = false;
      return was;
    },
    // A sync round may have begun before the recording was closed.
    sync: () => (closed ? Promise.resolve() : file.datasync().catch(fail)),
    close: async () => {
      flush();
      await writing;
      closed = true;
      await file.datasync().catch(fail);
      await file.close().catch(fail);
    },
  };
};

/** Creates the file and writes its header; throws when that fails, so that no session begins unrecorded. */
export const openRecording = async (deps: {
  path: string;
  size: Size;
  now: number;
  syncer: Syncer;
  /** Called once when writing or syncing fails later: the session must end. */
  onFailure: (error: unknown) => void;
  /** Called after each batch that was written. */
  onDrain: () => void;
}): Promise<Recording> => {
  const file = await createCast(deps.path, deps.size, deps.now);
  const start = performance.now();
  const decoder = new StringDecoder('utf8');
  const writer = createLineWriter(file, deps);
  const event = (code: 'o' | 'r', data: string) => {
    if (writer.hasFailed()) return;
    const seconds = Math.round((performance.now() - start) * 1000) / 1e6;
    writer.add(`[${seconds},"${code}",${JSON.stringify(data)}]\n`);
  };
  deps.syncer.add(writer);

  return {
    output: (utf8) => {
      const text = decoder.write(utf8);
      if (text !== '') event('o', text);
    },
    resize: (size) => event('r', `${size.cols}x${size.rows}`),
    elapsed_ms: () => performance.now() - start,
    backlog: writer.backlog,
    hasFailed: writer.hasFailed,
    close: () => {
      deps.syncer.remove(writer);
      const rest = decoder.end();
      if (rest !== '') event('o', rest);
      return writer.close();
    },
  };
};
