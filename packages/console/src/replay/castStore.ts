/** A recording in memory: the output bytes in blocks of 1 MiB, the times of its events, and the resizes. */
export type CastStore = {
  /** Number of output events so far. */
  readonly count: number;
  /** Seconds from the start to the last event of any kind. */
  readonly duration: number;
  /** Output bytes held. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Time of the start in Unix seconds; 0 if the header does not say. */
  readonly startedAt: number;
  readonly resizes: readonly Resize[];
  time(index: number): number;
  /** Number of output bytes before event `index`. */
  offset(index: number): number;
  /** Index of the first event later than `seconds`. */
  indexAfter(seconds: number): number;
  /** Index of the first event whose output ends beyond `offset` bytes. */
  indexAtOffset(offset: number): number;
  /** Output of the events from `from` up to, but not including, `to`, in pieces of at most one block. */
  slices(from: number, to: number): Generator<Uint8Array>;
};

/** A change of the screen size before the output of event `index`. */
export type Resize = { index: number; time: number; cols: number; rows: number };

/** A store that can be written to. */
export type CastWriter = CastStore & {
  header(width: number, height: number, startedAt: number): void;
  output(time: number, data: string): void;
  resize(time: number, cols: number, rows: number): void;
  /** Extends the duration by an event without output, such as input, a marker or the exit. */
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

/** First position whose `value` is above `limit`, by binary search; `length` if there is none. */
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

/** An empty store. It is filled while the recording arrives, and can be read meanwhile. */
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
