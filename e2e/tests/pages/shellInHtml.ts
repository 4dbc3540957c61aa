import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  type Box,
  type Boxes,
  drawnBoxes,
  layoutShift,
  leftAhead,
  openWithoutScripts,
  pictureOf,
} from './firstPaint.ts';

const ASSETS = '/ui/console/assets/assets';

const grounds = {
  light: { ground: 'rgb(244, 245, 247)', bar: 'rgb(255, 255, 255)' },
  dark: { ground: 'rgb(13, 17, 23)', bar: 'rgb(21, 27, 36)' },
};

const nowhere: Box = [0, 0, 0, 0];

const narrowed = ({ heads = nowhere, ...rest }: Boxes): Boxes => ({
  ...rest,
  heads: [heads[0], heads[1], 0, heads[3]],
});

/**
 * Expects that the page's HTML alone shows the frame of the list of assets in a theme, that the console then draws
 * it at the same place, and that nothing moves.
 */
export const paintsBeforeScripts = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
  const release = await openWithoutScripts(page, ASSETS);
  const picture = await pictureOf(page);
  expect(picture).toMatchObject({ ...grounds[theme], words: '', busy: 'true' });
  release();
  const boxes = await drawnBoxes(page);
  expect(Object.keys(boxes)).toHaveLength(8);
  // A table that is wider than its place scrolls.
  expect(narrowed(picture.boxes)).toEqual(narrowed(boxes));
  expect(await layoutShift(page)).toBeLessThan(0.1);
};

/** Expects that the picture has the bar and no menu on a phone, and the narrow menu after it was collapsed. */
export const paintsOtherWindows = async (page: Page): Promise<void> => {
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    const release = await openWithoutScripts(page, ASSETS);
    const { boxes } = await pictureOf(page);
    release();
    await page.locator('#picture').waitFor({ state: 'detached' });
    return boxes;
  };
  const phone = await at(390);
  expect([phone.top, phone.menu, phone.tree]).toEqual([[0, 0, 390, 52], undefined, undefined]);
  expect((await page.locator('[data-region="top"]').boundingBox())?.height).toBe(52);
  const narrow = await at(1100);
  expect([narrow.menu?.[2], narrow.tree]).toEqual([56, undefined]);
  const { hostname } = new URL(page.url());
  await page.context().addCookies([{ name: 'sidebarStatus', value: '0', domain: hostname, path: '/' }]);
  const collapsed = await at(1440);
  expect(collapsed.menu?.[2]).toBe(56);
  expect(collapsed.tree?.slice(0, 3)).toEqual([76, 134, 244]);
};

/** Requests that every page starts with, and those of a list: its description and its first rows. */
const [ofEveryPage, ofAList] = [5, 2];

/** Expects that a list uses each request its page has sent before the scripts, and repeats none. */
export const asksNothingInVain = async (page: Page, path: string): Promise<void> => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  const release = await openWithoutScripts(page, path);
  await expect.poll(async () => (await leftAhead(page)).length).toBe(ofEveryPage + ofAList);
  const ahead = await leftAhead(page);
  expect(asked).toEqual(ahead);
  release();
  await page.locator('main tbody:not([aria-hidden]) tr').first().waitFor();
  await expect.poll(() => leftAhead(page)).toEqual([]);
  expect(asked.filter((line) => ahead.includes(line))).toEqual(ahead);
};
