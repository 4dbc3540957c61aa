import type { Page } from 'playwright-core';
import { type ExpectStatic, expect as usualExpect } from 'vitest';
import { proofSize } from '../../../scripts/proofSize.ts';
import { loadChecker, violationsOf } from '../../fixtures/axe.ts';
import { settle, type WatchedPage } from './watchedPage.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Top bar, menu and tags: the same on every page of an area, so they are checked on one of its pages. */
const frame = ['header[data-region]', 'aside[data-region]', 'nav[data-region]'];
const areasWithCheckedFrame = new Set<string>();

const pathOf = (page: Page): string => new URL(page.url()).pathname;

type Scheme = 'light' | 'dark';
const other: Record<Scheme, Scheme> = { light: 'dark', dark: 'light' };

/**
 * Whether every page gets every check: in both themes, instead of one theme per page in turn; on a phone; and also
 * if it is the form of a stored row.
 */
export const isInFull = proofSize({ small: 0, whole: 1 }) === 1;

/** Which pages are tried in a phone-sized window in every test run: always the same half. */
const isTriedOnPhone = (page: Page): boolean => isInFull || pathOf(page).length % 4 < 2;

const show = async (page: Page, scheme: Scheme): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme });
  await settle(page);
};

/** Themes differ only in colours: one is checked by every rule, the other, if at all, only for contrast. */
const violationsIn = async (
  page: Page,
  without: readonly string[],
): Promise<Partial<Record<Scheme, string[]>>> => {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const current: Scheme = isDark ? 'dark' : 'light';
  if (!isInFull) {
    // Each page always in the same one, so that what is found can be found again.
    const scheme: Scheme = pathOf(page).length % 2 === 0 ? 'light' : 'dark';
    if (scheme !== current) await show(page, scheme);
    return { [scheme]: await violationsOf(page, { without }) };
  }
  // Switching redraws the page, so the theme left by the previous visit comes first.
  const found = { [current]: await violationsOf(page, { without }) };
  await show(page, other[current]);
  return { ...found, [other[current]]: await violationsOf(page, { only: ['color-contrast'], without }) };
};

const fitsPhone = async ({ page, rest }: WatchedPage, expect: ExpectStatic): Promise<void> => {
  await page.setViewportSize(phone);
  try {
    await rest();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  } finally {
    // The next visit needs a desktop window even if this one failed.
    await page.setViewportSize(desk);
  }
};

/** Expects no script or console error, and no answer with an error status. */
export const hasNoMishap = async ({ rest, mishaps }: WatchedPage, expect: ExpectStatic): Promise<void> => {
  await rest();
  expect(mishaps).toEqual([]);
};

/**
 * Expects no serious or critical violation, nothing wider than a phone, no script or console
 * error, and no answer with an error status. Concurrent tests pass their own `expect`: the global one cannot
 * tell which test waits.
 */
export const isAccessible = async (seen: WatchedPage, expect: ExpectStatic = usualExpect): Promise<void> => {
  const { page, mishaps } = seen;
  await seen.rest();
  await loadChecker(page);
  const area = pathOf(page).split('/').slice(0, 3).join('/');
  const violations = await violationsIn(page, areasWithCheckedFrame.has(area) ? frame : []);
  areasWithCheckedFrame.add(area);
  if (isTriedOnPhone(page)) await fitsPhone(seen, expect);
  expect({ light: [], dark: [], ...violations, mishaps }).toEqual({ light: [], dark: [], mishaps: [] });
};

/**
 * One of many pages of the tour: in every run, one half is held against the rules and the other tried on a phone, always
 * the same; in full, each page gets both.
 */
export const isSound = async (seen: WatchedPage, expect: ExpectStatic): Promise<void> => {
  if (isInFull || !isTriedOnPhone(seen.page)) return isAccessible(seen, expect);
  await hasNoMishap(seen, expect);
  await fitsPhone(seen, expect);
};
