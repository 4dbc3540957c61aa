import { expect, test } from 'vitest';
import { createLookup, languageOf } from './i18n.ts';

const lookup = createLookup();

test('a text is found in each language, with its parameters filled in', () => {
  expect(lookup('en', 'errors.required')).toBe('This field is required.');
  expect(
    new Set(
      (['en', 'ja', 'zh-hans', 'zh-hant'] as const).map((language) => lookup(language, 'errors.required')),
    ).size,
  ).toBe(4);
  expect(lookup('en', 'errors.max_length', { max: 12 })).toContain('12');
});

test('a key without a text, and a branch of the tree, yield no text', () => {
  for (const key of [
    'errors.no_such_text',
    'errors',
    '',
    'errors.constructor.name',
    '__proto__.x',
    'toString.name',
  ])
    expect(lookup('en', key), key).toBeUndefined();
});

test('thousands of keys without a text do not hide one that has a text', () => {
  for (let at = 0; at < 10_050; at += 1) expect(lookup('ja', `errors.no_such_text_${at}`)).toBeUndefined();
  expect(lookup('ja', 'errors.no_such_text_1')).toBeUndefined();
  expect(lookup('ja', 'errors.required')).toBeDefined();
});

test('a missing parameter stays visible; the value of a parameter is inserted unchanged', () => {
  const text = lookup('en', 'errors.max_length') ?? '';
  expect(text).toContain('{max}');
  for (const max of ['$t(errors.required)', '{min}', '<b>', '$&'])
    expect(lookup('en', 'errors.max_length', { max })).toBe(text.replace('{max}', () => max));
});

test('a parameter does not choose the language or the plural of a text', () => {
  const params = { max: 1, lng: 'ja', count: 2, context: 'male', defaultValue: 'x' };
  expect(lookup('en', 'errors.max_length', params)).toBe(lookup('en', 'errors.max_length', { max: 1 }));
});

test('the language of a request is that of its cookie, then that of its browser, then the default', () => {
  expect(languageOf('ja', 'en', 'zh-hans')).toBe('ja');
  expect(languageOf(undefined, 'fr, zh-TW;q=0.9', 'en')).toBe('zh-hant');
  expect(languageOf('xx', 'cn', 'en')).toBe('zh-hans');
  expect(languageOf(undefined, undefined, 'ja')).toBe('ja');
});
