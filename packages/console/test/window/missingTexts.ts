import type { i18n } from 'i18next';
import { expect } from 'vitest';

const missing = new Set<string>();

/** Collects the texts that pages ask for and the locale files lack. */
export const watchTexts = (texts: i18n): void => {
  texts.options.saveMissing = true;
  // A page names the file of its texts; there is no default one.
  texts.options.defaultNS = 'unnamed';
  // With a handler of its own, the library does not add the text to the shared locale files.
  texts.options.missingKeyHandler = (_languages, namespace, key, _fallback, _isUpdate, options) => {
    if (options?.defaultValue === undefined) missing.add(`${namespace}:${key}`);
  };
};

/** Fails when a text was missing since the last call. */
export const expectNoMissingTexts = (): void => {
  const found = [...missing];
  missing.clear();
  expect(found, 'texts that the locale files lack').toEqual([]);
};
