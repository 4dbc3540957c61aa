import type { i18n } from 'i18next';
import { expect } from 'vitest';

const missing = new Set<string>();

/** Records the texts that pages request but the locale files lack. */
export const watchTexts = (texts: i18n): void => {
  texts.options.saveMissing = true;
  // There is no default namespace: a page must name that of its texts.
  texts.options.defaultNS = 'unnamed';
  // Set, because otherwise the library would add the text to the loaded texts, which tests share.
  texts.options.missingKeyHandler = (_languages, namespace, key, _fallback, _isUpdate, options) => {
    if (options?.defaultValue === undefined) missing.add(`${namespace}:${key}`);
  };
};

/** Fails if a text was missing since the last call. */
export const expectNoMissingTexts = (): void => {
  const found = [...missing];
  missing.clear();
  expect(found, 'texts that the locale files lack').toEqual([]);
};
