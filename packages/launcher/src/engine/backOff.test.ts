import { expect, test } from 'vitest';
import { nextDelay } from './backOff.ts';

test('a program that ran well restarts at once; one that keeps failing waits longer and longer, up to ten seconds', () => {
  expect(nextDelay(10_000, 60_000)).toBeLessThan(100);
  const delays = [0, 1, 2, 3, 4, 5, 6, 7].reduce<number[]>(
    (all) => [...all, nextDelay(all.at(-1) ?? 0, 0)],
    [],
  );
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(0)).toBeLessThan(100);
  expect(delays.at(-1)).toBe(10_000);
});
