import { getCiphers } from 'node:tls';
import { expect, test } from 'vitest';
import { MODERN_TLS } from './tls.ts';

const ciphers = MODERN_TLS.ciphers.split(':');

test('connections have forward secrecy and authenticated encryption, and nothing older than TLS 1.2', () => {
  expect(MODERN_TLS.minVersion).toBe('TLSv1.2');
  for (const cipher of ciphers)
    expect(cipher).toMatch(/^(TLS_(AES_\d+_GCM|CHACHA20)|ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20-POLY1305))/);
});

test('every cipher is known, and TLS 1.2 has three for each kind of certificate', () => {
  const known = getCiphers().map((name) => name.toUpperCase());
  expect(ciphers.filter((cipher) => !known.includes(cipher))).toEqual([]);
  for (const kind of ['ECDHE-ECDSA', 'ECDHE-RSA'])
    expect(ciphers.filter((cipher) => cipher.startsWith(kind))).toHaveLength(3);
});
