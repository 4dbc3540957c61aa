import { expect, test } from 'vitest';
import { isShare, stagesOf } from './jobs.ts';

test.each([
  ['', '', 30, []],
  ['1', '', 30, [1]],
  ['10%', '', 25, [3]],
  ['', '10', 30, [10, 20]],
  ['1', '50%', 26, [1, 14]],
  ['30', '', 30, []],
  ['29', '1', 30, [29]],
])('first machines "%s", then "%s" at a time, of %d', (canary, batch, total, ends) => {
  expect(stagesOf({ canary, batch }, total)).toEqual(ends);
});

test('a number of machines is whole and positive, a share at most all of them', () => {
  expect(['', '1', '10000', '1%', '100%'].filter((text) => !isShare(text))).toEqual([]);
  expect(['0', '01', '0%', '101%', '1.5', '-1', '100000', '10 %', '%', 'x'].filter(isShare)).toEqual([]);
});
