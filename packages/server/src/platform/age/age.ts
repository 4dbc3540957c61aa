import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { derived, publicKeyFrom, rawPublic, wrappingKey } from './keys.ts';

/*
 * Encrypted files in the format of age (https://age-encryption.org/v1), which the programs `age` and `rage` read and
 * write: X25519 recipients, a payload in chunks that are each authenticated.
 */

const cipher = 'chacha20-poly1305';
const tagLength = 16;
const chunkLength = 65_536;
const nonceLength = 16;
const versionLine = 'age-encryption.org/v1';
/** Longest header that is read; ours has two recipients. */
const longestHeader = 16_384;
const noSalt = Buffer.alloc(0);
const noNonce = Buffer.alloc(12);

/** The file is none of age, is damaged, or is not encrypted to this key. */
export class Undecipherable extends Error {}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const sealed = (key: Buffer, nonce: Buffer, content: Buffer): Buffer => {
  const made = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  return Buffer.concat([made.update(content), made.final(), made.getAuthTag()]);
};

const opened = (key: Buffer, nonce: Buffer, content: Buffer): Buffer | undefined => {
  if (content.length < tagLength) return undefined;
  const made = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength });
  made.setAuthTag(content.subarray(-tagLength));
  try {
    return Buffer.concat([made.update(content.subarray(0, -tagLength)), made.final()]);
  } catch {
    return undefined;
  }
};

const stanzaFor = (recipient: KeyObject, fileKey: Buffer): string => {
  const pair = generateKeyPairSync('x25519');
  const share = rawPublic(pair.publicKey);
  const key = wrappingKey(pair.privateKey, recipient, Buffer.concat([share, rawPublic(recipient)]));
  return `-> X25519 ${base64(share)}\n${base64(sealed(key, noNonce, fileKey))}\n`;
};

const macOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derived(fileKey, noSalt, 'header'))
    .update(header)
    .digest();

/** The nonce of a chunk: its number, and whether it is the last. */
const chunkNonce = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

/** Pieces of exactly this length, the last of them shorter or of the same length. */
async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    held.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    size += part.byteLength;
    if (size <= length) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > length; rest = rest.subarray(length))
      yield { piece: rest.subarray(0, length), isLast: false };
    held = [rest];
    size = rest.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/** Encrypts content to recipients, any of whom can open it. */
export async function* encryptTo(
  recipients: readonly KeyObject[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16);
  const stanzas = recipients.map((recipient) => stanzaFor(recipient, fileKey));
  const header = `${versionLine}\n${stanzas.join('')}---`;
  const nonce = randomBytes(nonceLength);
  yield Buffer.concat([Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`), nonce]);
  const key = derived(fileKey, nonce, 'payload');
  let number = 0;
  for await (const { piece, isLast } of inPieces(content, chunkLength)) {
    yield sealed(key, chunkNonce(number, isLast), piece);
    number += 1;
  }
}

const damagedHeader = 'The header of the file is damaged.';

/** The bytes of a part of the header; Node would read over what is no base64. */
const bytesIn = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (base64(bytes) !== text) throw new Undecipherable(damagedHeader);
  return bytes;
};

/** The key for a share of the header; a share of low order has none. */
const keyFor = (share: Buffer, own: Buffer, identity: KeyObject): Buffer => {
  try {
    return wrappingKey(identity, publicKeyFrom(share), Buffer.concat([share, own]));
  } catch {
    throw new Undecipherable(damagedHeader);
  }
};

const fileKeyIn = (stanzas: string, identity: KeyObject): Buffer | undefined => {
  const own = rawPublic(createPublicKey(identity));
  for (const [, share = '', body = ''] of stanzas.matchAll(/^-> X25519 (\S{43})\n(\S{43})$/gm)) {
    const found = opened(keyFor(bytesIn(share), own, identity), noNonce, bytesIn(body));
    if (found) return found;
  }
  return undefined;
};

/** The key of the payload by its header and nonce. */
const payloadKey = (header: string, nonce: Buffer, identity: KeyObject): Buffer => {
  const [, signed = '', mac = ''] = /^(.*\n---) (\S{43})\n$/s.exec(header) ?? [];
  if (!signed.startsWith(`${versionLine}\n`)) throw new Undecipherable('This is not a file of age.');
  const fileKey = fileKeyIn(signed, identity);
  if (!fileKey) throw new Undecipherable('The file is not encrypted to this key.');
  if (!timingSafeEqual(macOf(fileKey, signed), bytesIn(mac))) throw new Undecipherable(damagedHeader);
  return derived(fileKey, nonce, 'payload');
};

/** The end of the header, behind its last line; 0 while it has not arrived. */
const headerEnd = (start: Buffer): number => {
  const last = start.indexOf('\n--- ');
  return last < 0 ? 0 : start.indexOf('\n', last + 1) + 1;
};

/** Decrypts content with a key it is encrypted to; throws `Undecipherable`. */
export async function* decryptWith(
  identity: KeyObject,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const parts = content[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  const isWhole = () => headerEnd(start) > 0 && start.length >= headerEnd(start) + nonceLength;
  while (!isWhole()) {
    const { done, value } = await parts.next();
    if (done || start.length > longestHeader) throw new Undecipherable('This is not a file of age.');
    start = Buffer.concat([start, value]);
  }
  const end = headerEnd(start);
  const nonce = start.subarray(end, end + nonceLength);
  const key = payloadKey(start.subarray(0, end).toString('latin1'), nonce, identity);
  const rest = (async function* () {
    yield start.subarray(end + nonceLength);
    yield* { [Symbol.asyncIterator]: () => parts };
  })();
  let number = 0;
  for await (const { piece, isLast } of inPieces(rest, chunkLength + tagLength)) {
    const found = opened(key, chunkNonce(number, isLast), piece);
    if (!found) throw new Undecipherable('The file is damaged or cut off.');
    yield found;
    number += 1;
  }
}
