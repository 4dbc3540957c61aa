import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const LANGUAGES = ['zh-hans', 'zh-hant', 'en', 'ja'];
type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, path = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [path + key]: value } : flat(value, `${path}${key}.`),
    ),
  );
const load = (language: string, name: string) =>
  flat(JSON.parse(readFileSync(join(SRC, 'locales', language, `${name}.json`), 'utf8')));
const singular = (key: string) => key.replace(/_(one|other)$/, '');
const keysOf = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(singular))].sort();
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+|<\w+>/g) ?? [])].sort();

const sources = (folder: string): string[] =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(SRC, folder, file), 'utf8'));

test.each(['luna', 'replay'])('%s has the same texts in four languages', (name) => {
  const english = load('en', name);
  for (const language of LANGUAGES) {
    const texts = load(language, name);
    expect(keysOf(texts), language).toEqual(keysOf(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(text, `${language} ${key}`).not.toBe('');
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(english[key] ?? ''));
    }
  }
});

test.each(['luna', 'replay'])('every text %s uses by name exists', (name) => {
  const known = new Set(keysOf(load('en', name)));
  const used = sources(name).flatMap((source) =>
    [...source.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1]!),
  );
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((key) => !known.has(key))).toEqual([]);
});
