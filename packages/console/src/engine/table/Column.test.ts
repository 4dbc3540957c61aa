import { expect, test } from 'vitest';
import { headWidth } from './Column.ts';

test('a heading is as wide as its padding, controls and characters need', () => {
  expect(headWidth('', 0)).toBe(26);
  expect(headWidth('Name', 0)).toBeCloseTo(26 + 4 * 7.2);
  expect(headWidth('名称', 1)).toBe(26 + 2 * 13 + 20);
  expect(headWidth('Aあ', 2)).toBeCloseTo(26 + 7.2 + 13 + 40);
});
