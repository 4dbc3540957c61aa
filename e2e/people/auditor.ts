import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A user who looks up and terminates sessions, and plays their recordings. */
export const auditorAt = (page: Page) => {
  const main = page.getByRole('main');
  const table = main.getByRole('table');
  const rows = (...texts: string[]) =>
    texts.reduce((found, text) => found.filter({ hasText: text }), table.getByRole('row'));

  const refresh = () => main.getByRole('button', { name: 'Refresh', exact: true }).click();

  /** Refreshes until a row has all these texts. */
  const seeRow = (...texts: string[]) =>
    expect
      .poll(
        async () => {
          if ((await rows(...texts).count()) === 0) await refresh();
          return rows(...texts).count();
        },
        { interval: 500 },
      )
      .toBeGreaterThan(0);

  /** Refreshes until exactly this many rows have all these texts. */
  const seeRows = (count: number, ...texts: string[]) =>
    expect
      .poll(
        async () => {
          if ((await rows(...texts).count()) !== count) await refresh();
          return rows(...texts).count();
        },
        { interval: 500 },
      )
      .toBe(count);

  /**
   * Terminates the session of the first row with all these texts; returns the time at which the page sent the
   * request, by the browser's clock.
   */
  const terminateNewest = async (...texts: string[]): Promise<number> => {
    const row = rows(...texts).first();
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Terminate' }).click();
    const dialog = page.getByRole('dialog', { name: /^Terminate/ });
    await dialog.getByText('Ann Lee').waitFor();
    const [order] = await Promise.all([
      page.waitForRequest(/\/kill-session\//),
      dialog.getByRole('button', { name: 'Terminate' }).click(),
    ]);
    await order.response();
    return order.timing().startTime;
  };

  const player = () => {
    const screen = page.getByRole('region', { name: 'Recorded screen' }).locator('.xterm-rows');
    const text = () => screen.textContent();
    const commands = page.getByRole('complementary', { name: 'Commands' });
    const position = page.getByRole('slider', { name: 'Position in the recording' });
    return {
      text,
      position,
      /** Waits until playback has ended. */
      ends: () =>
        page.getByRole('region', { name: 'Playback' }).getByRole('button', { name: 'Play' }).waitFor(),
      shows: (expected: string) => expect.poll(text).toContain(expected),
      commandTexts: () => commands.getByRole('listitem').locator('.mono').allTextContents(),
      jumpTo: (command: string) => commands.getByRole('button').filter({ hasText: command }).click(),
    };
  };

  return { main, rows, refresh, seeRow, seeRows, terminateNewest, player };
};
