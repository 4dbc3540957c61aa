import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../http/byteRange.ts';

/** Bytes of content in a frame, each sealed by itself so that parts of a file can be read; and of the mark that proves it. */
const [FRAME, MARK] = [64 * 1024, 16];

/** What seals a file: a key of few files, and the place of the file among them, which no other may have. */
export type FrameKey = { key: Buffer; place: number };

/** No two frames of a key share a nonce, and a frame opens at its own place only. */
const nonceOf = (place: number, frame: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(place);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
};

const seal = (plain: Buffer, { key, place }: FrameKey, frame: number): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, frame));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const open = (sealed: Buffer, { key, place }: FrameKey, frame: number): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, frame));
  decipher.setAuthTag(sealed.subarray(-MARK));
  return Buffer.concat([decipher.update(sealed.subarray(0, -MARK)), decipher.final()]);
};

/** Content in sealed frames. */
export const sealedFrames = async function* (
  content: AsyncIterable<Uint8Array>,
  by: FrameKey,
): AsyncGenerator<Buffer> {
  let frame = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content)
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, FRAME - length);
      parts.push(part);
      length += part.length;
      rest = rest.subarray(part.length);
      if (length < FRAME) continue;
      yield seal(Buffer.concat(parts), by, frame);
      frame += 1;
      [parts, length] = [[], 0];
    }
  if (length > 0) yield seal(Buffer.concat(parts), by, frame);
};

/** A part of what was sealed; undefined where there is no file, throws where it is not as it was stored. */
export const openedRange = async (
  read: (range: ByteRange) => Promise<Readable | undefined>,
  { start, end }: ByteRange,
  by: FrameKey,
): Promise<Buffer | undefined> => {
  const [first, last] = [Math.floor(start / FRAME), Math.floor(end / FRAME)];
  const whole = FRAME + MARK;
  const stream = await read({ start: first * whole, end: (last + 1) * whole - 1 });
  if (!stream) return undefined;
  const sealed = await buffer(stream);
  const plain: Buffer[] = [];
  for (let at = 0; at < sealed.length; at += whole)
    plain.push(open(sealed.subarray(at, at + whole), by, first + at / whole));
  return Buffer.concat(plain).subarray(start - first * FRAME, end + 1 - first * FRAME);
};
