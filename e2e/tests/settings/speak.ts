import { readFileSync } from 'node:fs';

/** Files of texts, and the packages they belong to. */
const packages = { panels: 'contract', common: 'console', settings: 'console', shell: 'console' } as const;
type Texts = { [key: string]: string | Texts };

/** Languages in which panels are used. */
export type Language = 'en' | 'zh-hans';

/** The texts of the product in a language, by file and key. */
export const speak = (language: Language) => {
  const read = (file: keyof typeof packages): Texts => {
    const path = `../../../packages/${packages[file]}/src/locales/${language}/${file}.json`;
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Texts;
  };
  return (file: keyof typeof packages, key: string): string => {
    const text = key
      .split('.')
      .reduce<Texts | string | undefined>((held, part) => Object(held)[part], read(file));
    if (typeof text !== 'string') throw new Error(`${file}.json has no text ${key} in ${language}`);
    return text;
  };
};
export type Say = ReturnType<typeof speak>;
