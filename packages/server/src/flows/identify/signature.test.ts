import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { cpuTime } from '../../../test/cpuTime.ts';
import { signedInFull } from '../../../test/signedBy.ts';
import { checkSignature, nonceSeconds, readSignature } from './signature.ts';

test('a header of maximum length is parsed at once, whatever it contains', async () => {
  const ms = await cpuTime(() => {
    for (const text of ['a'.repeat(15_500), 'a="'.repeat(5_000), 'a=""'.repeat(3_900)])
      expect(readSignature(`Signature ${text}`)?.keyId).toBe('');
  });
  expect(ms).toBeLessThan(100);
});

test('parameters are parsed with and without spaces between them', () => {
  const values = [
    'keyId="k-1"',
    'algorithm="hmac-sha256"',
    'headers="(request-target) Date"',
    'signature="YQ=="',
  ];
  for (const between of [',', ', '])
    expect(readSignature(`Signature ${values.join(between)}`)).toEqual({
      keyId: 'k-1',
      algorithm: 'hmac-sha256',
      headers: ['(request-target)', 'date'],
      signature: Buffer.from('a'),
    });
});

const now = Date.parse('2026-03-18T12:00:00Z');
const key = { id: 'k', secret: 's' };
const check = (headers: Record<string, string>, at = now, request = { method: 'GET', url: '/a' }) => {
  const signature = readSignature(headers.authorization ?? '');
  return signature && checkSignature(key.secret, signature, { ...request, headers }, at);
};
const inFull = (more: { date?: Date; nonce?: string } = {}) =>
  signedInFull(key, { method: 'GET', url: '/a', date: new Date(now), ...more });
const byDate = () => {
  const date = new Date(now).toUTCString();
  const signature = createHmac('sha256', 's')
    .update(`(request-target): get /a\ndate: ${date}`)
    .digest('base64');
  return {
    date,
    authorization: `Signature keyId="k",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`,
  };
};

test('a signature in full says the digest of the body and the nonce, one by date neither', () => {
  const digest = createHash('sha256').digest();
  expect(check(inFull({ nonce: 'a-nonce-of-enough' }))).toEqual({
    form: 'full',
    digest,
    nonce: 'a-nonce-of-enough',
  });
  expect(check(byDate())).toEqual({ form: 'date' });
});

test('a date is valid for five minutes in full, and for one minute in the older form, in both directions', () => {
  for (const [headers, ms] of [
    [inFull(), 5 * 60_000],
    [byDate(), 60_000],
  ] as const)
    for (const direction of [1, -1]) {
      expect(check(headers, now + direction * ms)).toBeDefined();
      expect(check(headers, now + direction * (ms + 1))).toBeUndefined();
    }
  expect(nonceSeconds).toBe(600);
});

test.each([
  ['another method', {}, { method: 'POST', url: '/a' }],
  ['another query', {}, { method: 'GET', url: '/a?b' }],
  ['another date', { date: new Date(now + 1000).toUTCString() }, undefined],
  ['another body', { digest: `SHA-256=${createHash('sha256').update('x').digest('base64')}` }, undefined],
  ['an organization added on the way', { 'x-jms-org': 'x' }, undefined],
  ['another nonce', { 'x-gatehouse-nonce': 'another-nonce-of-length' }, undefined],
])('a signature in full is not valid for %s', (_what, changed, request) => {
  expect(check({ ...inFull(), ...changed }, now, request)).toBeUndefined();
});

test.each(['short', 'n'.repeat(15), 'n'.repeat(65), 'sixteen letters!', `${'n'.repeat(20)} `])(
  'the nonce "%s" is refused, although it is signed',
  (nonce) => {
    expect(check(inFull({ nonce }))).toBeUndefined();
  },
);
test('nonces of 16 to 64 characters are taken', () => {
  for (const nonce of ['n'.repeat(16), 'n'.repeat(64), 'A-Z_a-z_0-9_xxxx'])
    expect(check(inFull({ nonce }))).toBeDefined();
});
test('a digest of another kind is refused, although it is signed', () => {
  const headers = {
    date: new Date(now).toUTCString(),
    digest: 'MD5=YQ==',
    'x-gatehouse-nonce': 'n'.repeat(20),
  };
  const lines = [
    '(request-target): get /a',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const signature = createHmac('sha256', 's').update(lines.join('\n')).digest('base64');
  const authorization = `Signature keyId="k",algorithm="hmac-sha256",headers="(request-target) date digest x-gatehouse-nonce",signature="${signature}"`;
  expect(check({ ...headers, authorization })).toBeUndefined();
});

test('a signature in full covers the organization where the request names one; one by date may leave it open', () => {
  const signed = signedInFull(key, { method: 'GET', url: '/a', date: new Date(now), org: 'one' });
  expect(check(signed)).toMatchObject({ form: 'full' });
  expect(check({ ...signed, 'x-jms-org': 'another' })).toBeUndefined();
  const { 'x-jms-org': _removed, ...without } = signed;
  expect(check(without)).toBeUndefined();
  expect(check({ ...byDate(), 'x-jms-org': 'one' })).toEqual({ form: 'date' });
});
