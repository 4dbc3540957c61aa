import type { Language } from '../i18n.ts';

/** What is read of an entry: nested with names by language, or flat, depending on the maker of the database. */
type Entry = {
  city?: { names?: Names } | string;
  country?: { names?: Names; iso_code?: string } | string;
  country_code?: string;
};
type Names = Partial<Record<string, string>>;

/** Language codes in databases of places, which have no traditional Chinese. */
const tags: Record<Language, string> = { 'zh-hans': 'zh-CN', 'zh-hant': 'zh-CN', en: 'en', ja: 'ja' };
const locales: Record<Language, string> = { 'zh-hans': 'zh-Hans', 'zh-hant': 'zh-Hant', en: 'en', ja: 'ja' };

/** Maximum length of a place, in characters, which is what tickets keep. */
const longest = 64;

const nameOf = (named: { names?: Names } | string | undefined, language: Language): string => {
  if (typeof named === 'string') return named;
  return named?.names?.[tags[language]] ?? named?.names?.en ?? '';
};

/** The name of a country in the language, from its code, which more databases have than names. */
const countryOf = ({ country, country_code }: Entry, language: Language): string => {
  const code = country_code ?? (typeof country === 'object' ? country.iso_code : undefined);
  if (code && /^[A-Z]{2}$/.test(code))
    return new Intl.DisplayNames([locales[language]], { type: 'region' }).of(code) ?? code;
  return nameOf(country, language);
};

const plain = (text: unknown): string =>
  typeof text === 'string' ? text.replace(/\p{Cc}+/gu, ' ').trim() : '';

/** The city and country of an address, in the order of the language; empty where the database has none. */
export const placeIn = (
  reader: { get(address: string): unknown },
  address: string,
  language: Language,
): string => {
  let entry: Entry | null;
  try {
    entry = reader.get(address) as Entry | null;
  } catch {
    // A database of IPv4 only, or a damaged one.
    return '';
  }
  if (!entry) return '';
  const parts = [plain(nameOf(entry.city, language)), plain(countryOf(entry, language))];
  const known = [...new Set(parts.filter(Boolean))];
  const text = language === 'en' ? known.join(', ') : known.toReversed().join(' ');
  return text.slice(0, longest);
};
