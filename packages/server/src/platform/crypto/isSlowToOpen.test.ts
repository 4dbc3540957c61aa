import { expect, test } from 'vitest';
import { isSlowToOpen } from './isSlowToOpen.ts';

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
const counted = (bytes: Buffer | string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, Buffer.from(bytes)]);
};
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** The start of a key as OpenSSH writes it, up to its encryption parameters. */
const openSshKey = (rounds: number, kdf = 'bcrypt') => {
  const effort = Buffer.alloc(4);
  effort.writeUInt32BE(rounds);
  const options = Buffer.concat([counted('a salt of 16 byt'), effort]);
  const bytes = [Buffer.from('openssh-key-v1\0'), counted('aes256-ctr'), counted(kdf), counted(options)];
  return pem('OPENSSH PRIVATE KEY', Buffer.concat(bytes));
};

/** A DER value; a long value needs more bytes for its length. */
const value = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const whole = (number: number) => value(0x02, bytesOf(number.toString(16).padStart(8, '0')));
const name = (hex: string) => value(0x06, bytesOf(hex));
const [SCRYPT, PBKDF2] = ['2b06010401da47040b', '2a864886f70d01050c'];

/** A PKCS#8 key encrypted with this key derivation and these cost parameters. */
const lockedKey = (derivation: string, ...numbers: number[]) =>
  pem('ENCRYPTED PRIVATE KEY', encrypted(derivation, ...numbers));
const encrypted = (derivation: string, ...numbers: number[]) => {
  const salt = value(0x04, Buffer.alloc(8, 1));
  const effort = value(0x30, salt, ...numbers.map(whole));
  const how = value(0x30, name('2a864886f70d01050d'), value(0x30, value(0x30, name(derivation), effort)));
  return value(0x30, how, value(0x04, Buffer.alloc(200, 0x02)));
};

test('an OpenSSH key with more than 128 rounds of bcrypt is slow to open', () => {
  expect([openSshKey(16), openSshKey(128), openSshKey(129)].map(isSlowToOpen)).toEqual([false, false, true]);
  expect(isSlowToOpen(openSshKey(129, 'none'))).toBe(false);
});

test('a PKCS#8 key with more than a million PBKDF2 iterations is slow to open', () => {
  expect(isSlowToOpen(lockedKey(PBKDF2, 1_000_000))).toBe(false);
  expect(isSlowToOpen(lockedKey(PBKDF2, 1_000_001))).toBe(true);
});

test('the cost, block size and parallelism of scrypt are judged together', () => {
  expect(isSlowToOpen(lockedKey(SCRYPT, 16_384, 8, 1))).toBe(false);
  expect(isSlowToOpen(lockedKey(SCRYPT, 32_768, 8, 1))).toBe(false);
  expect(isSlowToOpen(lockedKey(SCRYPT, 32_768, 8, 2))).toBe(true);
  expect(isSlowToOpen(lockedKey(SCRYPT, 524_288, 1, 1))).toBe(true);
  // An optional key length at the end adds no cost.
  expect(isSlowToOpen(lockedKey(SCRYPT, 16_384, 8, 1, 32))).toBe(false);
  expect(isSlowToOpen(lockedKey(PBKDF2, 16_384, 800, 32))).toBe(false);
});

test('a text with several keys is slow to open if one of them is', () => {
  expect(isSlowToOpen(lockedKey(PBKDF2, 2048) + lockedKey(PBKDF2, 2_000_000))).toBe(true);
});

test('a key with unreadable parameters counts as slow, and text without an encrypted key does not', () => {
  const cut = pem('ENCRYPTED PRIVATE KEY', encrypted(PBKDF2, 2048).subarray(0, 20));
  const hidden = lockedKey(PBKDF2, 2048).replace('\n', '\nX: y\n');
  const short = pem('OPENSSH PRIVATE KEY', Buffer.from('openssh-key-v1\0'));
  expect([cut, hidden, short].map(isSlowToOpen)).toEqual([true, true, true]);
  expect(['', 'ssh-ed25519 AAAA', pem('PRIVATE KEY', Buffer.alloc(8))].map(isSlowToOpen)).toEqual([
    false,
    false,
    false,
  ]);
});
