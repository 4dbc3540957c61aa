/** Where a terminal is in its input, as far as strings are concerned. */
export type EscapeState =
  | 'text'
  | 'escape'
  /** Inside an operating system command. */
  | 'command'
  /** Between the start of a device control string and its payload: nothing, parameters, intermediates so far. */
  | 'head'
  | 'parameters'
  | 'intermediates'
  /** Inside the payload of a device control string. */
  | 'payload';

const ESCAPE = 0x1b;
/** First byte of the control characters above ASCII, in UTF-8. */
export const C1_LEAD = 0xc2;
const CANCELS = new Set([0x18, 0x1a]);
const BELL = 0x07;

/** Whether a byte is the second one of a control character above ASCII, after `C1_LEAD`. */
export const isC1 = (byte: number): boolean => byte >= 0x80 && byte < 0xa0;

/** Whether a terminal in this state stores what it reads. */
export const isStored = (state: EscapeState): boolean => state === 'command' || state === 'payload';

/** The state after a control character above ASCII: in UTF-8 `C1_LEAD` and this byte. */
export const afterC1 = (byte: number): EscapeState =>
  byte === 0x9d ? 'command' : byte === 0x90 ? 'head' : 'text';

const afterEscape = (byte: number): EscapeState => {
  if (byte === 0x5d) return 'command';
  if (byte === 0x50) return 'head';
  return byte < 0x20 || byte === 0x7f ? 'escape' : 'text';
};

/** The states are those of the terminal library, where a refused control string is a payload like any other. */
const afterHead = (state: EscapeState, byte: number): EscapeState => {
  if (byte < 0x20 || byte === 0x7f) return state;
  if (byte < 0x30) return 'intermediates';
  if (byte >= 0x40 || state === 'intermediates') return 'payload';
  return state === 'parameters' && byte >= 0x3c ? 'payload' : 'parameters';
};

/** The state after an ASCII byte. */
export const afterAscii = (state: EscapeState, byte: number): EscapeState => {
  if (byte === ESCAPE) return 'escape';
  if (CANCELS.has(byte)) return 'text';
  if (state === 'text') return 'text';
  if (state === 'escape') return afterEscape(byte);
  if (state === 'command') return byte === BELL ? 'text' : 'command';
  return state === 'payload' ? 'payload' : afterHead(state, byte);
};
