import { expect, test } from 'vitest';
import { pagerPages } from './pagerPages.ts';

test('B-9-003 the pager shows at most five pages, around the current one', () => {
  expect(pagerPages(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pagerPages(10, 20)).toEqual([8, 9, 10, 11, 12]);
  expect(pagerPages(20, 20)).toEqual([16, 17, 18, 19, 20]);
  expect(pagerPages(2, 3)).toEqual([1, 2, 3]);
});
