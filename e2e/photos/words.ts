import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = ['console', 'contract'].map((name) =>
  fileURLToPath(new URL(`../../packages/${name}/src/locales/`, import.meta.url)),
);

/** Turns a product text in English into a pattern for the same text in another language. */
export type Say = (english: string) => RegExp;

type Texts = { [key: string]: string | Texts };

const flatten = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}.${key}`, text]] : flatten(text, `${path}.${key}`),
  );

const read = async (language: string): Promise<Map<string, string>> => {
  const all: [string, string][] = [];
  for (const folder of folders)
    for (const name of await readdir(join(folder, language)))
      all.push(...flatten(JSON.parse(await readFile(join(folder, language, name), 'utf8')), folder + name));
  return new Map(all);
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const exactly = (texts: readonly string[]) =>
  new RegExp(`^(${texts.map((text) => escaped(text).replaceAll(/\\\{\\\{\w+\\\}\\\}/g, '.*')).join('|')})$`);

/** Product texts of a language, looked up by their English wording; `{{name}}` matches anything. */
export const wordsOf = async (language: string): Promise<Say> => {
  const [english, other] = await Promise.all(['en', language].map(read));
  const plain = (key: string) => key.replace(/_(one|other)$/, '');
  const byText = Map.groupBy(english ?? [], ([, text]) => text);
  return (text) => {
    const keys = new Set((byText.get(text) ?? []).map(([key]) => plain(key)));
    const found = [...(other ?? [])].filter(([key]) => keys.has(plain(key))).map(([, there]) => there);
    if (found.length === 0) throw new Error(`The product has no text “${text}”`);
    return exactly([...new Set(found)]);
  };
};
