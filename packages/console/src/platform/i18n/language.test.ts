import { expect, test } from 'vitest';
import { languageOf, languages, resolveLanguage } from './language.ts';

test('A-9-010 the language is that of the cookie, of local storage or of the browser, or English', () => {
  const browser = ['fr-FR', 'ja-JP'];
  expect(resolveLanguage({ cookie: 'zh-hant', stored: 'en', browser })).toBe('zh-hant');
  expect(resolveLanguage({ cookie: undefined, stored: 'cn', browser })).toBe('zh-hans');
  expect(resolveLanguage({ cookie: 'xx', stored: undefined, browser })).toBe('ja');
  expect(resolveLanguage({ cookie: undefined, stored: undefined, browser: ['fr'] })).toBe('en');
});

test.each([
  ['zh_hant', 'zh-hant'],
  ['zh-TW', 'zh-hant'],
  ['zh-CN', 'zh-hans'],
  ['cn', 'zh-hans'],
  ['EN-us', 'en'],
  ['ja', 'ja'],
])('the code %s stands for the language %s', (code, language) => {
  expect(languageOf(code)).toBe(language);
});

test('A-2.9-041 the menu lists four languages, each with its code and cookie code', () => {
  expect(languages.map(({ code, cookieCode }) => [code, cookieCode])).toEqual([
    ['cn', 'zh-hans'],
    ['zh_hant', 'zh-hant'],
    ['en', 'en'],
    ['ja', 'ja'],
  ]);
});
