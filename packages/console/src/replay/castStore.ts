/** A recording in memory: output bytes in 1 MiB blocks, with event times, and resizes (rare) separately. */
export type CastStore = {
  /** Events of output so far. */
  readonly count: number;
  /** Seconds from the start to the last event of any kind. */
  readonly duration: number;
  /** Output bytes held. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Unix seconds of the start, 0 when the header does not say. */
  readonly startedAt: number;
  readonly resizes: readonly Resize[];
  time(index: number): number;
  /** Bytes before event `index`. */
  offset(index: number): number;
  /** First event later than `seconds`. */
  indexAfter(seconds: number): number;
  /** First event whose output ends beyond `offset` bytes. */
  indexAtOffset(offset: number): number;
  /** Output of events `from` (included) to `to` (excluded), in pieces of at most one block. */
  slices(from: number, to: number): Generator<Uint8Array>;
};

/** A change of the screen size before event `index`. */
export type Resize = { index: number; time: number; cols: number; rows: number };

/** The writing side of a store. */
export type CastWriter = CastStore & {
  header(width: number, height: number, startedAt: number): void;
  output(time: number, data: string): void;
  resize(time: number, cols: number, rows: number): void;
  /** Extends the duration without output, e.g. for input, markers and exit. */
  touch(time: number): void;
};

const BLOCK = 1 << 20;

type Growing = { values: Float64Array; length: number };
const push = (list: Growing, value: number) => {
  if (list.length === list.values.length) {
    const wider = new Float64Array(list.values.length * 2);
    wider.set(list.values);
    list.values = wider;
  }
  list.values[list.length] = value;
  list.length += 1;
};

/** First position in `list` with `value(position) > limit`, by binary search. */
const firstAbove = (length: number, value: (position: number) => number, limit: number) => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Appends bytes to blocks of fixed size. */
const makeBytes = () => {
  const encoder = new TextEncoder();
  const blocks: Uint8Array[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    append: (text: string) => {
      const bytes = encoder.encode(text);
      for (let done = 0; done < bytes.length; ) {
        const at = total % BLOCK;
        if (at === 0) blocks.push(new Uint8Array(BLOCK));
        const part = bytes.subarray(done, done + BLOCK - at);
        blocks[blocks.length - 1]!.set(part, at);
        done += part.length;
        total += part.length;
      }
    },
    *slices(from: number, to: number) {
      for (let at = from; at < to; ) {
        const block = Math.floor(at / BLOCK);
        const end = Math.min(to, (block + 1) * BLOCK);
        yield blocks[block]!.subarray(at - block * BLOCK, end - block * BLOCK);
        at = end;
      }
    },
  };
};

/** An empty store, filled while the recording arrives and readable at any time. */
export const makeCastStore = (): CastWriter => {
  const bytes = makeBytes();
  const times: Growing = { values: new Float64Array(4096), length: 0 };
  const ends: Growing = { values: new Float64Array(4096), length: 0 };
  const resizes: Resize[] = [];
  const head = { width: 80, height: 24, startedAt: 0 };
  let last = 0;
  const forward = (time: number) => {
    last = Math.max(last, time);
    return last;
  };
  const offset = (index: number) => (index <= 0 ? 0 : ends.values[Math.min(index, ends.length) - 1]!);
  return {
    get count() {
      return times.length;
    },
    get duration() {
      return last;
    },
    get bytes() {
      return bytes.total;
    },
    get width() {
      return head.width;
    },
    get height() {
      return head.height;
    },
    get startedAt() {
      return head.startedAt;
    },
    resizes,
    time: (index) => times.values[index]!,
    offset,
    indexAfter: (seconds) => firstAbove(times.length, (at) => times.values[at]!, seconds),
    indexAtOffset: (limit) => firstAbove(ends.length, (at) => ends.values[at]!, limit),
    slices: (from, to) => bytes.slices(offset(from), offset(to)),
    header: (width, height, startedAt) => Object.assign(head, { width, height, startedAt }),
    output: (time, data) => {
      bytes.append(data);
      push(times, forward(time));
      push(ends, bytes.total);
    },
    resize: (time, cols, rows) => {
      resizes.push({ index: times.length, time: forward(time), cols, rows });
    },
    touch: forward,
  };
};
