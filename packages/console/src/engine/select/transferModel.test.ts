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

test('pressing twice has no effect', () => {
  expect(toggledId(toggledId([], '1'), '1')).toEqual([]);
});
