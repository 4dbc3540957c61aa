import { expect, test } from 'vitest';
import { choiceWords, lacksAccounts, parseChoice, pressed } from './accountChoice.ts';

test('all accounts and specified accounts exclude each other', () => {
  const specified = pressed(parseChoice(['@ALL', '@USER']), '@SPEC');
  expect(choiceWords(specified)).toEqual(['@USER', '@SPEC']);
  const named = { ...specified, names: ['root', 'root'] };
  expect(choiceWords(named)).toEqual(['@USER', '@SPEC', 'root']);
  expect(choiceWords(pressed(named, '@ALL'))).toEqual(['@USER', '@ALL']);
});

test('nothing chosen means all accounts', () => {
  expect(choiceWords(pressed(parseChoice(['@INPUT']), '@INPUT'))).toEqual(['@ALL']);
});

test('named accounts count as specified even without `@SPEC`', () => {
  expect(parseChoice(['root', '@INPUT'])).toEqual({
    virtual: ['@INPUT'],
    isSpecified: true,
    names: ['root'],
  });
});

test('B-5-021 specified accounts without a name choose none', () => {
  expect(lacksAccounts(['@SPEC'])).toBe(true);
  for (const words of [['@ALL'], ['@SPEC', 'root'], ['@SPEC', '@USER'], ['root']])
    expect(lacksAccounts(words)).toBe(false);
});

test('pressing a word adds it to the choice, and pressing a chosen word removes it', () => {
  const press = (words: string[], word: Parameters<typeof pressed>[1]) =>
    choiceWords(pressed(parseChoice(words), word));
  expect(press(['@USER', '@INPUT'], '@USER')).toEqual(['@INPUT']);
  expect(press(['@USER'], '@INPUT')).toEqual(['@USER', '@INPUT']);
  expect(press(['@ALL', '@ANON'], '@ALL')).toEqual(['@ANON']);
  expect(press(['@ANON', 'root'], '@SPEC')).toEqual(['@ANON']);
  expect(press(['@ANON', '@SPEC', 'root'], '@USER')).toEqual(['@ANON', '@USER', '@SPEC', 'root']);
});

test('removing @ALL keeps the other chosen accounts', () => {
  const all = { virtual: ['@ALL' as const], isSpecified: true, names: ['root'] };
  expect(pressed(all, '@ALL')).toEqual({ virtual: [], isSpecified: true, names: ['root'] });
});

test('unknown words with @ are not account names', () => {
  expect(parseChoice(['@NOBODY', '@SPEC'])).toEqual({ virtual: [], isSpecified: true, names: [] });
  expect(parseChoice([])).toEqual({ virtual: [], isSpecified: false, names: [] });
});
