import {
  constants,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** Size of an RSA-2048 block, in bytes. */
const blockBytes = 256;

/** A key pair for which browsers encrypt secrets before they send them (protocol reference §5). */
export type ClientKey = { publicPem: string; privateKey: KeyObject };

/** Creates a pair; the private key is only exported as PEM, for the vault. */
export const newClientKey = async (): Promise<{ publicPem: string; privatePem: string }> => {
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicPem: pair.publicKey, privatePem: pair.privateKey };
};

/** Reads a stored pair. */
export const clientKeyOf = (publicPem: string, privatePem: string): ClientKey => ({
  publicPem,
  privateKey: createPrivateKey(privatePem),
});

/**
 * Removes PKCS#1 v1.5 padding (00 02, eight or more non-zero bytes, 00). Reads every byte whatever the block
 * holds, so that the time taken reveals nothing about the padding.
 */
const unpadded = (block: Buffer): Buffer | undefined => {
  let wrong = (block[0] ?? 1) | ((block[1] ?? 0) ^ 2);
  let end = 0;
  for (let index = 2; index < block.length; index += 1) {
    const isZero = ((block[index] ?? 0) - 1) >>> 31;
    const isFirst = (end - 1) >>> 31;
    end += index * (isZero & isFirst);
  }
  wrong |= (end - 10) >>> 31;
  return wrong === 0 ? block.subarray(end + 1) : undefined;
};

const aesKeyOf = (secret: Buffer): Buffer => {
  const cut = secret.subarray(0, 32);
  const key = Buffer.alloc(Math.max(16, Math.ceil(cut.length / 16) * 16));
  cut.copy(key);
  return key;
};

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Parts = { block: Buffer; cipher: Buffer };

/** Both halves of `keypart:cipher`; undefined for plain text. */
const partsOf = (value: string): Parts | undefined => {
  const [keyPart = '', cipherPart = '', ...rest] = value.split(':');
  if (rest.length || !base64.test(keyPart) || !base64.test(cipherPart)) return undefined;
  const short = Buffer.from(keyPart, 'base64');
  const cipher = Buffer.from(cipherPart, 'base64');
  if (short.length < blockBytes - 1 || short.length > blockBytes || cipher.length % 16 !== 0)
    return undefined;
  return { block: Buffer.concat([Buffer.alloc(blockBytes - short.length), short]), cipher };
};

const openWith = (key: ClientKey, { block, cipher }: Parts): string | undefined => {
  try {
    const secret = unpadded(
      privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block),
    );
    if (!secret) return undefined;
    const aesKey = aesKeyOf(secret);
    const decipher = createDecipheriv(`aes-${aesKey.length * 8}-ecb`, aesKey, null).setAutoPadding(false);
    const plain = Buffer.concat([decipher.update(cipher), decipher.final()]);
    let end = plain.length;
    while (end > 0 && plain[end - 1] === 0) end -= 1;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain.subarray(0, end));
  } catch {
    return undefined;
  }
};

/**
 * Opens `keypart:cipher` with the first key that fits. Plain text is returned unchanged; undefined when no
 * key fits.
 */
export const openClientValue = (keys: readonly ClientKey[], value: string): string | undefined => {
  const parts = partsOf(value);
  if (!parts) return value;
  for (const key of keys) {
    const opened = openWith(key, parts);
    if (opened !== undefined) return opened;
  }
  return undefined;
};
