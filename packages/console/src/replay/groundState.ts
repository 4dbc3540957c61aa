const ESC = 0x1b;
const BEL = 0x07;
const REACH = 4096;

const inRange = (byte: number, from: number, to: number) => byte >= from && byte <= to;

/** Whether the escape sequence at `start` is complete at the end of `bytes`. */
const isWhole = (bytes: Uint8Array, start: number): boolean => {
  const kind = bytes[start + 1];
  if (kind === undefined) return false;
  const rest = bytes.subarray(start + 2);
  if (kind === 0x5b) return rest.some((byte) => inRange(byte, 0x40, 0x7e));
  // A string terminator begins with a later escape; a bell ends OSC, but not DCS, APC, PM and SOS.
  if (kind === 0x5d) return rest.includes(BEL);
  if ([0x50, 0x5f, 0x5e, 0x58].includes(kind)) return false;
  if (inRange(kind, 0x20, 0x2f)) return rest.some((byte) => inRange(byte, 0x30, 0x7e));
  return true;
};

/** Whether the last UTF-8 character is incomplete. */
const isOpenCharacter = (bytes: Uint8Array): boolean => {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return false;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
  }
  return bytes.length > 0;
};

/**
 * Whether this output leaves a terminal inside neither an escape sequence nor a character, so that its state
 * can be copied.
 */
export const endsInGround = (output: Uint8Array): boolean => {
  const tail = output.subarray(Math.max(0, output.length - REACH));
  const start = tail.lastIndexOf(ESC);
  return (start < 0 || isWhole(tail, start)) && !isOpenCharacter(tail);
};
