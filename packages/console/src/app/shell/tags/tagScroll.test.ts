import { expect, test } from 'vitest';
import { scrolledTo } from './tagScroll.ts';

const bar = { offsetLeft: 100, clientWidth: 300, scrollLeft: 50 };

test('A-9-004 a tag scrolled into view stays four pixels from the edge', () => {
  expect(scrolledTo(bar, { offsetLeft: 120, offsetWidth: 80 })).toBe(16);
  expect(scrolledTo(bar, { offsetLeft: 420, offsetWidth: 80 })).toBe(104);
});

test('scrolling to a visible tag moves nothing', () => {
  expect(scrolledTo(bar, { offsetLeft: 200, offsetWidth: 80 })).toBe(50);
});
