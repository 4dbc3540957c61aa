import { expect, test } from 'vitest';
import { checkable, pageOfChosen, toggledId } from './transferModel.ts';

const options = [
  { id: '1', label: 'Ann' },
  { id: '2', label: 'Ben', disabled: true },
  { id: '3', label: 'Anton' },
];

test('B-4-038 checking all skips disabled options', () => {
  expect(checkable(options)).toEqual(['1', '3']);
});

test('the chosen side has its own search and pages', () => {
  expect(pageOfChosen(options, { search: 'an', page: 1, pageSize: 1 })).toEqual({
    options: [options[0]],
    total: 2,
  });
});

test('toggling an id twice has no effect', () => {
  expect(toggledId(toggledId([], '1'), '1')).toEqual([]);
});

test('toggling an id appends it or removes it', () => {
  expect(toggledId(['1', '2'], '3')).toEqual(['1', '2', '3']);
  expect(toggledId(['1', '2', '3'], '2')).toEqual(['1', '3']);
});

test('chosen options are paged, and the search ignores case and surrounding spaces', () => {
  const page = (search: string, page: number) => pageOfChosen(options, { search, page, pageSize: 2 });
  expect(page('', 2)).toEqual({ options: [options[2]], total: 3 });
  expect(page('', 1)).toEqual({ options: options.slice(0, 2), total: 3 });
  expect(page(' BEN ', 1)).toEqual({ options: [options[1]], total: 1 });
});
