import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../clients/api.ts';
import { openBrowser, openPerson } from '../fixtures/browser.ts';
import { password } from '../fixtures/estate.ts';
import { type Demo, openDemo } from './pages/demo.ts';
import { consoleTour, otherTour } from './pages/tour.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const grave = ['serious', 'critical'];

let demo: Demo;
let browser: Browser;
let page: Page;
/** Errors of the page itself and answers it did not ask for. */
const mishaps: string[] = [];
/** What a page has asked for and not got yet. */
const asked = new Set<Request>();

const watch = (watched: Page) => {
  watched.on('pageerror', (error) => mishaps.push(String(error)));
  watched.on('console', (line) => line.type() === 'error' && mishaps.push(line.text()));
  watched.on('request', (request) => asked.add(request));
  watched.on('requestfinished', (request) => asked.delete(request));
  watched.on('requestfailed', (request) => asked.delete(request));
  watched.on('response', (answer) => {
    if (answer.status() >= 400) mishaps.push(`${answer.status()} ${answer.url()}`);
  });
};
const signedIn = async (client: ApiClient): Promise<BrowserContext> => {
  const person = await openPerson(browser, demo.gatehouse.url);
  const cookies = [...client.cookies().split('; '), `X-JMS-ORG=${demo.org}`].map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: demo.gatehouse.url };
  });
  await person.addCookies(cookies);
  return person;
};

beforeAll(async () => {
  [demo, browser] = await Promise.all([openDemo(), openBrowser()]);
  page = await (await signedIn(demo.admin)).newPage();
  watch(page);
  await page.goto('/ui/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await demo?.gatehouse.remove();
}, 60_000);

/** Everything asked for is there, and what moves or fades has come to rest. */
const comeToRest = async (seen: Page) => {
  do {
    await expect.poll(() => asked.size, { timeout: 20_000, interval: 50 }).toBe(0);
    await seen.waitForTimeout(100);
  } while (asked.size > 0);
  await seen.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
};

/** Violations as a person can find them: rule, and where. */
const violations = async (seen: Page, rules?: string[]) => {
  await comeToRest(seen);
  const axe = new AxeBuilder({ page: seen }).setLegacyMode();
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any, html }) => `${id} ${target.join(' ')}: ${any[0]?.message ?? html.slice(0, 160)}`,
      ),
    );
};

/** Nothing serious in light and dark, nothing wider than a phone, nothing that failed on the way. */
const isFine = async (seen: Page) => {
  await seen.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await violations(seen);
  await seen.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(seen, ['color-contrast']);
  await seen.emulateMedia({ colorScheme: 'light' });
  await seen.setViewportSize(phone);
  await seen.waitForTimeout(150);
  const width = await seen.evaluate(() => document.documentElement.scrollWidth);
  await seen.setViewportSize(desk);
  expect({ light, dark, width, mishaps }).toEqual({ light: [], dark: [], width: phone.width, mishaps: [] });
};

const visit = async (path: string) => {
  mishaps.length = 0;
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await comeToRest(page);
};

const addressOf = (path: string) =>
  `/ui/${path.replace(/:(\w+)/, (_, key: string) => String(demo.rows[key]?.id))}`;
const paths = [
  'console/dashboard',
  'workbench/assets',
  ...[...consoleTour, ...otherTour].map(([, path]) => path),
];

describe('every page can be used with a keyboard, a screen reader, low vision and a phone', () => {
  test.each(paths)('%s', async (path) => {
    await visit(addressOf(path));
    await isFine(page);
  });
});

describe('pages outside the console too', () => {
  test('the sign-in page, and the one for a new password', async () => {
    const visitor = await (await openPerson(browser, demo.gatehouse.url)).newPage();
    mishaps.length = 0;
    watch(visitor);
    await visitor.goto('/core/auth/login/');
    await isFine(visitor);
    const given = { password_strategy: 'custom', password, need_update_password: true };
    const facts = { name: 'New Person', username: 'newcomer', email: 'newcomer@example.com' };
    const made = await demo.admin.call('POST', '/api/v1/users/users/', { ...facts, ...given });
    expect(made.status, made.text).toBe(201);
    await visitor.getByLabel('Username').fill('newcomer');
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visitor.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await isFine(visitor);
    await visitor.context().close();
  });

  test('the web terminal, and the player', async () => {
    const terminal = await (await signedIn(demo.admin)).newPage();
    mishaps.length = 0;
    watch(terminal);
    await terminal.goto('/luna/');
    await terminal.getByRole('tree', { name: 'Assets' }).waitFor();
    await isFine(terminal);
    await terminal.goto(`/luna/replay/${demo.rows.session?.id}`);
    await terminal.getByRole('slider', { name: 'Position in the recording' }).waitFor();
    await isFine(terminal);
    await terminal.context().close();
  });
});
