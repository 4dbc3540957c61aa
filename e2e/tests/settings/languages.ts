import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { SettingPanel } from '@gatehouse/contract/settings/panels/panel.ts';
import { settingPanels } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import { toolNames } from '@gatehouse/contract/wire/tools/tools.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { proofSize } from '../../../scripts/proofSize.ts';
import { watch } from '../pages/watchedPage.ts';
import { type Office, speaks } from './office.ts';
import type { Language } from './speak.ts';

/** A word in Latin letters; an address, a variable or the key of a text is one. */
const latin = /[A-Za-z][\w@./:+#-]*\w/g;

const wordsOf = (text: string): string[] => text.match(latin) ?? [];

/** Words that the texts of a language write in Latin letters themselves, such as SMTP. */
const ownWords = (language: Language): Set<string> => {
  const values: string[] = [];
  for (const part of ['contract', 'console']) {
    const folder = new URL(`../../../packages/${part}/src/locales/${language}/`, import.meta.url);
    for (const file of readdirSync(folder))
      JSON.parse(readFileSync(new URL(file, folder), 'utf8'), (_key, value: unknown) => {
        if (typeof value === 'string') values.push(value);
      });
  }
  return new Set(values.flatMap(wordsOf));
};

/** A place in the settings, and what is there once it is drawn. */
type Place = { path: string; sign: string };

const submit = 'button[type=submit]';

const placeOf = ({ page, tab, dialog, groups }: SettingPanel): Place => {
  const [name] = Object.values(groups).flat();
  if (page === 'clean') return { path: `tasks#${tab}`, sign: submit };
  if (dialog) return { path: `${page}?setting=${name}#${tab}`, sign: `[role=dialog] ${submit}` };
  return { path: `${page}#${tab}`, sign: submit };
};

const lists = ['terminal#TerminalList', 'terminal#Monitor', 'terminal#EndpointList', 'tasks#TaskList'];
const otherLists = ['terminal#EndpointRuleList', 'storage#ReplayStorage', 'storage#CommandStorage', 'orgs'];

/** Every panel, and the other pages and tabs of the settings. */
const places: Place[] = [
  ...Object.values<SettingPanel>(settingPanels).map(placeOf),
  ...['interface', ...toolNames.map((tool) => `tools#${tool}`)].map((path) => ({ path, sign: submit })),
  ...['msg#Subscribe', ...lists, ...otherLists].map((path) => ({ path, sign: 'table' })),
  { path: 'license', sign: 'dl' },
];

/** Names that are the same in every language: of users and rows, of programs and in examples. */
const given = new Set([
  ...['Administrator', 'admin', 'Olga', 'Brandt', 'olga', 'Ann', 'Lee', 'ann'],
  ...['Northwind', 'Logistics', 'Branch', 'DEFAULT', 'Default', 'default', 'null', 'Runner', hostname()],
  ...['Ping', 'Telnet', 'Nmap', 'Tcpdump', 'Traceroute', 'gpt-3.5-turbo', 'db.example.com', 'eth0'],
  ...['China', 'UTC+00:00'],
  ...['shutdown', 'poweroff', 'halt', 'dd', 'half', 'top'],
]);
/** The library of inputs names the buttons within its fields in no other language. */
const ofLibrary = new Set(['Increase', 'Decrease', 'Value', 'Clear']);
const isId = (word: string): boolean => /^(?=.*\d)[0-9a-f-]+$/i.test(word);

/** What a page says in sight and to screen readers; not what stands in its fields. */
const said = async (page: Page): Promise<string[]> => {
  const parts = page.locator('main, [role=dialog]');
  const hidden = await parts
    .locator('*:not([role=img], [aria-hidden=true], [aria-hidden=true] *)')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ),
    );
  const texts = [...(await parts.allInnerTexts()), ...hidden];
  return texts.flatMap(wordsOf);
};

/** How many places one stands for in every test run. */
const stride = proofSize({ small: 4, whole: 1 });

/** No page of the settings shows a word of another language, a unit without translation, or the key of a text. */
export const speaksThroughout = async ({ desk }: Office, language: Language): Promise<void> => {
  await speaks(desk, language);
  const known = ownWords(language);
  const { rest } = watch(desk);
  const foreign: Record<string, string[]> = {};
  for (const { path, sign } of places.filter((_place, at) => at % stride === 0)) {
    await desk.goto(`/ui/settings/${path}`);
    await desk.locator(sign).first().waitFor();
    await rest();
    const isForeign = (word: string) =>
      !known.has(word) && !given.has(word) && !ofLibrary.has(word) && !isId(word);
    const found = (await said(desk)).filter(isForeign);
    if (found.length > 0) foreign[path] = [...new Set(found)];
  }
  await speaks(desk, 'en');
  expect(foreign).toEqual({});
};
