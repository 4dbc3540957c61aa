import { ModeOfOperation, utils } from 'aes-js';
import { JSEncrypt } from 'jsencrypt';

const KEY_BYTES = 16;
const KEY_CHARS = 13;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Encrypts a value for the server as `keypart:ciphertext`: AES-ECB with zero padding under a random key, the
 * key under RSA PKCS#1 v1.5. `publicKeyCookie` is the base64 of a PEM; without it the value is returned
 * unencrypted.
 */
export const encryptSecret = (value: string, publicKeyCookie: string | undefined): string => {
  const encoded = publicKeyCookie?.replaceAll('"', '');
  if (!value || !encoded) return value;
  const key = randomKey();
  const rsa = new JSEncrypt();
  rsa.setPublicKey(atob(encoded));
  const keyPart = rsa.encrypt(key);
  if (!keyPart) throw new Error('The public key of this session is not usable');
  const cipher = new ModeOfOperation.ecb(zeroPadded(utils.utf8.toBytes(key).slice(0, KEY_BYTES)));
  return `${keyPart}:${toBase64(cipher.encrypt(zeroPadded(utils.utf8.toBytes(value))))}`;
};

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(KEY_CHARS)), (n) => ALPHABET[n % ALPHABET.length]).join(
    '',
  );

const zeroPadded = (bytes: ArrayLike<number>) => {
  const padded = new Uint8Array(Math.ceil(bytes.length / KEY_BYTES) * KEY_BYTES);
  padded.set(bytes);
  return padded;
};

const toBase64 = (bytes: Uint8Array) => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
