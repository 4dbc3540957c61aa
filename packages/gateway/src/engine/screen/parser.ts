import addonSerialize from '@xterm/addon-serialize';
import addonUnicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';
import type { Size } from '../terminal/size.ts';
import { createStringCap } from './cap/capStrings.ts';
import type { CommandReader } from './commandReader.ts';
import { tameTerminal } from './tameTerminal.ts';

/** The terminal behind a screen: created when something must be read, released when the session is quiet. */
export type Parser = {
  size: () => Size;
  /** Sets the size, also of an active parser. */
  resize: (size: Size) => void;
  /** Buffers output until a parser is needed; false when one exists or the buffer is full. */
  keep: (bytes: Buffer) => boolean;
  /** Makes sure that a parser exists. */
  wake: () => Promise<void>;
  /** Output for an existing parser. */
  write: (bytes: Buffer) => void;
  /** Resolves when everything written has been parsed. */
  parsed: () => Promise<void>;
  /** The screen of an active parser, as text that repaints it; empty without one. */
  text: () => string;
  /** Releases the parser unless a full-screen program is running; its screen is kept as text. */
  hibernate: () => void;
  dispose: () => void;
};

type Model = { terminal: headless.Terminal; serializer: addonSerialize.SerializeAddon };

/** Maximum number of scrollback lines, which a reloaded page gets back. */
const SCROLLBACK = 200;
/** Maximum output buffered without a parser, in bytes; a parser takes many times this memory. */
const COLD_BYTES = 16 * 1024;

const build = (size: Size): Model => {
  const terminal = new headless.Terminal({
    ...size,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const serializer = new addonSerialize.SerializeAddon();
  terminal.loadAddon(serializer);
  // Characters are as wide as in the user's terminal, and as line editors count them.
  terminal.loadAddon(new addonUnicode11.Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  tameTerminal(terminal);
  return { terminal, serializer };
};

/** Starts without a parser; the reader is bound to it whenever it exists. */
export const createParser = (deps: { size: Size; reader: CommandReader }): Parser => {
  let size = deps.size;
  let model: Model | null = null;
  let painted = '';
  /** Output received without a parser; a session with little output and no input needs no parser. */
  let cold: Buffer[] = [];
  let coldBytes = 0;

  const cap = createStringCap();

  const write = (bytes: Buffer) => model?.terminal.write(cap.cut(bytes));
  const parsed = () =>
    new Promise<void>((done) => {
      if (model) model.terminal.write('', done);
      else done();
    });
  const text = () => model?.serializer.serialize({ scrollback: SCROLLBACK }) ?? '';

  return {
    size: () => size,
    resize: (next) => {
      size = next;
      model?.terminal.resize(size.cols, size.rows);
    },
    keep: (bytes) => {
      if (model || coldBytes + bytes.length > COLD_BYTES) return false;
      cold.push(bytes);
      coldBytes += bytes.length;
      return true;
    },
    wake: async () => {
      if (model) return;
      model = build(size);
      const { terminal } = model;
      terminal.write(painted);
      for (const bytes of cold) write(bytes);
      painted = '';
      cold = [];
      coldBytes = 0;
      await parsed();
      deps.reader.bind(terminal);
    },
    write,
    parsed,
    text,
    hibernate: () => {
      if (!model || model.terminal.buffer.active.type === 'alternate') return;
      painted = text();
      deps.reader.unbind();
      model.terminal.dispose();
      model = null;
      cap.forget();
    },
    dispose: () => {
      model?.terminal.dispose();
      model = null;
    },
  };
};
