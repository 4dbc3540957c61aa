import type { BrowserContextOptions } from 'playwright-core';

/** Variants in which each page is photographed. */
export const looks = ['light', 'dark', 'zh-hans', '390'] as const;
export type Look = (typeof looks)[number];

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The browser options of a variant. */
export const windowFor = (look: Look): BrowserContextOptions => ({
  viewport: look === '390' ? phone : desk,
  colorScheme: look === 'dark' ? 'dark' : 'light',
  locale: look === 'zh-hans' ? 'zh-CN' : 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  ...(look === '390' && { hasTouch: true, isMobile: true }),
});
