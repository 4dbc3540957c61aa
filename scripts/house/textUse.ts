import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, textsOf } from './locales.ts';

const folder = 'packages/console/src/locales';

/** Names that may stay as they are in another language. */
const names =
  /\b(?:Gatehouse|Feishu|OpenAI|Slack|Solarized|Markdown|GitHub|Ubuntu|JetBrains|Dracula|Monokai)\b/g;

const fileOf = (id: string) => id.slice(0, id.indexOf(':'));
const keyOf = (id: string) => id.slice(id.indexOf(':') + 1);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Text keys the sources use: literal keys, keys passed to `t`, and patterns of composed keys. */
const usedTexts = async (root: string) => {
  const literal = new Set<string>();
  const translated = new Map<string, string>();
  const shapes = new Set<string>();
  for await (const path of glob('packages/{console/{src,gallery},contract/src}/**/*.{ts,tsx}', {
    cwd: root,
  })) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const [, key = ''] of text.matchAll(/["'`]([\w./:-]+)["'`]/g)) literal.add(keyOf(key));
    for (const [, key = ''] of text.matchAll(/\bt\(\s*'([^'\n]+)'/g)) translated.set(key, path);
    for (const [, shape = ''] of text.matchAll(/`([\w.:-]*(?:\$\{[^`{}\n]*\}[\w.-]*)+)`/g)) {
      const fixed = keyOf(shape).split(/\$\{[^}]*\}/);
      if (/\w\./.test(fixed.join(''))) shapes.add(`^${fixed.map(escaped).join('[\\w./-]+')}$`);
    }
  }
  return { literal, translated, shapes: [...shapes].map((shape) => new RegExp(shape)) };
};

/** Unused, missing and untranslated console texts. */
export const textUse = async (root: string): Promise<string[]> => {
  const english = await textsOf(join(root, folder, 'en'));
  const used = await usedTexts(root);
  const files = new Set([...english.keys()].map(fileOf));
  const keys = new Set([...english.keys()].map(keyOf));
  const problems = [...english.keys()]
    .filter((id) => !used.literal.has(keyOf(id)) && !used.shapes.some((shape) => shape.test(keyOf(id))))
    .map((id) => `nothing asks for the text ${id}`);
  for (const [key, path] of used.translated)
    if (key.includes(':') ? files.has(fileOf(key)) && !english.has(key) : !keys.has(key))
      problems.push(`${path} asks for the text ${key}, which is not there`);
  for (const language of languages.filter((language) => language !== 'en'))
    for (const [id, text] of await textsOf(join(root, folder, language)))
      if (
        text === english.get(id) &&
        /[a-z]{4}/.test(text.replace(/\{\{.*?\}\}|\$t\(.*?\)/g, '').replace(names, ''))
      )
        problems.push(`${language} has the English text for ${id}`);
  return problems;
};
