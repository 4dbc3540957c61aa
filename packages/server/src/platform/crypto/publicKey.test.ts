import { expect, test } from 'vitest';
import { sshKeyPair } from '../../../../gateway/test/sshKeyPair.ts';
import { cpuTime } from '../../../test/cpuTime.ts';
import { readPublicKey } from './publicKey.ts';

const pair = sshKeyPair({ comment: 'me@home' });

test('a public key is read with its comment; private keys and other texts are not', () => {
  expect(readPublicKey(pair.public)).toMatchObject({ type: 'ssh-ed25519', comment: 'me@home' });
  const putty = `PuTTY-User-Key-File-2: ssh-ed25519\n${pair.public}`;
  for (const text of ['', 'no key', pair.private, putty]) expect(readPublicKey(text)).toBeUndefined();
});

test('a key is read up to 16,384 characters', () => {
  const padded = (length: number) => `${pair.public} ${'x'.repeat(length)}`.slice(0, length);
  expect(readPublicKey(padded(16_384))).toBeDefined();
  expect(readPublicKey(padded(16_385))).toBeUndefined();
});

test('texts made to keep the parser busy cost no time', async () => {
  const hostile = [
    `-----BEGIN RSA PRIVATE KEY-----\n${'a: b\n'.repeat(200_000)}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${'a: b\n'.repeat(3_000)}`,
    `---- BEGIN SSH2 PUBLIC KEY ----\n${'Comment: a\\\n'.repeat(1_200)}---- END SSH2 PUBLIC KEY ----`,
    `ssh-rsa ${' '.repeat(16_000)}`,
    `ssh-rsa ${'A'.repeat(16_000)} c`,
  ];
  const used = await cpuTime(() => {
    for (const text of hostile) expect(readPublicKey(text)).toBeUndefined();
  });
  expect(used).toBeLessThan(500);
});
