import type { Page } from 'playwright-core';
import { isInFull } from './accessible.ts';

/** Which pages are loaded from their address in every test run: always the same fifth. */
const isLoaded = (path: string): boolean => isInFull || path.length % 5 === 0;

/** Moves inside the loaded console, as a link does. */
const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1, key: String(idx + 1) }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);

/**
 * Opens a page of the console. Loading the console anew takes longer than most pages do, so in every run most pages are
 * reached from within; in full, each is loaded from its address.
 */
export const reach = async (page: Page, address: string): Promise<void> => {
  if (isLoaded(address) || !page.url().includes('/ui/')) {
    await page.goto(address);
    return;
  }
  // Between two pages of one kind, so that nothing of the first is taken for the second.
  await follow(page, '/ui/404');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await follow(page, address);
};
