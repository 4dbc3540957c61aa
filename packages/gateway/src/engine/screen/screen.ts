import type { Size } from '../terminal/size.ts';
import type { CommandReader } from './commandReader.ts';
import type { Eater, Feeder } from './feeder.ts';
import type { HeldLine } from './heldLine.ts';
import { createParser, type Parser } from './parser.ts';
import { createQueue, type Queue } from './queue.ts';
import type { Moment } from './runningCommand.ts';

/** The whole screen as it was after `offset` bytes of output. */
export type Painting = { text: string; offset: number; size: Size };

/** A session's terminal screen, maintained off the hot path. */
export type Screen = {
  /** UTF-8 output; the bytes must not change afterwards. */
  output: (bytes: Buffer) => void;
  input: (text: string, moment: Moment) => void;
  resize: (size: Size) => void;
  paint: () => Promise<Painting>;
  /** Bytes waiting to be parsed. */
  backlog: () => number;
  /**
   * The line that a line end would enter now, once all output and input so far have been read; null when the
   * screen is lost.
   */
  held: () => Promise<HeldLine | null>;
  /** Resolves when all output so far has been read. */
  settled: () => Promise<void>;
  /** Releases the screen; resolves when the last command has been reported. */
  dispose: () => Promise<void>;
};

/** The model behind a screen. */
export type ScreenModel = Screen & {
  /** Finishes a command that is due; releases the parser of a quiet session, keeping its screen as text. */
  tick: (now_ms: number) => void;
};

type Step =
  | { kind: 'output'; bytes: Buffer }
  | { kind: 'input'; text: string; moment: Moment }
  | { kind: 'resize'; size: Size }
  | { kind: 'call'; run: () => void };

const QUIET_MS = 30_000;
/** Maximum input processed in one turn, in characters. */
const INPUT_PIECE = 16 * 1024;

/** Takes the next step; long input in pieces that end between two characters. */
const takeSome = (steps: Queue<Step>, step: Exclude<Step, { kind: 'output' }>): typeof step => {
  if (step.kind !== 'input' || step.text.length <= INPUT_PIECE) {
    steps.shift();
    return step;
  }
  const isPair = step.text.codePointAt(INPUT_PIECE - 1)! > 0xffff;
  const end = isPair ? INPUT_PIECE + 1 : INPUT_PIECE;
  steps.replaceFirst({ ...step, text: step.text.slice(end) });
  return { ...step, text: step.text.slice(0, end) };
};

/** Feeds the next output to the terminal, up to the budget; larger pieces are split. */
const feed = (parser: Parser, steps: Queue<Step>, budget: number): number => {
  let room = budget;
  for (let next = steps.peek(); room > 0 && next?.kind === 'output'; next = steps.peek()) {
    const { bytes } = next;
    const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
    if (part.length === bytes.length) steps.shift();
    else steps.replaceFirst({ kind: 'output', bytes: bytes.subarray(room) });
    parser.write(part);
    room -= part.length;
  }
  return budget - room;
};

/** A screen of a given size; the reader reports the commands it finds on it. */
export const createScreen = (deps: {
  size: Size;
  /** Bytes of earlier output. */
  offset: number;
  feeder: Feeder;
  reader: CommandReader;
  now: () => number;
  /** Called when output was parsed or put aside for later, with the offset reached. */
  onDrain: (offset: number) => void;
}): ScreenModel => {
  const parser = createParser(deps);
  const steps = createQueue<Step>();
  let backlog = 0;
  let offset = deps.offset;
  let quietSince = deps.now();
  let disposed = false;

  const parse = async (budget: number) => {
    const written = feed(parser, steps, budget);
    await parser.parsed();
    offset += written;
    backlog -= written;
    deps.onDrain(offset);
  };
  const apply = (step: Exclude<Step, { kind: 'output' }>) => {
    if (step.kind === 'input') deps.reader.input(step.text, step.moment);
    else if (step.kind === 'call') step.run();
    else parser.resize(step.size);
  };

  const eater: Eater = {
    step: async (budget) => {
      if (disposed) return false;
      await parser.wake();
      if (steps.peek()?.kind === 'output') await parse(budget);
      let room = INPUT_PIECE;
      for (let next = steps.peek(); next && next.kind !== 'output' && !disposed; next = steps.peek()) {
        if (room <= 0) break;
        const step = takeSome(steps, next);
        if (step.kind === 'input') room -= step.text.length;
        apply(step);
      }
      return steps.length() > 0;
    },
  };
  const push = (step: Step) => {
    if (disposed) return;
    steps.push(step);
    quietSince = deps.now();
    deps.feeder.wake(eater);
  };
  const call = <T>(run: () => T): Promise<T> =>
    new Promise<T>((resolve) => push({ kind: 'call', run: () => resolve(run()) }));

  return {
    output: (bytes) => {
      if (steps.length() === 0 && parser.keep(bytes)) {
        offset += bytes.length;
        return deps.onDrain(offset);
      }
      backlog += bytes.length;
      push({ kind: 'output', bytes });
    },
    input: (text, moment) => push({ kind: 'input', text, moment }),
    resize: (next) => push({ kind: 'resize', size: next }),
    paint: () => call(() => ({ text: parser.text(), offset, size: parser.size() })),
    backlog: () => backlog,
    held: () => call(() => (disposed ? null : deps.reader.held())),
    settled: () => call(() => undefined),
    tick: (now_ms) => {
      deps.reader.tick(now_ms);
      const patience_ms = Math.max(QUIET_MS, deps.reader.waitsFor_ms());
      if (steps.length() === 0 && now_ms - quietSince > patience_ms) parser.hibernate();
    },
    dispose: () => {
      disposed = true;
      deps.reader.unbind();
      // Answer all pending requests.
      for (let next = steps.shift(); next; next = steps.shift()) if (next.kind === 'call') next.run();
      parser.dispose();
      return Promise.resolve();
    },
  };
};
