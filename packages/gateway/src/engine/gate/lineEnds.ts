/** Input up to the next key that may make the machine run a line. */
export type Cut = {
  /** Goes through at once. */
  keys: Buffer;
  end: LineEnd | null;
  rest: Buffer;
};

/** A key that may make the machine run a line. */
export type LineEnd = {
  key: Buffer;
  /**
   * `line` runs the line shown; `eof` (Ctrl-D) does where no line editor reads; `macro` may run anything that
   * was put together before.
   */
  kind: 'line' | 'eof' | 'macro';
  /** Between the marks of a pasted block, where line editors do not run lines. */
  isPasted: boolean;
};

const LF = 0x0a;
const CR = 0x0d;
/** Readline and zsh: runs the line and fetches the next one of the history. */
const CTRL_O = 0x0f;
const CTRL_D = 0x04;
const CTRL_X = 0x18;
const CTRL_E = 0x05;
const ESC = 0x1b;
const TILDE = 0x7e;
const letter = { a: 0x61, A: 0x41, e: 0x65 };
const PASTE_BEGIN = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const MARK_LENGTH = PASTE_BEGIN.length;

/** Finds line ends in input; remembers open sequences and pastes between calls. */
export type LineEnds = {
  cut: (bytes: Buffer) => Cut;
  /** The input goes through whole. */
  pass: (bytes: Buffer) => Cut;
  /** The input is not sent; what remains of it is the part behind a paste that was under way. */
  skip: (bytes: Buffer) => Buffer;
};

/** Starts outside a paste. */
export const createLineEnds = (): LineEnds => {
  let isPasted = false;
  let before = 0;
  /** The end of earlier input, which a mark may have begun in. */
  let tail = '';

  const kindOf = (byte: number): LineEnd['kind'] | null => {
    if (byte === CR || byte === LF) return 'line';
    if (isPasted) return null;
    if (byte === CTRL_O) return 'line';
    if (byte === CTRL_D) return 'eof';
    // Zsh runs a line and keeps it.
    if (before === ESC && (byte === letter.a || byte === letter.A)) return 'line';
    // Readline runs a recorded macro, or what an editor saves.
    if (before === CTRL_X && (byte === letter.e || byte === CTRL_E)) return 'macro';
    return null;
  };
  const mark = (bytes: Buffer, end: number) => {
    const text = tail + bytes.toString('latin1', Math.max(0, end - MARK_LENGTH), end);
    if (text.endsWith(PASTE_BEGIN)) isPasted = true;
    else if (text.endsWith(PASTE_END)) isPasted = false;
  };

  const remember = (bytes: Buffer) => {
    tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - MARK_LENGTH))).slice(-MARK_LENGTH);
  };
  const cut = (bytes: Buffer): Cut => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === TILDE) mark(bytes, at + 1);
      const kind = kindOf(byte);
      before = byte;
      if (kind === null) continue;
      tail = '';
      const end = { key: bytes.subarray(at, at + 1), kind, isPasted };
      return { keys: bytes.subarray(0, at), end, rest: bytes.subarray(at + 1) };
    }
    remember(bytes);
    return { keys: bytes, end: null, rest: bytes.subarray(bytes.length) };
  };

  return {
    cut,
    pass: (bytes) => {
      let rest = bytes;
      while (rest.length > 0) ({ rest } = cut(rest));
      return { keys: bytes, end: null, rest };
    },
    skip: (bytes) => {
      if (!isPasted) return bytes;
      for (let at = 0; at < bytes.length; at += 1) {
        if (bytes[at] !== TILDE) continue;
        mark(bytes, at + 1);
        if (!isPasted) return bytes.subarray(at + 1);
      }
      remember(bytes);
      return bytes.subarray(bytes.length);
    },
  };
};
