import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MessageParams } from '@gatehouse/contract/errors.ts';

/** Languages of the product; codes as in the `django_language` cookie. */
export const languages = ['zh-hans', 'zh-hant', 'en', 'ja'] as const;
/** One of the four languages. */
export type Language = (typeof languages)[number];

/** Translates a key such as `errors.required`; undefined when there is no text. */
export type Lookup = (language: Language, key: string, params?: MessageParams) => string | undefined;

type Tree = { [key: string]: string | Tree };

const load = (): Record<string, Tree> => {
  const folder = fileURLToPath(new URL('locales/', import.meta.resolve('@gatehouse/contract/errors.ts')));
  return Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        readdirSync(`${folder}${language}`)
          .filter((file) => file.endsWith('.json'))
          .map((file) => [
            file.slice(0, -5),
            JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Tree,
          ]),
      ),
    ]),
  );
};

/** A key may itself contain dots (`gpt-3.5-turbo`), so the whole rest is tried first. */
const find = (tree: Tree | undefined, path: string): string | undefined => {
  const whole = tree?.[path];
  if (typeof whole === 'string') return whole;
  const dot = path.indexOf('.');
  const next = dot < 0 ? undefined : tree?.[path.slice(0, dot)];
  return typeof next === 'object' ? find(next, path.slice(dot + 1)) : undefined;
};

/** Reads every locale file once. */
export const createLookup = (): Lookup => {
  const trees = load();
  return (language, key, params) => {
    const text = find(trees[language], key);
    return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(params?.[name] ?? whole));
  };
};

/** Language of a request: cookie, then `Accept-Language`, then the default (protocol reference §4). */
export const languageOf = (
  cookie: string | undefined,
  accept: string | undefined,
  fallback: Language,
): Language => {
  const known = (code: string): Language | undefined => {
    const lower = code.trim().toLowerCase().replace('_', '-');
    if (lower === 'zh-hant' || /^zh-(tw|hk|mo)/.test(lower)) return 'zh-hant';
    if (lower.startsWith('zh') || lower === 'cn') return 'zh-hans';
    return languages.find((language) => language === lower.slice(0, 2));
  };
  const fromCookie = cookie && known(cookie);
  if (fromCookie) return fromCookie;
  for (const part of (accept ?? '').split(',')) {
    const found = part && known(part.split(';')[0] ?? '');
    if (found) return found;
  }
  return fallback;
};
