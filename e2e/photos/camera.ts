import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../tests/pages/demo.ts';
import { settle, watch } from '../tests/pages/watchedPage.ts';
import { type Look, looks, windowFor } from './looks.ts';
import type { Subject } from './subject.ts';
import { type Say, wordsOf } from './words.ts';

const patienceMs = 15_000;
const tallest = 6_000;
const languageOf = (look: Look) => (look === 'zh-hans' ? 'zh-hans' : 'en');

/**
 * Makes the window as high as its scrollable content, up to `tallest`, so that one picture shows everything.
 */
const growToWhole = async (page: Page) => {
  const size = page.viewportSize();
  if (!size) return;
  const missing = await page.evaluate(() => {
    const wide = Array.from(document.querySelectorAll<HTMLElement>('html, main, main *')).filter(
      (element) =>
        element.clientWidth > window.innerWidth / 2 && element.scrollHeight > element.clientHeight + 1,
    );
    const scrolls = (element: Element) =>
      element.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(element).overflowY);
    return Math.max(0, ...wide.filter(scrolls).map((element) => element.scrollHeight - element.clientHeight));
  });
  if (missing === 0) return;
  await page.setViewportSize({ ...size, height: Math.min(size.height + missing, tallest) });
};

const cookiesOf = (demo: Demo) =>
  [...demo.admin.cookies().split('; '), `X-JMS-ORG=${demo.org}`].map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: demo.gatehouse.url };
  });

/** Takes pictures of a running demo; `take` returns what went wrong, if anything. */
export const openCamera = async (browser: Browser, demo: Demo, folder: string) => {
  const words = new Map<Look, Say>();
  const known = new Map<Look, BrowserContext>();
  const open = (look: Look) => browser.newContext({ baseURL: demo.gatehouse.url, ...windowFor(look) });
  for (const look of looks) {
    words.set(look, await wordsOf(languageOf(look)));
    const context = await open(look);
    await context.addCookies(cookiesOf(demo));
    known.set(look, context);
  }

  const take = async (subject: Subject, look: Look): Promise<string | undefined> => {
    const isOwn = subject.isPublic || subject.isAlone;
    const context = isOwn ? await open(look) : known.get(look)!;
    if (subject.isAlone) await context.addCookies(cookiesOf(demo));
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const { rest } = watch(page);
    const path = join(folder, subject.name, `${look}.png`);
    await mkdir(dirname(path), { recursive: true });
    let fault: string | undefined;
    try {
      await subject.show({ page, demo, look, say: words.get(look)!, rest });
      await (subject.isUnderWay ? settle(page) : rest());
      if (subject.isWhole) await growToWhole(page).then(() => settle(page));
      // Spinners appear late on purpose; one that is still visible after this belongs in the picture.
      await page.waitForTimeout(300);
    } catch (error) {
      fault = `${subject.name}, ${look}: ${(error as Error).message.split('\n').slice(0, 4).join(' ')}`;
    }
    await page.screenshot({ path, animations: 'disabled' }).catch(() => undefined);
    await (isOwn ? context : page).close();
    return fault;
  };
  return { take };
};
