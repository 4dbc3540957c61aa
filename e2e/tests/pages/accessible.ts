import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'vitest';
import { settle, type WatchedPage } from './watchedPage.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const grave = ['serious', 'critical'];

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Grave violations as a person can find them: rule, and where. */
const findings = ({ violations }: Pick<Results, 'violations'>) =>
  violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any, html }) => `${id} ${target.join(' ')}: ${any[0]?.message ?? html.slice(0, 160)}`,
      ),
    );

const everyRule = async ({ page, rest }: WatchedPage) => {
  await rest();
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return findings(await axe.analyze());
};

/** Colours are all that another theme changes; the checker is in the page already. */
const contrast = async ({ page }: WatchedPage) => {
  await settle(page);
  const checked = await page.evaluate(() => {
    const { axe } = window as unknown as {
      axe: { run: (page: Document, options: object) => Promise<Results> };
    };
    return axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
  });
  return findings(checked);
};

/** Nothing serious in light and dark, nothing wider than a phone, nothing that failed on the way. */
export const isAccessible = async (seen: WatchedPage): Promise<void> => {
  const { page, mishaps } = seen;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await everyRule(seen);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await contrast(seen);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await seen.rest();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.setViewportSize(desk);
  expect({ light, dark, mishaps }).toEqual({ light: [], dark: [], mishaps: [] });
};
