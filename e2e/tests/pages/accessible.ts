import { AxeBuilder } from '@axe-core/playwright';
import { type ExpectStatic, expect as usualExpect } from 'vitest';
import { graveOf, type Results } from '../../fixtures/axe.ts';
import { settle, type WatchedPage } from './watchedPage.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const everyRule = async ({ page, rest }: WatchedPage) => {
  await rest();
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return graveOf(await axe.analyze());
};

/** Themes differ only in colours; the checker is already loaded in the page. */
const contrast = async ({ page }: WatchedPage) => {
  await settle(page);
  const checked = await page.evaluate(() => {
    const { axe } = window as unknown as {
      axe: { run: (page: Document, options: object) => Promise<Results> };
    };
    return axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
  });
  return graveOf(checked);
};

/**
 * No serious violation in light and dark, nothing wider than a phone, no failed request. Concurrent tests
 * pass their own `expect`: the global one cannot tell which test waits.
 */
export const isAccessible = async (seen: WatchedPage, expect: ExpectStatic = usualExpect): Promise<void> => {
  const { page, mishaps } = seen;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await everyRule(seen);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await contrast(seen);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  try {
    await seen.rest();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  } finally {
    // The next visit gets a desktop window, whatever happened here.
    await page.setViewportSize(desk);
  }
  expect({ light, dark, mishaps }).toEqual({ light: [], dark: [], mishaps: [] });
};
