import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './language.ts';

/** Loads one namespace of one language. */
export type LoadTexts = (language: string, namespace: string) => Promise<Record<string, unknown>>;

const files = import.meta.glob<{ default: Record<string, unknown> }>('../../locales/*/*.json');

/** Texts of the console, one file per language and namespace, loaded on first use. */
export const loadLocaleFile: LoadTexts = async (language, namespace) => {
  const load = files[`../../locales/${language}/${namespace}.json`];
  return load ? (await load()).default : {};
};

/** Creates the translator for a language; `loaded` resolves when the given namespaces are there. */
export const beginI18n = (
  language: Language,
  namespaces: readonly string[],
  load: LoadTexts = loadLocaleFile,
): { i18n: i18n; loaded: Promise<unknown> } => {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read: (lng, ns, done) => {
      load(lng, ns).then(
        (texts) => done(null, texts),
        (error: unknown) => done(error instanceof Error ? error : String(error), false),
      );
    },
  };
  const instance = i18next.createInstance();
  const loaded = instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      lowerCaseLng: true,
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: namespaces[0],
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  return { i18n: instance, loaded };
};

/** Creates the translator for a language with the given namespaces loaded. */
export const createI18n = async (
  language: Language,
  namespaces: readonly string[],
  load?: LoadTexts,
): Promise<i18n> => {
  const { i18n, loaded } = beginI18n(language, namespaces, load);
  await loaded;
  return i18n;
};
