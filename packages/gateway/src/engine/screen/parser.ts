import addonSerialize from '@xterm/addon-serialize';
import addonUnicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';
import type { Size } from '../terminal/size.ts';
import type { CommandReader } from './commandReader.ts';
import { tameTerminal } from './tameTerminal.ts';

/** The terminal behind a screen: there while something has to be read, given up while all is quiet. */
export type Parser = {
  size: () => Size;
  /** Of a parser that is awake. */
  resize: (size: Size) => void;
  /** Keeps output until a parser is needed; false when there is one, or it would be too much. */
  keep: (bytes: Buffer) => boolean;
  wake: () => Promise<headless.Terminal>;
  /** What a parser that is awake shows, as text that paints it. */
  text: () => string;
  /** Gives the parser up unless a full screen program is on it; what it showed stays as text. */
  hibernate: () => void;
  dispose: () => void;
};

type Model = { terminal: headless.Terminal; serializer: addonSerialize.SerializeAddon };

/** Lines above the screen that a reloaded page gets back. */
const SCROLLBACK = 200;
/** A parser takes many times as much. */
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
  // Signs are as wide as in the terminal of the person, and as line editors at targets count them.
  terminal.loadAddon(new addonUnicode11.Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  tameTerminal(terminal);
  return { terminal, serializer };
};

/** Sleeps at first; the reader follows it whenever it is awake. */
export const createParser = (deps: { size: Size; reader: CommandReader }): Parser => {
  let size = deps.size;
  let model: Model | null = null;
  let painted = '';
  /** Output that came while there was no parser; a session in which nobody types needs none. */
  let cold: Buffer[] = [];
  let coldBytes = 0;

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
      if (model) return model.terminal;
      model = build(size);
      const { terminal } = model;
      terminal.write(painted);
      for (const bytes of cold) terminal.write(bytes);
      painted = '';
      cold = [];
      coldBytes = 0;
      await new Promise<void>((done) => terminal.write('', done));
      deps.reader.bind(terminal);
      return terminal;
    },
    text,
    hibernate: () => {
      if (!model || model.terminal.buffer.active.type === 'alternate') return;
      painted = text();
      deps.reader.unbind();
      model.terminal.dispose();
      model = null;
    },
    dispose: () => {
      model?.terminal.dispose();
      model = null;
    },
  };
};
