import { setImmediate as turn } from 'node:timers/promises';
import { createLineEnds, type LineEnd, type LineEnds } from './lineEnds.ts';

/** Input in order: keys go through at once, those behind a held line end wait. */
export type HeldInput = {
  take: (utf8: Buffer, done: () => void) => void;
  /** Drops what waits behind the line that is held. */
  drop: () => void;
  /** The user gave up the line that is held. */
  isGivenUp: () => boolean;
  /** Gives up the line that is held, with everything behind it. */
  abandon: () => void;
  stop: () => void;
};

type Item = { bytes: Buffer; done: () => void };

const CTRL_C = 3;
/** After this time the user may give up a line that is held with Ctrl-C; until then it waits like any key. */
const PATIENCE_MS = 300;
/** How long decisions may follow each other before other sessions get their turn. */
const SLICE_MS = 4;

/** Leaves out the rest of a paste whose line was taken back. */
const createSkipping = (ends: LineEnds) => {
  let isSkipping = false;
  return {
    skip: () => {
      isSkipping = true;
    },
    of: (bytes: Buffer): Buffer => {
      if (!isSkipping) return bytes;
      const rest = ends.skip(bytes);
      isSkipping = rest.length === 0;
      return rest;
    },
  };
};

/** Lets other sessions have their turn when decisions have followed each other for long. */
const createSlices = (now: () => number) => {
  let since = now();
  return async () => {
    if (now() - since <= SLICE_MS) return;
    await turn();
    since = now();
  };
};

/** Starts with nothing held. */
export const createHeldInput = (deps: {
  send: (keys: Buffer, done: () => void) => void;
  /** Sends the line's end on, or takes the line back. */
  decide: (end: LineEnd) => Promise<void>;
  /** Ends what `decide` waits for. */
  giveUp: () => void;
  /** Reviewers were asked about the line that is held. */
  isReviewing: () => boolean;
  /** No line has to be decided. */
  isIdle: () => boolean;
  now: () => number;
}): HeldInput => {
  const { now } = deps;
  const ends = createLineEnds();
  const wanted = createSkipping(ends);
  const slice = createSlices(now);
  let queue: Item[] = [];
  /** Since when a line end is held. */
  let heldSince: number | null = null;
  let isGivenUp = false;
  let stopped = false;

  const drop = () => {
    const dropped = queue;
    queue = [];
    for (const { bytes, done } of dropped) {
      ends.skip(bytes);
      done();
    }
    wanted.skip();
  };
  const hold = async (end: LineEnd) => {
    heldSince = now();
    isGivenUp = false;
    await deps.decide(end);
    await slice();
    heldSince = null;
    if (!stopped) pump();
  };
  const pump = () => {
    while (heldSince === null && !stopped) {
      const item = queue.shift();
      if (!item) return;
      if (item.bytes.length === 0) {
        item.done();
        continue;
      }
      const { keys, end, rest } = deps.isIdle() ? ends.pass(item.bytes) : ends.cut(item.bytes);
      if (end) queue.unshift({ bytes: rest, done: item.done });
      if (keys.length > 0) deps.send(keys, end ? () => undefined : item.done);
      if (end) void hold(end);
    }
  };
  /** Ctrl-C behind a line that waits for long gives it up; a line under review is taken back instead. */
  const giveUp = (from: number, item: Item) => {
    isGivenUp = !deps.isReviewing();
    drop();
    if (isGivenUp) queue = [{ bytes: item.bytes.subarray(from), done: item.done }];
    else item.done();
    deps.giveUp();
  };

  return {
    take: (bytes, done) => {
      const rest = wanted.of(bytes);
      if (stopped || rest.length === 0) return done();
      const item = { bytes: rest, done };
      const at = heldSince === null ? -1 : rest.indexOf(CTRL_C);
      const isLong = heldSince !== null && (deps.isReviewing() || now() - heldSince > PATIENCE_MS);
      if (at >= 0 && isLong) return giveUp(at, item);
      queue.push(item);
      pump();
    },
    drop,
    isGivenUp: () => isGivenUp,
    abandon: () => {
      if (heldSince === null) return;
      isGivenUp = true;
      drop();
      deps.giveUp();
    },
    stop: () => {
      stopped = true;
      drop();
      deps.giveUp();
    },
  };
};
