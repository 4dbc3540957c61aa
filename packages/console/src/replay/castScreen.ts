import { SerializeAddon } from '@xterm/addon-serialize';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';
import type { CastStore, Resize } from './castStore.ts';
import { endsInGround } from './groundState.ts';
import { takeSnapshot } from './snapshot.ts';

/** A copy of the screen before event `index`. */
export type Checkpoint = { index: number; cols: number; rows: number; screen: string };

/** A terminal that shows a recording at any event. */
export type CastScreen = {
  /** Shows everything before event `index`; resolves to false if a later call has replaced it. */
  show(index: number): Promise<boolean>;
  /** Event before which everything is drawn; -1 if that is not exactly known. */
  readonly index: number;
};

const SCROLLBACK = 1000;
const SPACING = 512 * 1024;
const MOST = 64;
const TAIL = 4096;

/** A terminal for recordings: no keyboard, and character widths of Unicode 11. */
export const makeCastTerminal = (options: ConstructorParameters<typeof Terminal>[0] = {}): Terminal => {
  const terminal = new Terminal({
    ...options,
    allowProposedApi: true,
    disableStdin: true,
    scrollback: SCROLLBACK,
    cursorBlink: false,
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  return terminal;
};

const written = (terminal: Terminal, data: string | Uint8Array) =>
  new Promise<void>((resolve) => terminal.write(data, resolve));

/** Resizes between events `from` and `to`; each takes effect before the output of its event. */
const resizesBetween = (store: CastStore, from: number, to: number): Resize[] =>
  store.resizes.filter((resize) => resize.index >= from && resize.index < to);

/**
 * Writes the events from `from` to `to` with their resizes. Stops early and returns false if `isStale`
 * returns true.
 */
const play = async (
  terminal: Terminal,
  store: CastStore,
  from: number,
  to: number,
  isStale: () => boolean,
) => {
  let at = from;
  for (const stop of [...resizesBetween(store, from, to), undefined]) {
    const until = stop ? stop.index : to;
    for (const slice of store.slices(at, until)) {
      await written(terminal, slice);
      if (isStale()) return false;
    }
    at = until;
    if (stop) terminal.resize(stop.cols, stop.rows);
  }
  return true;
};

/** Shows `store` on `terminal`; checkpoints may be added at any time. */
export const makeCastScreen = (
  terminal: Terminal,
  store: CastStore,
  checkpoints: readonly Checkpoint[],
): CastScreen => {
  let drawn = -1;
  let targetIndex = 0;
  let call = 0;
  let busy: Promise<void> = Promise.resolve();

  const restore = async (target: number) => {
    const near = checkpoints.filter((point) => point.index <= target).at(-1);
    const ahead = drawn >= 0 && drawn <= target;
    if (ahead && (!near || near.index <= drawn)) return;
    terminal.reset();
    const start = near ?? { index: 0, screen: '', cols: store.width, rows: store.height };
    terminal.resize(start.cols, start.rows);
    drawn = start.index;
    await written(terminal, start.screen);
  };

  const draw = async (own: number) => {
    if (own !== call) return;
    const target = targetIndex;
    await restore(target);
    const from = drawn;
    // If the run is stopped, it is not known what the screen shows: only a checkpoint makes it exact again.
    drawn = -1;
    if (await play(terminal, store, from, target, () => own !== call && targetIndex < target)) drawn = target;
  };

  return {
    get index() {
      return drawn;
    },
    show: async (index) => {
      targetIndex = index;
      call += 1;
      const own = call;
      busy = busy.then(() => draw(own));
      await busy;
      return own === call;
    },
  };
};

/** The last 4 KiB of output before event `index`. */
const tailOf = (store: CastStore, index: number): Uint8Array => {
  const from = Math.min(index - 1, store.indexAtOffset(store.offset(index) - TAIL));
  const pieces = [...store.slices(from, index)].flatMap((piece) => [...piece.subarray(-TAIL)]);
  return Uint8Array.from(pieces.slice(-TAIL));
};

/** A terminal off screen whose content can be copied. */
const makeHidden = (cols: number, rows: number) => {
  const terminal = makeCastTerminal({ cols, rows });
  const addon = new SerializeAddon();
  terminal.loadAddon(addon);
  return { terminal, copy: () => takeSnapshot(terminal, addon, SCROLLBACK) };
};
type Hidden = ReturnType<typeof makeHidden>;

/**
 * A copy of the screen that has been checked: drawn on `proof`, it must give the same copy. The serializer is
 * not exact in every case.
 */
const provenCopy = async (source: Hidden, proof: Hidden): Promise<string | null> => {
  const screen = source.copy();
  if (screen === null) return null;
  proof.terminal.reset();
  proof.terminal.resize(source.terminal.cols, source.terminal.rows);
  await written(proof.terminal, screen);
  return proof.copy() === screen ? screen : null;
};

/**
 * Plays the whole recording on a terminal off screen and copies the screen about every half megabyte, or less
 * often in a long recording, so that the player can jump to any position without replaying much. Lets the
 * page do other work in between.
 */
export const collectCheckpoints = async (
  store: CastStore,
  into: Checkpoint[],
  signal: AbortSignal,
  every = Math.max(SPACING, store.bytes / MOST),
): Promise<void> => {
  const [hidden, proof] = [makeHidden(store.width, store.height), makeHidden(store.width, store.height)];
  let at = 0;
  for (let goal = every; goal < store.bytes && !signal.aborted; ) {
    const next = Math.max(at + 1, Math.min(store.count, store.indexAtOffset(goal)));
    if (!(await play(hidden.terminal, store, at, next, () => signal.aborted)) || next >= store.count) break;
    at = next;
    const screen = endsInGround(tailOf(store, at)) ? await provenCopy(hidden, proof) : null;
    if (screen !== null)
      into.push({ index: at, cols: hidden.terminal.cols, rows: hidden.terminal.rows, screen });
    goal = store.offset(at) + (screen === null ? every / 64 : every);
  }
  hidden.terminal.dispose();
  proof.terminal.dispose();
};
