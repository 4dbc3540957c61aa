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

test('taken tokens are reported once, and a settled count excludes the tokens taken since', () => {
  let now = 0;
  const buckets = createTokenBuckets({ rate: 1, burst: 3 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1]);
  buckets.take('b');
  expect([...buckets.takenSince()]).toEqual([
    ['a', 3],
    ['b', 1],
  ]);
  expect([...buckets.takenSince()]).toEqual([]);
  now += 1000;
  buckets.take('a');
  buckets.settle('a', 3);
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 1]);
  buckets.settle('c', -2);
  expect(buckets.wait('c')).toBe(3);
});

test('beyond 20,000 keys, the key that has been idle longest is dropped', () => {
  const buckets = createTokenBuckets({ rate: 0.001, burst: 1 }, () => 0);
  for (let key = 0; key < 20_000; key += 1) buckets.take(`key ${key}`);
  expect([buckets.take('key 0'), buckets.wait('key 1')]).toEqual([1000, 1000]);
  buckets.take('one more');
  expect([buckets.wait('key 0'), buckets.wait('key 1'), buckets.wait('key 2')]).toEqual([1000, 0, 1000]);
});
