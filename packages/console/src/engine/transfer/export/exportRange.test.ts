import { expect, test } from 'vitest';
import { exportRanges, firstRange, permittedRanges } from './exportRange.ts';

test('B-5-053 B-5-054 B-5-055 the ranges of an export depend on filter and selection', () => {
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

test('B-4-029 the range "all" is preselected while it is possible', () => {
  expect(firstRange(exportRanges({ hasFilters: false, chosen: 0 }))).toBe('all');
  expect(firstRange(exportRanges({ hasFilters: true, chosen: 0 }))).toBe('filtered');
  expect(firstRange({ all: false, filtered: false, selected: true })).toBe('selected');
});

test('if no range is available, the dialog preselects "all"', () => {
  expect(firstRange({ all: false, filtered: false, selected: false })).toBe('all');
});

test.each([
  ['exportAll', 'all'],
  ['exportSelected', 'selected'],
  ['exportFiltered', 'filtered'],
] as const)('forbidding %s removes the range "%s"', (deed, range) => {
  const every = { all: true, selected: true, filtered: true };
  const none = { all: false, selected: false, filtered: false };
  expect(permittedRanges(every, { mode: { forbidden: [deed] } })).toEqual({ ...every, [range]: false });
  expect([permittedRanges(every, {}), permittedRanges(none, {})]).toEqual([every, none]);
});
