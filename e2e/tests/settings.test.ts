import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueLicence } from '../../packages/launcher/src/engine/issueLicence.ts';
import {
  andThenNothing,
  atOnce,
  inPieces,
  startModel,
} from '../../packages/server/test/servers/modelServer.ts';
import { barriersOf } from '../fixtures/axe.ts';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Estate, openEstate, password } from '../fixtures/estate.ts';
import { workOnQuestions } from './journeys/questions.ts';
import { openWorkplace } from './journeys/workplace.ts';
import { settle } from './pages/watchedPage.ts';

let estate: Estate;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let model: Awaited<ReturnType<typeof startModel>>;
beforeAll(async () => {
  [estate, browser, model] = await Promise.all([openEstate(), openBrowser(), startModel()]);
  await estate.admin.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  context = await openContext(browser, estate.gatehouse.url);
  page = await context.newPage();
  await page.goto('/core/auth/login/');
  await page.fill('input[name=username]', 'admin');
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL('**/ui/**');
});
afterAll(async () => {
  model?.stop();
  await browser?.close();
  await estate?.remove();
});

const isFree = async () => {
  await settle(page);
  expect(await barriersOf(page)).toEqual([]);
};

test('A-2.6-009 the assistant is set up, tested and enabled; it answers, stops, and remembers', async () => {
  await page.goto('/ui/settings/features#Chat');
  await page.getByRole('switch', { name: 'Assistant' }).click();
  await page.getByLabel('Base URL').fill(model.url);
  await page.getByLabel('API key').fill('sk-journey');
  model.answer(atOnce('pong'));
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('The model answered.').waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  const handle = page.getByRole('button', { name: 'Open the assistant' });
  await handle.click();

  const drawer = page.getByRole('dialog', { name: 'Assistant' });
  const question = drawer.getByLabel('Your question');
  await question.waitFor();
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(440);
  await isFree();
  model.answer(inPieces(['It lists ', '**files**:\n\n', '```sh\nls -la\n```'], 60));
  await question.fill('What does ls do?');
  await page.keyboard.press('Enter');
  await drawer.locator('pre', { hasText: 'ls -la' }).waitFor();
  await isFree();
  model.answer(andThenNothing('Half an answer', () => undefined));
  await question.fill('And everything else?');
  await page.keyboard.press('Enter');
  await drawer.getByText('Half an answer').waitFor();
  await drawer.getByRole('button', { name: 'Stop' }).click();
  await drawer.getByRole('button', { name: 'Ask again' }).waitFor();

  await page.reload();
  await handle.click();
  await drawer.getByRole('tab', { name: 'History' }).click();
  await drawer.getByRole('button', { name: /^What does ls do/ }).click();
  await drawer.getByText('Half an answer').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('a conversation survives interruptions, on a desktop and on a phone', async () => {
  const place = await openWorkplace(estate.gatehouse, browser, estate.admin);
  await workOnQuestions(place, model);
});

test('A-2.6-027 A-2.6-046 a licence is imported on its page; an invalid file says why', async () => {
  await page.goto('/ui/settings/license');
  await page.getByText('Northwind Logistics').waitFor();
  await isFree();
  const { path } = await issueLicence(estate.gatehouse.home, {
    corporation: 'Harbour Works',
    edition: 'enterprise',
    days: 30,
    assets: 50,
    remark: '',
  });
  const wrong = join(estate.gatehouse.home, 'wrong.licence');
  await writeFile(wrong, 'not a licence');
  await page.getByRole('button', { name: 'Import a licence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a licence' });
  await dialog.getByLabel('Licence file').setInputFiles(wrong);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('This file is not a licence for this product.').waitFor();
  await dialog.getByLabel('Licence file').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Harbour Works').waitFor();
  await page.getByText('0 of 50 in use').waitFor();
});
