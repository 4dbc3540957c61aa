import { readdirSync, readFileSync } from 'node:fs';
import type { SettingPanel } from '@gatehouse/contract/settings/panels/panel.ts';
import { settingPanels } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import { toolNames } from '@gatehouse/contract/wire/tools.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
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

const placeOf = ({ page, tab, dialog, groups }: SettingPanel): string => {
  const [name] = Object.values(groups).flat();
  if (page === 'clean') return `tasks#${tab}`;
  return dialog ? `${page}?setting=${name}#${tab}` : `${page}#${tab}`;
};

/** Every panel, and the other pages and tabs of the settings. */
const places: string[] = [
  ...Object.values<SettingPanel>(settingPanels).map(placeOf),
  ...['msg#Subscribe', 'terminal#TerminalList', 'terminal#Monitor', 'terminal#EndpointList'],
  ...['terminal#EndpointRuleList', 'storage#ReplayStorage', 'storage#CommandStorage'],
  ...['tasks#TaskList', 'interface', 'orgs', 'license', ...toolNames.map((tool) => `tools#${tool}`)],
];

/** Names that users gave, and what they entered. */
const given = new Set(['Administrator', 'admin']);

/** What a page says in sight and to screen readers; not what stands in its fields. */
const said = async (page: Page): Promise<string[]> => {
  const parts = page.locator('main, [role=dialog]');
  const hidden = await parts
    .locator('*')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ),
    );
  const texts = [...(await parts.allInnerTexts()), ...hidden];
  return texts.flatMap(wordsOf);
};

/** No page of the settings shows a word of another language, a unit without translation, or the key of a text. */
export const speaksThroughout = async ({ desk }: Office, language: Language): Promise<void> => {
  await speaks(desk, language);
  const known = ownWords(language);
  const { rest } = watch(desk);
  const foreign: Record<string, string[]> = {};
  for (const place of places) {
    await desk.goto(`/ui/settings/${place}`);
    await rest();
    const found = (await said(desk)).filter((word) => !known.has(word) && !given.has(word));
    if (found.length > 0) foreign[place] = [...new Set(found)];
  }
  expect(foreign).toEqual({});
};
