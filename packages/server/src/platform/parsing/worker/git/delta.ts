import { Excess } from '../../limits.ts';

const refuse = (): never => {
  throw new Excess('unusual');
};

const readSize = (delta: Buffer, at: number): { size: number; next: number } => {
  let [size, factor, next] = [0, 1, at];
  for (;;) {
    const byte = delta[next] ?? refuse();
    size += (byte & 0x7f) * factor;
    if (size > 2 ** 40) refuse();
    [factor, next] = [factor * 128, next + 1];
    if (!(byte & 0x80)) return { size, next };
  }
};

/** The bytes whose bits are set in a mask, as one number. */
const readMasked = (delta: Buffer, at: number, mask: number, most: number) => {
  let [value, next] = [0, at];
  for (let bit = 0; bit < most; bit += 1)
    if (mask & (1 << bit)) {
      value += (delta[next] ?? refuse()) * 256 ** bit;
      next += 1;
    }
  return { value, next };
};

/** What a change makes of its base; at most so many bytes. */
export const applied = (delta: Buffer, base: Buffer, most: number): Buffer => {
  const { size: baseSize, next: afterBase } = readSize(delta, 0);
  const { size, next: start } = readSize(delta, afterBase);
  if (baseSize !== base.length) refuse();
  if (size > most) throw new Excess('file', most / 1024);
  const made = Buffer.alloc(size);
  let [at, filled] = [start, 0];
  while (at < delta.length) {
    const command = delta[at] ?? refuse();
    at += 1;
    if (command & 0x80) {
      const offset = readMasked(delta, at, command & 0x0f, 4);
      const length = readMasked(delta, offset.next, (command >> 4) & 7, 3);
      at = length.next;
      const bytes = length.value || 0x10000;
      if (offset.value + bytes > base.length || filled + bytes > size) refuse();
      base.copy(made, filled, offset.value, offset.value + bytes);
      filled += bytes;
    } else {
      if (command === 0 || at + command > delta.length || filled + command > size) refuse();
      delta.copy(made, filled, at, at + command);
      [at, filled] = [at + command, filled + command];
    }
  }
  return filled === size ? made : refuse();
};
