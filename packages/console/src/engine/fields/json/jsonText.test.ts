import { expect, test } from 'vitest';
import { isJsonError, jsonText, parseJson } from './jsonText.ts';

test('B-5-008 text that does not parse is kept and marked', () => {
  const broken = parseJson('{"a":');
  expect(isJsonError(broken)).toBe(true);
  expect(jsonText(broken)).toBe('{"a":');
});

test('JSON goes through the editor unchanged', () => {
  for (const value of [{ a: [1] }, 'abc', '', '12', 12, false, null])
    expect(parseJson(jsonText(value))).toEqual(value);
  expect(parseJson('  ')).toBeNull();
});

test('a missing value becomes empty text, any other value indented JSON', () => {
  expect([jsonText(undefined), jsonText(null)]).toEqual(['', '']);
  expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(isJsonError(null)).toBe(false);
  expect(isJsonError('badJson')).toBe(false);
});
