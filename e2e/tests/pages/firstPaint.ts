import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where a part stands in the window: left, top, width, height, in pixels. */
export type Box = [number, number, number, number];
/** Boxes of parts by name. */
export type Boxes = Record<string, Box | undefined>;

/** Parts by name: of the picture in the page's HTML, and of the console. */
const pictured = {
  top: '#picture .top',
  menu: '#picture .menu',
  tags: '#picture .tags',
  head: '#picture .head',
  tree: '#picture .tree',
  list: '#picture .card',
  heads: '#picture .heads',
  foot: '#picture .foot',
};
const drawn: typeof pictured = {
  top: '[data-region="top"]',
  menu: '[data-region="menu"]',
  tags: '[data-region="tags"]',
  head: 'main header',
  tree: 'main section:has([role="tree"])',
  list: 'main div[class*="card"]:has(table)',
  heads: 'main thead',
  foot: 'main div[class*="footer"]',
};

const boxesOf = (page: Page, selectors: Record<string, string>): Promise<Boxes> =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, selector]) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          if (!box || box.width === 0) return [];
          return [[name, [box.left, box.top, box.width, box.height].map(Math.round) as Box]];
        }),
      ) as Boxes,
    selectors,
  );

/** Opens a page whose scripts arrive only when the returned function is called. */
export const openWithoutScripts = async (page: Page, path: string): Promise<() => void> => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/ui/assets/*.js', async (route) => {
    await gate.promise;
    // The window may have been closed meanwhile.
    await route.continue().catch(() => undefined);
  });
  await page.goto(path, { waitUntil: 'commit' });
  return gate.resolve;
};

/** What the window shows before any script of the console has run. */
export const pictureOf = async (page: Page) => {
  await page.locator('#picture').waitFor();
  return {
    boxes: await boxesOf(page, pictured),
    ground: await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    bar: await page.evaluate(() => {
      const bar = document.querySelector('#picture .top');
      return bar && getComputedStyle(bar).backgroundColor;
    }),
    words: (await page.locator('#picture').textContent())?.trim(),
    busy: await page.locator('#root').getAttribute('aria-busy'),
  };
};

/** The parts that the console has drawn, once the rows of its list stand there. */
export const drawnBoxes = async (page: Page): Promise<Boxes> => {
  await page.locator('main tbody:not([aria-hidden]) tr').first().waitFor();
  await page.locator(drawn.tree).waitFor();
  expect(await page.locator('#picture').count()).toBe(0);
  expect(await page.locator('#root').getAttribute('aria-busy')).toBeNull();
  return boxesOf(page, drawn);
};

/** How much of the window has moved without the user's doing, as browsers add it up. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number };
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    await new Promise((next) => setTimeout(next));
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });

/** Requests that the page has sent before its scripts were there and whose answers the console has not used. */
export const leftAhead = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...((window as { sentAhead?: Map<string, unknown> }).sentAhead?.keys() ?? [])]);
