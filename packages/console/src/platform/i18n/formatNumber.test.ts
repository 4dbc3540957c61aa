// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { formatNumber } from './formatNumber.ts';

afterEach(() => {
  document.documentElement.lang = '';
  vi.unstubAllGlobals();
});

test.each([
  ['de', '1.234.567,8', '13 %'],
  ['en', '1,234,567.8', '13%'],
  ['zh-Hans', '1,234,567.8', '13%'],
  ['', '1,234,567.8', '13%'],
])(
  'a number is written as in the language of the page, "%s", not of the browser',
  (language, text, share) => {
    document.documentElement.lang = language;
    expect(formatNumber(1_234_567.8)).toBe(text);
    expect(formatNumber(0.125, { style: 'percent' }).replace(/\s/, ' ')).toBe(share);
  },
);

test('a number can be written without a page', () => {
  vi.stubGlobal('document', undefined);
  expect(formatNumber(1234)).toBe('1,234');
  vi.unstubAllGlobals();
});
