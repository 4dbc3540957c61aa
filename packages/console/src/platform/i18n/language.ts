/**
 * Languages of the product: `code` is stored for older clients, `cookieCode` names the cookie value and the
 * locale folder.
 */
export const languages = [
  { title: '简体中文', code: 'cn', cookieCode: 'zh-hans' },
  { title: '繁體中文', code: 'zh_hant', cookieCode: 'zh-hant' },
  { title: 'English', code: 'en', cookieCode: 'en' },
  { title: '日本語', code: 'ja', cookieCode: 'ja' },
] as const;

/** Language as named in cookies and locale folders. */
export type Language = (typeof languages)[number]['cookieCode'];

/** Cookie that tells the server the language. */
export const LANGUAGE_COOKIE = 'django_language';
/** Local storage key of the language. */
export const LANGUAGE_KEY = 'lang';

const traditional = /^zh-(hant|tw|hk|mo)\b/;

/** Maps any code of a language to one of the four, or undefined. */
export const languageOf = (code: string | undefined): Language | undefined => {
  const plain = code?.trim().toLowerCase().replaceAll('_', '-') ?? '';
  if (traditional.test(plain)) return 'zh-hant';
  if (/^(zh|cn)\b/.test(plain)) return 'zh-hans';
  if (/^en\b/.test(plain)) return 'en';
  if (/^ja\b/.test(plain)) return 'ja';
  return undefined;
};

/** The language in the cookie, else in local storage, else of the browser, else English. */
export const resolveLanguage = (sources: {
  cookie: string | undefined;
  stored: string | undefined;
  browser: readonly string[];
}): Language =>
  [sources.cookie, sources.stored, ...sources.browser].map(languageOf).find((found) => found !== undefined) ??
  'en';
