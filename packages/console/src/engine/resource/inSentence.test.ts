import { expect, test } from 'vitest';
import { inSentence } from './inSentence.ts';

test('English names are lower-cased within a sentence, abbreviations and other languages are not', () => {
  expect(inSentence('Asset permission', 'en')).toBe('asset permission');
  expect(inSentence('ACL rules', 'en')).toBe('ACL rules');
  expect(inSentence('资产', 'zh-hans')).toBe('资产');
});
