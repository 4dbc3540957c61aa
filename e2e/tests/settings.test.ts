import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueLicence } from '../../packages/launcher/src/engine/issueLicence.ts';
import { newIdentity } from '../../packages/server/src/platform/age/keys.ts';
import {
  andThenNothing,
  atOnce,
  inPieces,
  startModel,
} from '../../packages/server/test/servers/modelServer.ts';
import { barriersOf } from '../fixtures/axe.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { type Estate, openEstate } from '../fixtures/estate.ts';
import { tellWhatWasSeen } from '../fixtures/onFailure.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import { workOnQuestions } from './journeys/questions.ts';
import { settle } from './pages/watchedPage.ts';
import { backUpAccounts } from './settings/accountBackup.ts';
import { speaksThroughout } from './settings/languages.ts';
import { readMessageLog, subscribe } from './settings/messages.ts';
import { type Office, openOffice } from './settings/office.ts';
import { panelJourneys } from './settings/panels.ts';
import { revertChange } from './settings/revert.ts';
import { mark } from './settings/security.ts';
import { announce, changeLook } from './settings/told.ts';
import { switchOnVault } from './settings/vault.ts';
import { foundOrganization, receiveClients, runAgain, tryTools } from './settings/work.ts';

let estate: Estate;
let browser: Browser;
let office: Office;
let page: Page;
let model: Awaited<ReturnType<typeof startModel>>;
let machine: Sshd;
beforeAll(async () => {
  const environment: NodeJS.ProcessEnv = { GATEHOUSE_BACKUP_RECIPIENT: newIdentity().recipient };
  [estate, browser, model, machine] = await Promise.all([
    openEstate(environment),
    openBrowser(),
    startModel(),
    startSshd(),
  ]);
  await switchOnVault(estate, machine, environment);
  office = await openOffice(estate, browser, machine);
  page = office.desk;
});
afterAll(async () => {
  model?.stop();
  await office?.stop();
  await browser?.close();
  await estate?.remove();
  await machine?.stop();
});

tellWhatWasSeen(
  () => ({ desk: office?.desk, ann: office?.ann, olga: office?.olga, door: office?.door }),
  () => estate?.gatehouse,
);

const isFree = async () => {
  await settle(page);
  expect(await barriersOf(page)).toEqual([]);
};

// First, while no user has named anything.
test('in Chinese, every page of the settings speaks Chinese throughout', () =>
  speaksThroughout(office, 'zh-hans'));

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
  await page.getByText('3 of 50 in use').waitFor();
});

const panels = Object.entries(panelJourneys).map(
  ([name, [title, journey]]) => [title, name, journey] as const,
);
test.each(panels)('%s (panel %s)', (_title, _name, journey) => journey(office));

test('a change is reverted from its entry in the operate log', () => revertChange(office));

test('A-2.6-023 A-2.6-047 title, colour, logo and footer are seen at the sign-in page, and are taken back', () =>
  changeLook(office));

test('A-2.6-045 the receivers of a message of the system are chosen', () => subscribe(office));

test('the log of messages tells whom a mail has reached', () => readMessageLog(office));

test('A-2.6-014 A-2.6-016 A-2.6-017 components are watched, an endpoint and a rule for it are created', () =>
  receiveClients(office));

test('A-2.6-024 a tool shows what the server sees', () => tryTools(office));

test('A-2.6-025 A-2.6-026 a task is run again, and its output read', () => runAgain(office));

test('B-3-025 a backup plan is made, and mails its archive once the recipient can open it', () =>
  backUpAccounts(office));

test('A-2.6-003 A-2.6-004 a new organization can be switched to', () => foundOrganization(office));

test('in Chinese, users read the announcement, and the watermark names them', async () => {
  await announce(office, 'zh-hans');
  await mark(office, 'zh-hans');
});

// Last, because it ends the web sessions of the other administrator.
test('a conversation survives interruptions, on a desktop and on a phone', async () => {
  await workOnQuestions(office.place, model);
});
