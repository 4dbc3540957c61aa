import { constants, createCipheriv, publicEncrypt } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { encryptValue } from '../../../public/clientCipher.js';
import { type ClientKey, clientKeyOf, newClientKey, openClientValue } from './clientCipher.ts';

let key: ClientKey;
let older: ClientKey;
beforeAll(async () => {
  const [current, previous] = await Promise.all([newClientKey(), newClientKey()]);
  key = clientKeyOf(current.publicPem, current.privatePem);
  older = clientKeyOf(previous.publicPem, previous.privatePem);
});

const cookieOf = ({ publicPem }: ClientKey) => Buffer.from(publicPem).toString('base64');

/**
 * What a client of the reference sends: the key cut or padded with zeros to 16 bytes, the text padded with
 * zeros.
 */
const asReference = (text: string, secret: string, to: ClientKey) => {
  const aes = Buffer.alloc(16);
  Buffer.from(secret).copy(aes, 0, 0, 16);
  const plain = Buffer.from(text);
  const padded = Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)]);
  const cipher = createCipheriv('aes-128-ecb', aes, null).setAutoPadding(false);
  const block = publicEncrypt(
    { key: to.publicPem, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(secret),
  );
  return `${block.toString('base64')}:${Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')}`;
};

test('A-5-007 any text survives a round trip, whatever its length or script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (text) => {
      fc.pre(!text.endsWith('\0'));
      expect(openClientValue([key], encryptValue(text, cookieOf(key)))).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('text encrypted by clients of the reference system is decrypted', () => {
  for (const secret of ['k9x2m4', 'a1b2c3d4e5f6g', 'exactly16letters'])
    expect(openClientValue([key], asReference('pass:word 密码', secret, key))).toBe('pass:word 密码');
});

test('plain text stays plain, with or without a colon', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(openClientValue([key], text)).toBe(text);
    }),
  );
  for (const text of ['a:b', 'user:pass', ':', 'a:', `${'A'.repeat(344)}:`, `${'A'.repeat(344)}:AAA`])
    expect(openClientValue([key], text)).toBe(text);
});

test("a value for yesterday's key opens; one for an unknown key does not", () => {
  const value = encryptValue('secret', cookieOf(older));
  expect(openClientValue([key, older], value)).toBe('secret');
  expect(openClientValue([key], value)).toBeUndefined();
});

test('a value with an altered key block never opens as the original, and never throws', () => {
  const value = encryptValue('secret', cookieOf(key));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const [keyPart = '', cipher] = value.split(':');
      const block = Buffer.from(keyPart, 'base64');
      block[at] = (block[at] ?? 0) ^ change;
      expect(openClientValue([key], `${block.toString('base64')}:${cipher}`)).not.toBe('secret');
    }),
    { numRuns: 40 },
  );
});
