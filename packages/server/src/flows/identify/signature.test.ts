import { expect, test } from 'vitest';
import { cpuTime } from '../../../test/cpuTime.ts';
import { readSignature } from './signature.ts';

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
