import type { Entry } from 'ldapts';

/** What a directory says about a user, by own names; `cut` are the names of which not all could be read. */
export type DirectoryEntry = { dn: string; values: Record<string, string[]>; cut: string[] };

/** Values of one attribute, and characters of one value. */
const most = { values: 5_000, characters: 4_096 };

/** Texts of an attribute; pictures and the like are no texts. */
const textsOf = (value: Entry[string]): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

/** An entry by own names. Names of attributes count in any case, and large attributes may come in ranges. */
export const entryOf = (entry: Entry, attributes: Readonly<Record<string, string>>): DirectoryEntry => {
  const read = new Map<string, { texts: string[]; isPart: boolean }>();
  for (const [name, value] of Object.entries(entry)) {
    const [plain = '', ...options] = name.toLowerCase().split(';');
    const before = read.get(plain);
    const isPart = options.some((option) => option.startsWith('range=') && !option.endsWith('-*'));
    read.set(plain, {
      texts: [...(before?.texts ?? []), ...textsOf(value)],
      isPart: isPart || before?.isPart === true,
    });
  }
  const values: Record<string, string[]> = {};
  const cut: string[] = [];
  for (const [own, name] of Object.entries(attributes)) {
    const { texts = [], isPart = false } = read.get(name.toLowerCase()) ?? {};
    const kept = texts.filter((text) => text.length <= most.characters).slice(0, most.values);
    Object.defineProperty(values, own, { value: kept, enumerable: true, writable: true, configurable: true });
    if (isPart || kept.length < texts.length) cut.push(own);
  }
  return { dn: entry.dn, values, cut };
};
