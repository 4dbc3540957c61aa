import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncrypt, encryptFields } from './encrypt.ts';
import { encryptSecret } from './encryptSecret.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const cookie = Buffer.from(pem).toString('base64');

/** What the server does: RSA PKCS#1 v1.5, then AES-128-ECB with zero padding. */
const decrypt = (sent: string) => {
  const [keyPart = '', cipherPart = ''] = sent.split(':');
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(keyPart, 'base64'),
  );
  const aesKey = Buffer.alloc(16);
  key.copy(aesKey, 0, 0, 16);
  const decipher = createDecipheriv('aes-128-ecb', aesKey, null).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(Buffer.from(cipherPart, 'base64')), decipher.final()]);
  return plain.toString('utf8').replace(/\0+$/, '');
};

test.each([
  'short pw',
  'sixteen letters!',
  'p@ss:word with : colons',
  '密码🔑 and more than one block of text',
])('A-5-007 %j is sent as keypart:ciphertext and decrypted correctly', (secret) => {
  const sent = encryptSecret(secret, cookie);
  expect(sent.split(':')).toHaveLength(2);
  expect(sent).not.toContain(secret);
  expect(decrypt(sent)).toBe(secret);
});

test('A-5-007 the same secret is never sent twice in the same form', () => {
  expect(encryptSecret('secret', cookie)).not.toBe(encryptSecret('secret', cookie));
});

test('A-5-007 the cookie may be quoted; without it, or if it is empty, the value is sent in clear', async () => {
  expect(decrypt(encryptSecret('secret', `"${cookie}"`))).toBe('secret');
  expect(encryptSecret('secret', undefined)).toBe('secret');
  await expect(createEncrypt({ get: () => cookie })('')).resolves.toBe('');
});

test('A-5-006 only the named non-empty fields of a form are encrypted', async () => {
  const encrypt = createEncrypt({ get: (name) => (name === 'jms_public_key' ? cookie : undefined) });
  const sent = await encryptFields(
    { name: 'ann', password: 'pw', token: '', private_key: null },
    ['password', 'token', 'private_key'],
    encrypt,
  );
  expect(sent).toMatchObject({ name: 'ann', token: '', private_key: null });
  expect(decrypt(sent.password)).toBe('pw');
});
