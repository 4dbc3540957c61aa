import type { i18n } from 'i18next';
import { expect } from 'vitest';

const missing = new Set<string>();

/** Collects the texts that pages ask for and the locale files lack. */
export const watchTexts = (texts: i18n): void => {
  texts.options.saveMissing = true;
  const keep = (
    _languages: unknown,
    namespace: string,
    key: string,
    _fallback: unknown,
    _isUpdate: unknown,
    options?: { defaultValue?: unknown },
  ) => {
    if (options?.defaultValue === undefined) missing.add(`${namespace}:${key}`);
  };
  texts.on('missingKey', keep);
};

/** Fails when a text was missing since the last call. */
export const expectNoMissingTexts = (): void => {
  const found = [...missing];
  missing.clear();
  expect(found, 'texts that the locale files lack').toEqual([]);
};
