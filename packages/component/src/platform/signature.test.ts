import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf, emptyDigest, newNonce, signedHeaders } from './signature.ts';

const ofAbc = 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';

test('a request is signed with its method, path, query, date, body, nonce and organization', () => {
  const date = new Date('2026-03-18T12:00:00Z');
  const { authorization, ...rest } = signedHeaders(
    { id: 'k1', secret: 's' },
    { method: 'POST', path: '/a/?b=1', date, digest: ofAbc, nonce: 'nonce-of-16-letters' },
  );
  expect(rest).toEqual({
    date: 'Wed, 18 Mar 2026 12:00:00 GMT',
    digest: `SHA-256=${ofAbc}`,
    'x-gatehouse-nonce': 'nonce-of-16-letters',
    'x-jms-org': '00000000-0000-0000-0000-000000000000',
  });
  const lines = [
    '(request-target): post /a/?b=1',
    'date: Wed, 18 Mar 2026 12:00:00 GMT',
    `digest: SHA-256=${ofAbc}`,
    'x-gatehouse-nonce: nonce-of-16-letters',
    'x-jms-org: 00000000-0000-0000-0000-000000000000',
  ];
  const signature = createHmac('sha256', 's').update(lines.join('\n')).digest('base64');
  expect(authorization).toBe(
    `Signature keyId="k1",algorithm="hmac-sha256",headers="(request-target) date digest x-gatehouse-nonce x-jms-org",signature="${signature}"`,
  );
});

test('the digest of a body is that of its parts in order', async () => {
  expect(await digestOf(['a', 'bc'])).toBe(ofAbc);
  expect(await digestOf()).toBe(emptyDigest);
  expect(emptyDigest).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
});

test('no two nonces are equal, and each has the form that the server takes', () => {
  const nonces = Array.from({ length: 100 }, newNonce);
  expect(new Set(nonces).size).toBe(100);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{16,64}$/);
});
