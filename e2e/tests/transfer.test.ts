import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../fixtures/browser.ts';
import { type Estate, openEstate } from '../fixtures/estate.ts';
import { breakServer, staysOnReload } from '../people/disturbances.ts';
import { importerAt } from '../people/importer.ts';
import { workOnBatchUpdate, workOnExport, workOnImport } from './journeys/transfers.ts';
import { moveOnPhone } from './journeys/transfersOnPhone.ts';
import { openWorkplace, type Workplace } from './journeys/workplace.ts';
import { windowOf } from './pages/watchedPage.ts';

let estate: Estate;
let browser: Browser;
let page: Page;
let place: Workplace;
beforeAll(async () => {
  [estate, browser] = await Promise.all([openEstate(), openBrowser()]);
  const { gatehouse, admin } = estate;
  place = await openWorkplace(gatehouse, browser, admin);
  page = await windowOf(browser, { gatehouse, org: DEFAULT_ORG_ID }, admin);
});
afterAll(async () => {
  await browser?.close();
  await estate?.remove();
});

const total = 10_000;
const hosts = '/api/v1/assets/hosts/';
const nameOf = (number: number) => `host-${String(number).padStart(5, '0')}`;
const addressOf = (number: number) => `10.1.${Math.floor(number / 250)}.${number % 250}`;

/** Ten thousand hosts, three of them wrong: a misspelt platform, a missing address, a duplicate name. */
const manyHosts = () => {
  const lines = Array.from({ length: total }, (_, at) => [nameOf(at + 1), addressOf(at + 1), 'linux', '']);
  lines[0] = [nameOf(1), addressOf(1), 'linux', '=1+1'];
  lines[2] = [nameOf(3), addressOf(3), 'Lnux', ''];
  lines[4] = [nameOf(5), '', 'linux', ''];
  lines[8] = [nameOf(8), addressOf(9), 'linux', ''];
  return ['Name,Address,Platform,Comment', ...lines.map((cells) => cells.join(','))].join('\r\n');
};
const stored = async (query = '') => {
  const answer = await estate.admin.call<{ count: number; results: { comment: string }[] }>(
    'GET',
    `${hosts}?limit=5&${query}`,
  );
  return answer.body;
};

test('ten thousand rows: stopped, protected from a reload, imported through a server restart, corrected, saved and imported again', async () => {
  const importer = importerAt(page);
  const { dialog, press, says, done } = importer;
  await page.goto('/ui/console/assets?activeTab=host');
  await importer.open('Import');
  await importer.choose('hosts.csv', manyHosts());
  await expect.poll(() => dialog.getByRole('radio', { name: 'In batches' }).isChecked()).toBe(true);
  await press('Import');
  await expect.poll(done).toBeGreaterThan(0);
  await press('Stop');
  await says('Continue');
  const before = await done();
  expect(before).toBeLessThan(total);
  await staysOnReload(page);
  expect(await done()).toBe(before);

  const isBack = await breakServer(estate.gatehouse);
  await press('Continue');
  await dialog.getByText(/^The import stopped: /).waitFor();
  expect(await done()).toBe(before);
  await isBack();
  await press('Continue');
  await expect.poll(done, { timeout: 120_000 }).toBe(total);
  await says('Continue');
  expect((await stored()).count).toBe(total - 3);

  await importer.filter('Failed 3');
  await dialog.getByText(/Did you mean .*Linux/).waitFor();
  await importer.correct('Platform, row 3', 'Lnux', 'Linux');
  await press('Continue');
  await dialog.getByText('Failed 2', { exact: true }).waitFor();
  const refused = await importer.saved(() => press('Failed rows as CSV'));
  expect(refused).toMatch(/^\uFEFF?Name,Address,Platform,Comment,Import error\r\n/);
  expect(refused).toContain(`${nameOf(5)},,`);
  await press('Replace file');
  const corrected = refused
    .replace(`${nameOf(5)},,`, `${nameOf(5)},${addressOf(5)},`)
    .replace(nameOf(8), nameOf(9));
  await importer.choose('hosts-failed.csv', corrected);
  expect(await dialog.getByText('Ignored unknown columns').count()).toBe(0);
  await press('Import');
  await says('Finished');
  await press('Finished');
  await dialog.waitFor({ state: 'hidden' });
  expect((await stored()).count).toBe(total);
});

test('rows are exported: filtered, selected, and all of them, with formulas disarmed', async () => {
  const importer = importerAt(page);
  await page.goto('/ui/console/assets?activeTab=host&search=host-0000');
  await page.getByRole('link', { name: nameOf(1) }).waitFor();
  const filtered = await importer.exported(/^Filtered \(9\)/);
  expect(filtered).toHaveLength(1 + 9);
  expect(filtered.find((line) => line.includes(nameOf(1)))).toContain("'=1+1");
  await importer.select([nameOf(2), nameOf(4)]);
  const chosen = await importer.exported(/^Selected \(2\)/);
  expect(
    chosen
      .slice(1)
      .map((line) => line.match(/host-\d+/)?.[0])
      .toSorted(),
  ).toEqual([nameOf(2), nameOf(4)]);
  await page.goto('/ui/console/assets?activeTab=host');
  await page
    .getByText(/of 10,?000/)
    .first()
    .waitFor();
  expect(await importer.exported(/^All/)).toHaveLength(1 + total);
});

test('B-5-043 many rows are changed at once, in the checked fields only', async () => {
  const importer = importerAt(page);
  const { dialog } = importer;
  await page.goto('/ui/console/assets?activeTab=host&search=host-0000');
  await importer.select([nameOf(1), nameOf(2)]);
  await page.getByRole('button', { name: 'More actions (2)' }).click();
  await page.getByRole('menuitem', { name: 'Update selected' }).click();
  await dialog.getByRole('checkbox', { name: 'Comment' }).check();
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('moved');
  await importer.press('Update 2');
  await dialog.waitFor({ state: 'hidden' });
  const { results } = await stored('search=host-0000&order=name');
  expect(results.map(({ comment }) => comment)).toEqual(['moved', 'moved', '', '', '']);
});

test('an import survives interruptions', () => workOnImport(place));
test('an export is complete or absent', () => workOnExport(place));
test('a batch update keeps its values and names skipped rows', () => workOnBatchUpdate(place));
test('rows are imported, exported and changed together on a phone', () => moveOnPhone(place));
