import { expect, test } from 'vitest';
import { byteRangeOf } from './byteRange.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-4', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
])('the range header %s for ten bytes is read as %j', (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected);
});

test('an empty file has no ranges', () => {
  expect([byteRangeOf('bytes=0-', 0), byteRangeOf('bytes=-1', 0)]).toEqual(['none', 'none']);
});

test('a range may be a single byte', () => {
  expect(byteRangeOf(' bytes=9-9 ', 10)).toEqual({ start: 9, end: 9 });
});
