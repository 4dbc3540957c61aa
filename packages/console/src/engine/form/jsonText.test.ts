import { expect, test } from 'vitest';
import { isJsonError, jsonText, parseJson } from './jsonText.ts';

test('B-5-008 text that does not parse is kept and marked', () => {
  const broken = parseJson('{"a":');
  expect(isJsonError(broken)).toBe(true);
  expect(jsonText(broken)).toBe('{"a":');
});

test('JSON goes through the editor unchanged', () => {
  expect(parseJson(jsonText({ a: [1] }))).toEqual({ a: [1] });
  expect(parseJson('  ')).toBeNull();
});
