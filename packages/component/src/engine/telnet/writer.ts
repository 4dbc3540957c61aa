import { IAC } from './codes.ts';

const [CR, LF, NUL] = [13, 10, 0];

/** Encodes typed bytes: IAC is doubled, and outside of BINARY a lone CR is followed by NUL. */
export const encodeInput = (bytes: Buffer, isBinary: boolean): Buffer => {
  if (!bytes.includes(IAC) && (isBinary || !bytes.includes(CR))) return bytes;
  const encoded: number[] = [];
  bytes.forEach((byte, at) => {
    encoded.push(byte);
    if (byte === IAC) encoded.push(IAC);
    else if (byte === CR && !isBinary && bytes[at + 1] !== LF) encoded.push(NUL);
  });
  return Buffer.from(encoded);
};
