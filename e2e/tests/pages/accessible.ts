import type { Page } from 'playwright-core';
import { type ExpectStatic, expect as usualExpect } from 'vitest';
import { loadChecker, violationsOf } from '../../fixtures/axe.ts';
import { settle, type WatchedPage } from './watchedPage.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Top bar, menu and tags: the same on every page of an area, so they are checked on one of its pages. */
const frame = ['header[data-region]', 'aside[data-region]', 'nav[data-region]'];
const areasWithCheckedFrame = new Set<string>();

type Scheme = 'light' | 'dark';
const other: Record<Scheme, Scheme> = { light: 'dark', dark: 'light' };

/** Themes differ only in colours: one is checked by every rule, the other only for contrast. */
const violationsInBothThemes = async (
  page: Page,
  without: readonly string[],
): Promise<Record<Scheme, string[]>> => {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Switching redraws the page, so the theme left by the previous visit is checked first.
  const first: Scheme = isDark ? 'dark' : 'light';
  const inFirst = await violationsOf(page, { without });
  await page.emulateMedia({ colorScheme: other[first] });
  await settle(page);
  const inOther = await violationsOf(page, { only: ['color-contrast'], without });
  return isDark ? { dark: inFirst, light: inOther } : { light: inFirst, dark: inOther };
};

/**
 * Expects no serious or critical violation in either theme, nothing wider than a phone, no script or console
 * error, and no answer with an error status. Concurrent tests pass their own `expect`: the global one cannot
 * tell which test waits.
 */
export const isAccessible = async (seen: WatchedPage, expect: ExpectStatic = usualExpect): Promise<void> => {
  const { page, mishaps } = seen;
  await seen.rest();
  await loadChecker(page);
  const area = new URL(page.url()).pathname.split('/').slice(0, 3).join('/');
  const violations = await violationsInBothThemes(page, areasWithCheckedFrame.has(area) ? frame : []);
  areasWithCheckedFrame.add(area);
  await page.setViewportSize(phone);
  try {
    await seen.rest();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  } finally {
    // The next visit gets a desktop window, whatever happened here.
    await page.setViewportSize(desk);
  }
  expect({ ...violations, mishaps }).toEqual({ light: [], dark: [], mishaps: [] });
};
