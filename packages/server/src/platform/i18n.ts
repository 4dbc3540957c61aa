import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MessageParams } from '@gatehouse/contract/errors.ts';
import { createInstance } from 'i18next';

/** Languages of the product; codes as in the `django_language` cookie. */
export const languages = ['zh-hans', 'zh-hant', 'en', 'ja'] as const;
/** One of the four languages. */
export type Language = (typeof languages)[number];

/** Translates a key such as `errors.required`; undefined when there is no text. */
export type Lookup = (language: Language, key: string, params?: MessageParams) => string | undefined;

/** Keys without a text that are remembered. */
const mostMissing = 10_000;

/** Stands for a missing text; no text contains it. */
const MISSING = '\0';

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

/** Reads every locale file once; returns the function that looks texts up. */
export const createLookup = (): Lookup => {
  const texts = createInstance({
    resources: Object.fromEntries(
      Object.entries(load()).map(([language, tree]) => [language, { all: tree }]),
    ),
    ns: 'all',
    defaultNS: 'all',
    nsSeparator: false,
    lng: 'en',
    lowerCaseLng: true,
    load: 'currentOnly',
    fallbackLng: false,
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => placeholder,
  });
  texts.init();
  const translate = (language: Language, key: string, params: MessageParams | undefined) => {
    // Values from outside are only interpolated: they cannot choose a language or a plural form, or refer to
    // another text.
    const text = texts.t(key, { lng: language, defaultValue: MISSING, replace: params ?? {}, nest: false });
    return text === MISSING ? undefined : text;
  };
  // Lists translate the same few words for every row, and ask in vain for some: both are cached.
  const plain = new Map<string, string>();
  const missing = new Set<string>();
  return (language, key, params) => {
    if (params) return translate(language, key, params);
    const place = `${language}.${key}`;
    const known = plain.get(place);
    if (known !== undefined || missing.has(place)) return known;
    const text = translate(language, key, undefined);
    if (text !== undefined) plain.set(place, text);
    else {
      // Keys may come from outside: there is no end of those without a text.
      if (missing.size >= mostMissing) missing.clear();
      missing.add(place);
    }
    return text;
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
