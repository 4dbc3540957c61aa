import addonSerialize from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import type { Size } from '../ssh/shell.ts';
import type { CommandReader } from './commandReader.ts';
import type { Eater, Feeder } from './feeder.ts';
import { createQueue } from './queue.ts';
import type { Moment } from './runningCommand.ts';
import { tameTerminal } from './tameTerminal.ts';

/** The whole screen as it was after `offset` bytes of output. */
export type Painting = { text: string; offset: number; size: Size };

/** What a terminal would show for a session, kept up off the hot path. */
export type Screen = {
  /** UTF-8 output; the bytes must not change afterwards. */
  output: (bytes: Buffer) => void;
  input: (text: string, moment: Moment) => void;
  resize: (size: Size) => void;
  paint: () => Promise<Painting>;
  /** Bytes waiting to be parsed. */
  backlog: () => number;
  /** Resolves when everything given so far has been read. */
  settled: () => Promise<void>;
  /** Gives the screen up; resolves when the last command has been told. */
  dispose: () => Promise<void>;
};

/** The model behind a screen. */
export type ScreenModel = Screen & {
  /** Gives up the parser of a session that has been quiet; what it showed stays as text. */
  tick: (now_ms: number) => void;
};

type Model = { terminal: headless.Terminal; serializer: addonSerialize.SerializeAddon };
type Step =
  | { kind: 'output'; bytes: Buffer }
  | { kind: 'input'; text: string; moment: Moment }
  | { kind: 'resize'; size: Size }
  | { kind: 'call'; run: () => void };

/** Lines above the screen that a reloaded page gets back. */
const SCROLLBACK = 200;
const QUIET_MS = 30_000;
/** A parser takes many times as much. */
const COLD_BYTES = 16 * 1024;

/** A screen of the given size; commands read off it go to the reader. */
export const createScreen = (deps: {
  size: Size;
  /** Bytes of output that came before. */
  offset: number;
  feeder: Feeder;
  reader: CommandReader;
  now: () => number;
  /** Called when waiting output was parsed, with the offset reached. */
  onDrain: (offset: number) => void;
}): ScreenModel => {
  let size = deps.size;
  let model: Model | null = null;
  let painted = '';
  const steps = createQueue<Step>();
  /** Output that came while there was no parser; a session in which nobody types needs none. */
  let cold: Buffer[] = [];
  let coldBytes = 0;
  let backlog = 0;
  let offset = deps.offset;
  let quietSince = deps.now();
  let disposed = false;

  const serialize = ({ serializer }: Model) => serializer.serialize({ scrollback: SCROLLBACK });

  const wake = async (): Promise<Model> => {
    if (model) return model;
    const terminal = new headless.Terminal({
      ...size,
      scrollback: SCROLLBACK,
      allowProposedApi: true,
      logLevel: 'off',
    });
    const serializer = new addonSerialize.SerializeAddon();
    terminal.loadAddon(serializer);
    tameTerminal(terminal);
    const fresh = { terminal, serializer };
    model = fresh;
    terminal.write(painted);
    for (const bytes of cold) terminal.write(bytes);
    painted = '';
    cold = [];
    coldBytes = 0;
    await new Promise<void>((done) => terminal.write('', done));
    deps.reader.bind(terminal);
    return fresh;
  };

  /** Parses output up to the budget; larger pieces are split. */
  const parse = async (terminal: headless.Terminal, budget: number) => {
    let room = budget;
    let written = 0;
    for (let next = steps.peek(); room > 0 && next?.kind === 'output'; next = steps.peek()) {
      const { bytes } = next;
      const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
      if (part.length === bytes.length) steps.shift();
      else steps.replaceFirst({ kind: 'output', bytes: bytes.subarray(room) });
      terminal.write(part);
      written += part.length;
      room -= part.length;
    }
    await new Promise<void>((done) => terminal.write('', done));
    offset += written;
    backlog -= written;
    deps.onDrain(offset);
  };

  const apply = (terminal: headless.Terminal, step: Exclude<Step, { kind: 'output' }>) => {
    if (step.kind === 'input') deps.reader.input(step.text, step.moment);
    else if (step.kind === 'call') step.run();
    else {
      size = step.size;
      terminal.resize(size.cols, size.rows);
    }
  };

  const eater: Eater = {
    step: async (budget) => {
      if (disposed) return false;
      const { terminal } = await wake();
      if (steps.peek()?.kind === 'output') await parse(terminal, budget);
      for (let next = steps.peek(); next && next.kind !== 'output' && !disposed; next = steps.peek()) {
        steps.shift();
        apply(terminal, next);
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
      if (!model && steps.length() === 0 && coldBytes + bytes.length <= COLD_BYTES) {
        cold.push(bytes);
        coldBytes += bytes.length;
        offset += bytes.length;
        return deps.onDrain(offset);
      }
      backlog += bytes.length;
      push({ kind: 'output', bytes });
    },
    input: (text, moment) => push({ kind: 'input', text, moment }),
    resize: (next) => push({ kind: 'resize', size: next }),
    paint: () => call(() => ({ text: model ? serialize(model) : '', offset, size })),
    backlog: () => backlog,
    settled: () => call(() => undefined),
    tick: (now_ms) => {
      deps.reader.tick(now_ms);
      const hibernate = model && steps.length() === 0 && now_ms - quietSince > QUIET_MS;
      if (!hibernate || !model || model.terminal.buffer.active.type === 'alternate') return;
      painted = serialize(model);
      deps.reader.unbind();
      model.terminal.dispose();
      model = null;
    },
    dispose: () => {
      disposed = true;
      deps.reader.unbind();
      // Whoever waits for an answer gets one.
      for (let next = steps.shift(); next; next = steps.shift()) if (next.kind === 'call') next.run();
      model?.terminal.dispose();
      model = null;
      return Promise.resolve();
    },
  };
};
