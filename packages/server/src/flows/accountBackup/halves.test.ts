import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partOf } from './halves.ts';

test('a divided secret: the front half is shorter, each part masks the other', () => {
  expect([partOf('s3cret!', 'front'), partOf('s3cret!', 'back')]).toEqual(['s3c****', '***ret!']);
  expect([partOf('x', 'front'), partOf('x', 'back'), partOf('', 'front')]).toEqual(['*', 'x', '']);
  expect([partOf('a🔑b🔒', 'front'), partOf('a🔑b🔒', 'back')]).toEqual(['a🔑**', '**b🔒']);
  expect(partOf('s3cret!', 'whole')).toBe('s3cret!');
});

test('both parts of any secret make the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (secret) => {
      const [front, back] = [Array.from(partOf(secret, 'front')), Array.from(partOf(secret, 'back'))];
      const middle = Math.floor(front.length / 2);
      expect([...front.slice(0, middle), ...back.slice(middle)].join('')).toBe(secret);
    }),
  );
});
