import type { Browser, Page, Request } from 'playwright-core';
import { type ApiClient, eventually } from '../../clients/api.ts';
import { openContext } from '../../fixtures/browser.ts';
import type { Demo } from './demo.ts';

/** A window, and what went wrong in it. */
export type WatchedPage = {
  page: Page;
  /**
   * Script errors, errors on the browser's console and answers with an error status; cleared before each
   * visit.
   */
  mishaps: string[];
  /** Waits until all requests are answered and animations have ended. */
  rest: () => Promise<void>;
};

/** A window with the cookies of a client, so signed in if the client is; it works in one organization. */
export const windowOf = async (
  browser: Browser,
  { gatehouse, org }: Pick<Demo, 'gatehouse' | 'org'>,
  client: ApiClient,
): Promise<Page> => {
  const { url } = gatehouse;
  const context = await openContext(browser, url);
  const cookies = [...client.cookies().split('; '), `X-JMS-ORG=${org}`].filter(Boolean).map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
  await context.addCookies(cookies);
  return context.newPage();
};

/** Waits until content is drawn and animations have ended. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((next) => requestIdleCallback(next, { timeout: 5_000 }));
    for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Starts to watch a window. */
export const watch = (page: Page): WatchedPage => {
  const mishaps: string[] = [];
  const pending = new Set<Request>();
  page.on('pageerror', (error) => mishaps.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && mishaps.push(line.text()));
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('response', (answer) => {
    if (answer.status() >= 400) mishaps.push(`${answer.status()} ${answer.url()}`);
  });
  const rest = async () => {
    do {
      await eventually('The end of all requests', async () => pending.size === 0);
      await page.waitForTimeout(100);
      await settle(page);
    } while (pending.size > 0);
  };
  return { page, mishaps, rest };
};
