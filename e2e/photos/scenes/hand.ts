import type { Locator } from 'playwright-core';
import type { Demo } from '../../tests/pages/demo.ts';
import type { Stage, Subject } from '../subject.ts';

/** Opens what a picture shows, in any language and on any screen. */
export const handOf = ({ page, say, look, rest }: Stage) => {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog').last();
  const isPhone = look === '390';
  const press = (english: string, within: Locator = main) =>
    within
      .getByRole('button', { name: say(english) })
      .first()
      .click();
  const goTo = async (path: string) => {
    await page.goto(`/ui/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await rest();
  };
  /** Clicks a tool that phones keep behind the list's filters. */
  const tool = async (english: string) => {
    if (!isPhone) return press(english);
    await press('Filters');
    await press(english, dialog);
  };
  /** Clicks a tool that phones keep in the menu drawer. */
  const shellTool = async (english: string) => {
    if (isPhone) await press('Open menu', page.locator('body'));
    await page
      .getByRole('button', { name: say(english) })
      .last()
      .click();
  };
  const choose = (english: string) =>
    page
      .getByRole('menuitem', { name: say(english) })
      .first()
      .click();
  const selectRows = async (count: number) => {
    if (isPhone) await tool('Select');
    const boxes = isPhone
      ? main.getByRole('checkbox')
      : main.getByRole('table').first().getByRole('checkbox');
    // The first checkbox of a table selects the whole page; with cards, that checkbox comes last.
    const first = isPhone ? 0 : 1;
    for (let at = first; at < first + count; at += 1) await boxes.nth(at).check();
  };
  /** Opens the actions for selected rows; phones have them below the cards. */
  const moreActions = () => {
    const name = 'More actions ({{count}})';
    return isPhone ? press(name, page.locator('body')) : press(name);
  };
  return { page, main, dialog, isPhone, say, press, goTo, tool, shellTool, choose, selectRows, moreActions };
};

/** Actions that set up a scene. */
export type Show = (hand: ReturnType<typeof handOf>, stage: Stage) => Promise<unknown>;

/** A scene not taken on phones, because it uses parts that only tables have. */
export const deskScene = (name: string, path: string, show: Show): Subject => ({
  ...scene(name, path, show),
  isForDesks: true,
});

/** A scene on a page of the console. */
export const scene = (name: string, path: string, show: Show): Subject => onRow(name, () => path, show);

/** A scene on a page of a demo row. */
export const onRow = (name: string, path: (rows: Demo['rows']) => string, show: Show): Subject => ({
  name: `scenes/${name}`,
  kind: 'scenes',
  show: async (stage) => {
    const hand = handOf(stage);
    await hand.goTo(path(stage.demo.rows));
    await show(hand, stage);
  },
});

/** Selects rows and opens an action for them. */
export const withSelected =
  (count: number, english: string): Show =>
  async ({ selectRows, moreActions, choose }) => {
    await selectRows(count);
    await moreActions();
    await choose(english);
  };
