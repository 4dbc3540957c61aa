import { expect, test } from 'vitest';
import { menuOf } from '../app/routes/menu.ts';
import { routeTable } from '../app/routes/table.ts';

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<{ default: Texts }>('./*/*.json', { eager: true });
const languages = ['zh-hans', 'zh-hant', 'en', 'ja'];
const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[2]))];

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
const textsOf = (language: string, namespace = '') =>
  new Map(flat(files[`./${language}/${namespace}`]?.default ?? {}));
const slotsOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((found) => found[1]).sort();
const plain = (key: string) => key.replace(/_(one|other|zero|few|many)$/, '');

test.each(namespaces)(
  'A-1-012 %s has the same texts in four languages, with the same placeholders',
  (namespace) => {
    const english = textsOf('en', namespace);
    for (const language of languages) {
      const texts = textsOf(language, namespace);
      const keys = (all: Map<string, string>) => [...new Set([...all.keys()].map(plain))].sort();
      expect(keys(texts), language).toEqual(keys(english));
      for (const [key, text] of texts) {
        expect(text, `${language} ${key}`).not.toBe('');
        const original = english.get(key) ?? english.get(`${plain(key)}_other`);
        if (original !== undefined) expect(slotsOf(text), `${language} ${key}`).toEqual(slotsOf(original));
      }
    }
  },
);

test('every page and menu group has a title', () => {
  const texts = textsOf('en', 'shell.json');
  for (const route of routeTable) expect(texts.has(`route.${route.name}`), route.name).toBe(true);
  const perms = { has: () => true } as unknown as ReadonlySet<string>;
  for (const view of ['console', 'audit', 'workbench', 'settings', 'profile'] as const) {
    for (const entry of menuOf(routeTable, perms, view)) {
      if (entry.kind === 'group') expect(texts.has(`menu.${entry.key}`), entry.key).toBe(true);
    }
  }
});
