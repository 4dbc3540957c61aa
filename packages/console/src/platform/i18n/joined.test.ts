// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { joined } from './joined.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

test.each([
  ['en', 'a, b, c'],
  ['zh-Hans', 'a、b、c'],
  ['zh-Hant', 'a、b、c'],
  ['ja', 'a、b、c'],
])('a list is written as usual in the language %s', (language, text) => {
  document.documentElement.lang = language;
  expect(joined(['a', 'b', 'c'])).toBe(text);
  expect(joined([])).toBe('');
});
