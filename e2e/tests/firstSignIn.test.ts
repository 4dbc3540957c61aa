import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../fixtures/axe.ts';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Gatehouse, startGatehouse } from '../fixtures/gatehouse.ts';

let gatehouse: Gatehouse;
let browser: Browser;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await gatehouse?.remove();
});

test('the first administrator signs in with the printed password, must choose a new one, and arrives in the console', async () => {
  const context = await openContext(browser, gatehouse.url);
  const page = await context.newPage();
  await page.goto('/core/auth/login/');
  expect(await barriersOf(page)).toEqual([]);
  await page.fill('input[name=username]', 'admin');
  await page.fill('input[name=password]', await gatehouse.adminPassword());
  await page.click('button[type=submit]');
  await page.waitForURL('**/core/auth/password/reset/**');
  await page.fill('input[name=new_password]', 'Gate-house-4711');
  await page.fill('input[name=confirm_password]', 'Gate-house-4711');
  await page.click('button[type=submit]');
  await page.waitForURL('**/ui/**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.close();
});
