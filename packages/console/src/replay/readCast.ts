import type { CastWriter } from './castStore.ts';

/** A recording that cannot be shown; `code` is a key under `replay:error`. */
export class CastError extends Error {
  readonly code: 'format' | 'empty';
  constructor(code: 'format' | 'empty') {
    super(code);
    this.name = 'CastError';
    this.code = code;
  }
}

type Line = { relative: boolean; clock: number };

const readHeader = (line: string, store: CastWriter): Line => {
  const head: unknown = JSON.parse(line);
  if (typeof head !== 'object' || head === null) throw new CastError('format');
  const { version, width, height, timestamp, term } = head as Record<string, unknown>;
  if (version !== 2 && version !== 3) throw new CastError('format');
  const size = version === 3 ? (term as { cols?: unknown; rows?: unknown } | undefined) : undefined;
  store.header(
    Number(size?.cols ?? width) || 80,
    Number(size?.rows ?? height) || 24,
    typeof timestamp === 'number' ? timestamp : 0,
  );
  return { relative: version === 3, clock: 0 };
};

const SIZE = /^(\d{1,4})x(\d{1,4})$/;

const readEvent = (line: string, state: Line, store: CastWriter) => {
  const event: unknown = JSON.parse(line);
  if (!Array.isArray(event) || typeof event[0] !== 'number') return;
  const [time, kind, data] = event as [number, unknown, unknown];
  state.clock = state.relative ? state.clock + time : time;
  if (kind === 'o' && typeof data === 'string') store.output(state.clock, data);
  else if (kind === 'r' && typeof data === 'string') {
    const size = SIZE.exec(data);
    if (size) store.resize(state.clock, Number(size[1]), Number(size[2]));
  } else store.touch(state.clock);
};

/**
 * Parses asciicast (version 2 or 3) into a store while it arrives. If the recording ends within a line,
 * because its writer was killed, it is kept up to its last complete line.
 */
export const readCast = async (
  text: AsyncIterable<string>,
  store: CastWriter,
  onProgress: () => void,
): Promise<void> => {
  let rest = '';
  let state: Line | undefined;
  const take = (line: string) => {
    if (line.trim() === '') return;
    if (state) readEvent(line, state, store);
    else state = readHeader(line, store);
  };
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      try {
        take(line);
      } catch (error) {
        if (!state) throw error instanceof CastError ? error : new CastError('format');
      }
    }
    onProgress();
  }
  try {
    take(rest);
  } catch {
    if (!state) throw new CastError(rest === '' ? 'empty' : 'format');
  }
  if (!state) throw new CastError('empty');
  onProgress();
};

const GZIP = [0x1f, 0x8b];

/** The stream, beginning with the first piece, which has already been read. */
const withFirst = (first: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(first as Uint8Array<ArrayBuffer>),
    pull: async (controller) => {
      const { done, value } = await rest.read();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: (reason) => rest.cancel(reason),
  });

/** Text of a recording; a gzip is decompressed and, if cut off, yields what it contains. */
export async function* castText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const source = body.getReader();
  const first = await source.read();
  if (first.done) return;
  const bytes = withFirst(first.value, source);
  const gzipped = GZIP.every((byte, at) => first.value[at] === byte);
  const plain = gzipped ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  const reader = plain.getReader();
  const decoder = new TextDecoder();
  let some = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      some = true;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!some) throw error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
