import type { Locator } from 'playwright-core';
import type { Demo } from '../../tests/pages/demo.ts';
import type { Stage, Subject } from '../subject.ts';

/** Somebody who opens what a picture is to show, in any language and on any screen. */
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
  /** Presses what a phone keeps behind the filters of a list. */
  const tool = async (english: string) => {
    if (!isPhone) return press(english);
    await press('Filters');
    await press(english, dialog);
  };
  /** Presses what a phone keeps in its menu drawer. */
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
    // The first box of a table is that of the whole page; below cards it comes last.
    const first = isPhone ? 0 : 1;
    for (let at = first; at < first + count; at += 1) await boxes.nth(at).check();
  };
  /** Opens what is done with the selected rows: on a phone it stands below the cards. */
  const moreActions = () => {
    const name = 'More actions ({{count}})';
    return isPhone ? press(name, page.locator('body')) : press(name);
  };
  return { page, main, dialog, isPhone, say, press, goTo, tool, shellTool, choose, selectRows, moreActions };
};

/** What somebody does to show something. */
export type Show = (hand: ReturnType<typeof handOf>, stage: Stage) => Promise<unknown>;

/** A scene that a phone does not have: what is pressed in it stands in tables only. */
export const deskScene = (name: string, path: string, show: Show): Subject => ({
  ...scene(name, path, show),
  isForDesks: true,
});

/** A scene on a page of the console. */
export const scene = (name: string, path: string, show: Show): Subject => onRow(name, () => path, show);

/** A scene on the page of a row of the demo. */
export const onRow = (name: string, path: (rows: Demo['rows']) => string, show: Show): Subject => ({
  name: `scenes/${name}`,
  kind: 'scenes',
  show: async (stage) => {
    const hand = handOf(stage);
    await hand.goTo(path(stage.demo.rows));
    await show(hand, stage);
  },
});

/** Selects rows and chooses what is done with them. */
export const withSelected =
  (count: number, english: string): Show =>
  async ({ selectRows, moreActions, choose }) => {
    await selectRows(count);
    await moreActions();
    await choose(english);
  };
