import { GitFailure } from './failure.ts';

/** A part of Git's protocol: its bytes, or the mark that ends a section. */
export type Packet = Buffer | 'flush';

const lengthDigits = 4;
const longest = 65_520;

/** A packet as it is sent. */
export const packetOf = (text: string): string =>
  (Buffer.byteLength(text) + lengthDigits).toString(16).padStart(lengthDigits, '0') + text;
/** Ends a section. */
export const FLUSH = '0000';

/** Reads packets one by one; a stream that ends early, or has more bytes than allowed, is a failure. */
export const createPackets = (source: AsyncIterable<Buffer>, most: number) => {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let [length, total] = [0, 0];
  /** The bytes of a part; joined once, however small the pieces in which they arrive. */
  const take = async (bytes: number): Promise<Buffer | undefined> => {
    while (length < bytes) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      total += value.length;
      if (total > most) throw new GitFailure('large');
      held.push(value);
      length += value.length;
    }
    const joined = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [joined.subarray(bytes)];
    length -= bytes;
    return joined.subarray(0, bytes);
  };
  return {
    /** The next packet; undefined at the end. */
    next: async (): Promise<Packet | undefined> => {
      const head = (await take(lengthDigits))?.toString('latin1');
      if (head === undefined) return undefined;
      if (head === FLUSH) return 'flush';
      const size = /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : 0;
      // Also what a host prints that speaks another protocol.
      if (size < lengthDigits || size > longest) throw new GitFailure('broken');
      const body = await take(size - lengthDigits);
      if (!body) throw new GitFailure('broken');
      return body;
    },
  };
};

export type Packets = ReturnType<typeof createPackets>;

/** Joins what arrives in pieces; many small ones take no more room than one large one. */
export const createJoined = (most: number) => {
  let room = Buffer.alloc(64 * 1024);
  let length = 0;
  return {
    add: (piece: Buffer): void => {
      if (length + piece.length > most) throw new GitFailure('large');
      if (length + piece.length > room.length) {
        const larger = Buffer.alloc(Math.max(2 * room.length, length + piece.length));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      piece.copy(room, length);
      length += piece.length;
    },
    all: (): Buffer => room.subarray(0, length),
  };
};
