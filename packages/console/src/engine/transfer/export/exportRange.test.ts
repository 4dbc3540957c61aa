import { expect, test } from 'vitest';
import { exportRanges, firstRange } from './exportRange.ts';

test('B-5-053 B-5-054 B-5-055 ranges follow filter and selection', () => {
  expect(exportRanges({ hasFilters: false, chosen: 0 })).toEqual({
    all: true,
    selected: false,
    filtered: false,
  });
  expect(exportRanges({ hasFilters: true, chosen: 2 })).toEqual({
    all: false,
    selected: true,
    filtered: true,
  });
});

test('B-4-029 the range starts with all while all is possible', () => {
  expect(firstRange(exportRanges({ hasFilters: false, chosen: 0 }))).toBe('all');
  expect(firstRange(exportRanges({ hasFilters: true, chosen: 0 }))).toBe('filtered');
  expect(firstRange({ all: false, filtered: false, selected: true })).toBe('selected');
});
