import { afterAscii, afterC1, C1_LEAD, type EscapeState, isC1, isStored } from './escapeState.ts';

/**
 * Takes out of the output what a terminal would collect without end: the payload of an escape string beyond a
 * limit, and combining characters upon combining characters. What stays is displayed as before.
 */
export type StringCap = {
  /** The bytes for the terminal. */
  cut: (bytes: Buffer) => Buffer;
  /** The terminal is released; a new one starts outside any string. */
  forget: () => void;
};

/** Longest payload of a string, in bytes: window titles and colours are shorter. */
const PAYLOAD = 4 * 1024;
/** Bytes above ASCII in a row, after which combining characters are counted. */
const RUN = 512;
/** Most combining characters in a row, from then on. */
const MARKS = 64;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;

const cancel = Buffer.from([0x18]);
const lead = Buffer.from([C1_LEAD]);

/** The pieces of a chunk that stay. */
const createPieces = (bytes: Buffer) => {
  const pieces: Buffer[] = [];
  let from: number | null = 0;
  return {
    /** Leaves out what follows, from here on. */
    drop: (at: number) => {
      if (from !== null) pieces.push(bytes.subarray(from, at));
      from = null;
    },
    /** Keeps what follows, from here on. */
    keep: (at: number) => {
      from ??= at;
    },
    insert: (piece: Buffer, at: number) => {
      if (from !== null) pieces.push(bytes.subarray(from, at));
      pieces.push(piece);
      from = at;
    },
    whole: (): Buffer => {
      if (from === 0 && pieces.length === 0) return bytes;
      if (from !== null) pieces.push(bytes.subarray(from));
      return Buffer.concat(pieces);
    },
  };
};

type Pieces = ReturnType<typeof createPieces>;

/** The length of a character by its first byte, in bytes; 0 for any other byte. */
const lengthOf = (byte: number): number =>
  byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 0;

const codeAt = (bytes: Buffer, at: number, length: number): number => {
  let code = bytes[at]! & (0x7f >> length);
  for (let next = at + 1; next < at + length; next += 1) code = (code << 6) | ((bytes[next] ?? 0) & 0x3f);
  return code;
};

/** Remembers the answers: asking takes longer than displaying the character. */
const widthless = new Map<number, boolean>();
const isWidthless = (code: number): boolean => {
  const known = widthless.get(code);
  if (known !== undefined) return known;
  const answer = code <= 0x10ffff && ZERO_WIDTH.test(String.fromCodePoint(code));
  widthless.set(code, answer);
  return answer;
};

/** Finds combining characters beyond those that a character may have. */
const createExcess = (limits: { run: number; marks: number }) => {
  let run = 0;
  let marks = 0;
  return {
    /** Another byte that is not part of the run. */
    reset: () => {
      run = 0;
    },
    /** The length in bytes of an excess character that begins here; 0 when none does. */
    at: (bytes: Buffer, at: number): number => {
      run += 1;
      const length = lengthOf(bytes[at]!);
      if (length === 0 || run <= limits.run) return 0;
      marks = isWidthless(codeAt(bytes, at, length)) ? marks + 1 : 0;
      return marks > limits.marks ? length : 0;
    },
  };
};

/** Starts outside any string. */
export const createStringCap = (limits = { payload: PAYLOAD, run: RUN, marks: MARKS }): StringCap => {
  const excess = createExcess(limits);
  let state: EscapeState = 'text';
  let room = 0;
  /** Whether the last byte may begin a control character. */
  let isLead = false;

  const enter = (next: EscapeState) => {
    room = limits.payload;
    state = next;
  };
  const store = (pieces: Pieces, at: number) => {
    if (room <= 0) pieces.drop(at);
    else room -= 1;
  };
  const takeAscii = (byte: number, at: number, pieces: Pieces) => {
    const next = afterAscii(state, byte);
    if (isStored(state) && next === state) return store(pieces, at);
    pieces.keep(at);
    enter(next);
  };
  /** Returns how many bytes are left out from here on. */
  const takeOther = (bytes: Buffer, at: number, pieces: Pieces): number => {
    if (isStored(state)) {
      store(pieces, at);
      return 0;
    }
    if (state === 'text') return excess.at(bytes, at);
    // Not every such byte ends the sequence in the terminal; this does.
    if (!isLead) {
      pieces.insert(cancel, at + 1);
      enter('text');
    }
    return 0;
  };

  const cut = (bytes: Buffer): Buffer => {
    const pieces = createPieces(bytes);
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      const isControl = isLead && isC1(byte);
      isLead = byte === C1_LEAD;
      if (byte >= 0x80 && !isControl) {
        const length = takeOther(bytes, at, pieces);
        if (length === 0) continue;
        pieces.drop(at);
        at += length - 1;
        pieces.keep(at + 1);
        continue;
      }
      excess.reset();
      if (isControl) {
        if (isStored(state) && room <= 0) pieces.insert(lead, at);
        enter(afterC1(byte));
      } else takeAscii(byte, at, pieces);
    }
    return pieces.whole();
  };

  return {
    cut,
    forget: () => {
      if (isStored(state)) room = 0;
      else state = 'text';
    },
  };
};
