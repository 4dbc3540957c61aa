import { expect, test } from 'vitest';
import { figuresIn, type LegResult, legsLeft, tableOf } from './legs.ts';

const proofs = [{ name: 'kill', file: 'k.test.ts', legs: 3, leg: 'rounds' }];
const leg = (number: number, facts: Partial<LegResult> = {}): LegResult => ({
  proof: 'kill',
  leg: number,
  commit: 'aaaa',
  date: '2026-11-22',
  seconds: 60,
  isGreen: true,
  figures: [],
  ...facts,
});

test('legs that are green at this commit are not run again; all others are', () => {
  const left = (done: LegResult[]) => legsLeft(proofs, done, 'aaaa').map((result) => result.leg);
  expect(left([])).toEqual([0, 1, 2]);
  expect(left([leg(0), leg(1, { isGreen: false })])).toEqual([1, 2]);
  expect(left([leg(0, { commit: 'bbbb' }), leg(2)])).toEqual([0, 1]);
});

test('figures are those that the tests reported', () => {
  expect(figuresIn('stdout | x\nfigure: back in 2 s\nother\nfigure: 3 writes \n')).toEqual([
    'back in 2 s',
    '3 writes',
  ]);
});

test('the table shows how far the last commit got, including red runs', () => {
  const done = [
    leg(0, { commit: 'old' }),
    leg(0),
    leg(1, { isGreen: false }),
    leg(1, { figures: ['2 s', 'a|b'] }),
  ];
  expect(tableOf(proofs, done).split('\n').at(-1)).toBe(
    '| kill | rounds | 2 of 3 green, 1 runs red, 3.0 min | 2026-11-22 | aaaa | 2 s; a\\|b |',
  );
});
