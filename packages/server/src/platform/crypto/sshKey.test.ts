import { generateKeyPairSync } from 'node:crypto';
import ssh2 from 'ssh2';
import { describe, expect, test } from 'vitest';
import { sshKeyPair } from '../../../../gateway/test/sshKeyPair.ts';
import { lockedKey } from '../../../test/lockedKey.ts';
import { isSlowToOpen } from './isSlowToOpen.ts';
import { randomPassword } from './randomPassword.ts';
import { newPrivateKey, readPrivateKey } from './sshKey.ts';

const { utils } = ssh2;
const fingerprint = /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/;
const isReadable = (text: string) => !(utils.parseKey(text) instanceof Error);

describe.each([
  ['ed25519', {}],
  ['rsa', { bits: 2048 }],
  ['ecdsa', { bits: 256 }],
] as const)('an %s key', (type, options) => {
  const lock = { passphrase: 'open sesame', cipher: 'aes256-cbc' };
  const locked =
    type === 'ed25519' ? sshKeyPair(lock) : utils.generateKeyPairSync(type, { ...options, ...lock } as never);

  test('is stored without its passphrase and with its fingerprint', () => {
    const kept = readPrivateKey(locked.private, 'open sesame');
    expect(kept?.fingerprint).toMatch(fingerprint);
    expect(isReadable(kept?.text ?? '')).toBe(true);
    expect(kept?.text).not.toBe(locked.private);
    expect(readPrivateKey(kept?.text ?? '', '')).toEqual(kept);
  });

  test('is refused with a wrong or missing passphrase', () => {
    expect(readPrivateKey(locked.private, 'open')).toBeUndefined();
    expect(readPrivateKey(locked.private, '')).toBeUndefined();
  });
});

test('PKCS#8 keys, encrypted or not, are converted to what SSH programs read', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const plain = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const locked = privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sesame' })
    .toString();
  expect(isReadable(readPrivateKey(plain, '')?.text ?? '')).toBe(true);
  expect(readPrivateKey(locked, 'sesame')).toEqual(readPrivateKey(plain, ''));
  expect(readPrivateKey(locked, 'wrong')).toBeUndefined();
});

test('line ends are normalized, and anything but a key is refused', () => {
  const text = newPrivateKey();
  expect(readPrivateKey(`\r\n${text.replaceAll('\n', '\r\n')}`, '')?.text).toBe(text);
  expect(readPrivateKey('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5', '')).toBeUndefined();
  expect(readPrivateKey('-----BEGIN PRIVATE KEY-----\nhello\n-----END PRIVATE KEY-----', '')).toBeUndefined();
});

test('a key that asks for more rounds than the server can spend is refused at once', () => {
  const options = { passphrase: 'sesame', cipher: 'aes256-cbc', rounds: 16 };
  const [first = '', ...rest] = sshKeyPair(options).private.trim().split('\n');
  const bytes = Buffer.from(rest.slice(0, -1).join(''), 'base64');
  // Magic, cipher and derivation with their lengths, the length of the options, and the salt with its length.
  const at = 15 + 14 + 10 + 4 + 20;
  expect(bytes.readUInt32BE(at)).toBe(16);
  bytes.writeUInt32BE(0xffffffff, at);
  expect(readPrivateKey([first, bytes.toString('base64'), rest.at(-1)].join('\n'), 'sesame')).toBeUndefined();
});

test('a PKCS#8 key with too many iterations is refused within seconds; 600,000 are not too many', () => {
  const from = performance.now();
  for (const slow of [0x7fffffff, 0xffffffff].map(lockedKey)) {
    expect(readPrivateKey(slow, 'sesame')).toBeUndefined();
    expect(readPrivateKey(`${newPrivateKey()}${slow}`, 'sesame')).toBeUndefined();
    const hidden = slow.replace('\n', `\nX: ${lockedKey().split('\n')[1]}\n\n`);
    expect(readPrivateKey(hidden, 'sesame')).toBeUndefined();
  }
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(isSlowToOpen(lockedKey(600_000))).toBe(false);
  expect(isSlowToOpen(lockedKey(2_000_000))).toBe(true);
});

test('a random password follows its rules', () => {
  for (let round = 0; round < 50; round += 1) {
    const made = randomPassword({ length: 12, symbol: false, exclude_symbols: 'abc123' });
    expect(made).toMatch(/^[A-Zd-z04-9]{12}$/);
    expect(made).toMatch(/[A-Z]/);
    expect(made).toMatch(/[d-z]/);
    expect(made).toMatch(/[04-9]/);
  }
  expect(randomPassword({ lowercase: false, uppercase: false, digit: false, symbol: false })).toHaveLength(
    16,
  );
  expect(randomPassword({})).toMatch(/[^A-Za-z0-9]/);
});
