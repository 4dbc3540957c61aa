import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const languages = ['en', 'ja', 'zh-hans', 'zh-hant'] as const;

type Texts = Map<string, string>;

/**
 * Differences between the languages of a locales folder: missing files, missing or empty texts, placeholders
 * other than in English, unknown languages.
 */
export const localeGaps = async (folder: string): Promise<string[]> => {
  const gaps: string[] = [];
  const found = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const unknown = found
    .map(({ name }) => name)
    .filter((name) => !languages.some((language) => language === name));
  gaps.push(...unknown.map((name) => `${name} is not a language of the product`));
  const texts = new Map<string, Texts>();
  for (const language of languages) texts.set(language, await textsOf(join(folder, language)));
  const keys = new Set([...texts.values()].flatMap((text) => [...text.keys()]));
  const fileOf = (key: string) => key.slice(0, key.indexOf(':'));
  const files = new Set([...keys].map(fileOf));
  const missing = new Set<string>();
  for (const [language, byKey] of texts) {
    const here = new Set([...byKey.keys()].map(fileOf));
    for (const file of files) if (!here.has(file)) missing.add(`${language}/${file}`);
  }
  gaps.push(...[...missing].map((file) => `${file}.json is missing`));
  for (const key of [...keys].toSorted()) {
    const english = placeholders(texts.get('en')?.get(key) ?? '');
    for (const [language, entries] of texts) {
      if (missing.has(`${language}/${fileOf(key)}`)) continue;
      const text = entries.get(key);
      if (text === undefined) gaps.push(`${language} lacks ${key}`);
      else if (text.trim() === '') gaps.push(`${language} has no text for ${key}`);
      else if (placeholders(text) !== english) gaps.push(`${language} fills other places than en in ${key}`);
    }
  }
  return gaps;
};

/**
 * Every text of a language by `file:path.to.key`; plural forms, in which languages differ, count as one key.
 */
export const textsOf = async (folder: string): Promise<Texts> => {
  const texts: Texts = new Map();
  for (const file of (await readdir(folder).catch(() => [])).toSorted()) {
    if (!file.endsWith('.json')) continue;
    const walk = (value: unknown, path: string) => {
      if (typeof value === 'string') texts.set(path.replace(/_(zero|one|two|few|many|other)$/, ''), value);
      else
        for (const [key, inner] of Object.entries(value as object))
          walk(inner, `${path}${path.endsWith(':') ? '' : '.'}${key}`);
    };
    walk(JSON.parse(await readFile(join(folder, file), 'utf8')), `${file.slice(0, -'.json'.length)}:`);
  }
  return texts;
};

const placeholders = (text: string): string =>
  [...new Set(text.match(/\{\{?\s*[\w.]+/g) ?? [])].toSorted().join();
