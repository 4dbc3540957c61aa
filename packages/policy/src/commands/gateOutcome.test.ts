import { expect, test } from 'vitest';
import { gateOutcome, isUnknown } from './gateOutcome.ts';

test('a line is unknown if it cannot be read, unless only its end is missing', () => {
  const of = (isUnparsed: boolean, isUnfinished: boolean) => isUnknown({ isUnparsed, isUnfinished });
  expect([of(false, false), of(true, false), of(true, true)]).toEqual([false, true, false]);
});

test.each([
  ['none', 'unknown', 'warning'],
  ['accept', 'unknown', 'warning'],
  ['warning', 'unknown', 'warning'],
  ['review', 'unknown', 'review'],
  ['reject', 'reject', 'reject'],
] as const)('of an unknown line, %s becomes %s, or %s where such lines pass', (outcome, refused, passed) => {
  const of = (passesUnknown: boolean) => gateOutcome({ outcome, isUnknown: true }, passesUnknown);
  expect([of(false), of(true)]).toEqual([refused, passed]);
  expect(gateOutcome({ outcome, isUnknown: false }, false)).toBe(outcome);
});
