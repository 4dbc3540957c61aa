import { expect, test } from 'vitest';
import { headWidth, textWidth } from './Column.ts';

test('a heading is as wide as its padding, controls and characters need', () => {
  expect(headWidth('', 0)).toBe(26);
  expect(headWidth('Name', 0)).toBeCloseTo(26 + 9 + 3 * 7);
  expect(headWidth('名称', 1)).toBe(26 + 2 * 13 + 22);
  expect(headWidth('Aあ', 2)).toBeCloseTo(26 + 9 + 13 + 44);
});

test('a text in a cell is a little larger than a heading', () => {
  expect(textWidth('')).toBe(26);
  expect(textWidth('Update')).toBeCloseTo(26 + (9 + 5 * 7) * 1.04);
  expect(textWidth('更新')).toBeCloseTo(26 + 2 * 13 * 1.04);
});

test.each([
  ['@', 7],
  ['A', 9],
  ['Z', 9],
  ['[', 7],
  ['a', 7],
])('the letter %s takes %f px in a heading', (letter, width) => {
  expect(headWidth(letter, 0)).toBeCloseTo(26 + width);
});
