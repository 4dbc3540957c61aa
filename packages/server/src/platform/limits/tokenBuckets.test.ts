import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets } from './tokenBuckets.ts';

test('a burst passes at once, then only as many as the rate refills', () => {
  let now = 0;
  const buckets = createTokenBuckets({ rate: 2, burst: 4 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 0]);
  expect([buckets.take('a'), buckets.wait('a'), buckets.take('b')]).toEqual([1, 1, 0]);
  now += 500;
  expect([buckets.wait('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 1]);
  now += 60_000;
  expect([1, 2, 3, 4, 5].map(() => buckets.take('a'))).toEqual([0, 0, 0, 0, 1]);
});

test('never more than the burst and the refill pass, in any pattern of calls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }), (pauses) => {
      let now = 0;
      const buckets = createTokenBuckets({ rate: 5, burst: 10 }, () => now);
      const passed = pauses.filter((pause) => {
        now += pause;
        return buckets.take('one') === 0;
      }).length;
      expect(passed).toBeLessThanOrEqual(10 + (5 * now) / 1000 + 1e-9);
    }),
  );
});
