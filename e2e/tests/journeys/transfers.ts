import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, secondTab, slowLine, staysOnReload } from '../../people/disturbances.ts';
import { importerAt } from '../../people/importer.ts';
import { loseSession, openWindow, signInBeside, staysOnBack, type Workplace } from './workplace.ts';

/*
 * Interruptions while many rows are transferred; a dash with the reason where nothing can happen.
 *
 *                    import                     export                          batch update
 * refresh            asks first                 dialog closes, list stays;      asks first
 *                                               asks first during a download
 * back button        asks first                 as a refresh                    asks first
 * two tabs           the second learns what     - reads only                    - as a second user
 *                    the first has stored
 * second user        deleted rows fail,         - exports what is stored        deleted rows are named,
 *                    the others are imported                                    the others are changed
 * web session over   stops; continues after     no file; works after            saves the input after
 *                    sign-in in another window  sign-in in another window       sign-in in another window
 * server restart     stops, continues           reported, works afterwards      reported, saves the input
 * phone              works                      works                           works, cards are selected
 */

type Row = { id: string; name: string; comment: string };
const hosts = '/api/v1/assets/hosts/';
/** Address of the list of hosts. */
export const hostsPage = '/ui/console/assets?activeTab=host';

/** Returns a function that searches the hosts stored on the server. */
export const storedAt = (place: Workplace) => async (search: string) => {
  const { body } = await place.other.call<{ results: Row[] }>(
    'GET',
    `${hosts}?limit=50&order=name&search=${search}`,
  );
  return body.results;
};
/** Name and comment of each row, which the tests compare. */
export const comments = (rows: Row[]) => rows.map(({ name, comment }) => [name, comment]);
/** Creates hosts with these names. */
export const madeHosts = async (place: Workplace, names: readonly string[]) => {
  const rows = names.map((name) => ({ name, address: '10.9.0.1', platform: { name: 'Linux' } }));
  const answer = await place.other.call<Row[]>('POST', hosts, rows);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const removed = async (place: Workplace, row: Row | undefined) =>
  expect((await place.other.call('DELETE', `${hosts}${row?.id}/`)).status).toBe(204);

/**
 * Opens the hosts by the menu, so that there is a page to go back to, and waits until the search finds
 * `count` of them.
 */
const arrive = async (page: Page, search: string, count: number) => {
  await page.goto('/ui/console/assets/domains');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Asset list', exact: true }).click();
  await page.getByRole('tab', { name: /^Host/ }).click();
  await page.getByRole('combobox', { name: 'Search and filter' }).fill(search);
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByText(`1–${count} of ${count}`, { exact: true }).waitFor();
};

/** Rows of a file reach the server once, whatever happens. */
export const workOnImport = async (place: Workplace): Promise<void> => {
  const stored = storedAt(place);
  const names = ['moved-1', 'moved-2', 'moved-3'];
  const rows = await madeHosts(place, names);
  const page = await openWindow(place, 'desk');
  const importer = importerAt(page);
  const { dialog, press, says } = importer;
  await arrive(page, 'moved-', names.length);
  await importer.open('Import');
  await dialog.getByRole('radio', { name: 'Update' }).check();
  const lines = rows.map(({ id, name }) => `${id},${name},${name === 'moved-1' ? 'chngd' : 'changed'}`);
  await importer.choose('moved.csv', ['ID,Name,Comment', ...lines].join('\r\n'));
  await importer.correct('Comment, row 1', 'chngd', 'changed');
  await dialog.getByRole('button', { name: 'Edit Comment, row 1: changed' }).waitFor();

  // Another user deletes a row: it fails and says why, the others are changed.
  await removed(place, rows[1]);
  await press('Import');
  await says('Continue');
  await dialog.getByText('Failed 1', { exact: true }).waitFor();
  await dialog
    .getByText(/does not exist/)
    .first()
    .waitFor();
  expect(comments(await stored('moved-'))).toEqual([
    ['moved-1', 'changed'],
    ['moved-3', 'changed'],
  ]);

  // A refresh and the back button ask first; the web session ends, and the import continues after signing in
  // in another window.
  await staysOnReload(page);
  await staysOnBack(page);
  const hasContinued = await loseSession(place, page, () => press('Continue'));
  await signInBeside(page);
  if (hasContinued) await dialog.getByText(/^The import stopped: /).waitFor();
  await press('Continue');
  await dialog.getByText('Failed 1', { exact: true }).waitFor();

  // Another tab imports rows the first one has already stored: reported row by row, nothing is duplicated.
  const tab = await secondTab(page);
  const other = importerAt(tab);
  await other.open('Import');
  const fresh = ['Name,Address,Platform', 'moved-1,10.9.0.1,Linux', 'moved-4,10.9.0.4,Linux'];
  await other.choose('again.csv', fresh.join('\r\n'));
  await other.press('Import');
  await other.says('Continue');
  await other.dialog.getByText('Failed 1', { exact: true }).waitFor();
  expect((await stored('moved-')).map(({ name }) => name)).toEqual(['moved-1', 'moved-3', 'moved-4']);
  await page.context().close();
};

/** An export is complete or absent. */
export const workOnExport = async (place: Workplace): Promise<void> => {
  const page = await openWindow(place, 'desk');
  const { dialog, open, press, saved } = importerAt(page);
  const exported = async () => (await saved(() => press('Export'))).trimEnd().split('\r\n');
  await page.goto(`${hostsPage}&search=host-0000`);
  await page.getByRole('link', { name: 'host-00001' }).waitFor();

  // The web session ends while the dialog is open: no file, but a request to sign in; the dialog allows a
  // retry.
  await open('Export');
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  await loseSession(place, page, () => press('Export'));
  await signInBeside(page);
  expect(files).toEqual([]);
  expect(await exported()).toHaveLength(1 + 9);

  // A refresh closes the dialog and keeps the list.
  await open('Export');
  await page.reload();
  await page.getByRole('link', { name: 'host-00001' }).waitFor();
  expect(await dialog.count()).toBe(0);

  // A slow download: it can be cancelled, and a refresh asks first. The server goes down: reported, with a
  // retry.
  await page.goto(hostsPage);
  await page
    .getByText(/of (about )?1\d,?\d{3}/)
    .first()
    .waitFor();
  await open('Export');
  const hurry = await slowLine(page);
  await press('Export');
  await press('Stop');
  await dialog.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  await press('Export');
  await dialog.getByText(/ received$/).waitFor();
  await staysOnReload(page);
  const isBack = await breakServer(place.gatehouse);
  // Data already on its way still arrives, and need not arrive slowly.
  await hurry();
  await page.getByText('Export of hosts failed').waitFor();
  await isBack();
  expect(files).toHaveLength(1);
  expect((await exported()).length).toBeGreaterThan(10_000);
  await page.context().close();
};

/** One change for many rows: the dialog's values are saved, and skipped rows are named. */
export const workOnBatchUpdate = async (place: Workplace): Promise<void> => {
  const stored = storedAt(place);
  const names = ['batch-1', 'batch-2', 'batch-3'];
  const rows = await madeHosts(place, names);
  const page = await openWindow(place, 'desk');
  const importer = importerAt(page);
  const { dialog, press, says } = importer;
  await arrive(page, 'batch-', names.length);
  await importer.select(names);
  await page.getByRole('button', { name: 'More actions (3)' }).click();
  await page.getByRole('menuitem', { name: 'Update selected' }).click();
  await dialog.getByRole('checkbox', { name: 'Comment' }).check();
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('together');
  await staysOnReload(page);
  await staysOnBack(page);

  await removed(place, rows[1]);
  await press('Update 3');
  await dialog.getByText('batch-2 no longer exists and was removed from the selection.').waitFor();
  await dialog.getByText('Nothing has been changed yet.').waitFor();
  expect(comments(await stored('batch-'))).toEqual([
    ['batch-1', ''],
    ['batch-3', ''],
  ]);

  await loseSession(place, page, () => press('Update 2'));
  await signInBeside(page);
  await says('Update 2');
  const isBack = await breakServer(place.gatehouse);
  await press('Update 2');
  await page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
  await isBack();
  await says('Update 2');
  await press('Update 2');
  await dialog.waitFor({ state: 'hidden' });
  expect(comments(await stored('batch-'))).toEqual([
    ['batch-1', 'together'],
    ['batch-3', 'together'],
  ]);
  await page.context().close();
};
