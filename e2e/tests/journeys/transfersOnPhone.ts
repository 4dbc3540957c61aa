import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { phone } from '../../people/disturbances.ts';
import { importerAt } from '../../people/importer.ts';
import { comments, hostsPage, madeHosts, storedAt } from './transfers.ts';
import { made, openWindow, type Workplace } from './workplace.ts';

/** On a phone, pressing Select allows cards to be selected; they are then changed together. */
const batchOnPhone = async (place: Workplace, page: Page) => {
  const names = ['pocket-1', 'pocket-2', 'pocket-3'];
  await madeHosts(place, names);
  const { dialog, press } = importerAt(page);
  await page.goto(`${hostsPage}&search=pocket-`);
  await page.getByRole('link', { name: 'pocket-1' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const name of names.slice(1)) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'More actions (2)' }).click();
  await page.getByRole('menuitem', { name: 'Update selected' }).click();
  await dialog.getByRole('checkbox', { name: 'Comment' }).check();
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('on the way');
  await press('Update 2');
  await dialog.waitFor({ state: 'hidden' });
  expect(comments(await storedAt(place)('pocket-'))).toEqual([
    ['pocket-1', ''],
    ['pocket-2', 'on the way'],
    ['pocket-3', 'on the way'],
  ]);
};

/** Import, export and a batch update on a phone. */
export const moveOnPhone = async (place: Workplace): Promise<void> => {
  await made(place.other, 'assets/domains', { name: 'phone-old' });
  const page = await openWindow(place, 'phone');
  expect(page.viewportSize()).toEqual(phone);
  const importer = importerAt(page);
  const { dialog, press, says, saved } = importer;
  const tool = async (name: 'Import' | 'Export') => {
    await page.getByRole('main').getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).last().click();
  };
  const fits = async () =>
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.goto('/ui/console/assets/domains?search=phone-');
  await page.getByRole('link', { name: 'phone-old' }).waitFor();
  await tool('Import');
  await importer.choose('zones.csv', 'Name,Comment\r\nphone-1,\r\nphone-2,by phone');
  await fits();
  await press('Import');
  await says('Finished');
  await press('Finished');
  await page.getByRole('link', { name: 'phone-2' }).waitFor();
  await tool('Export');
  await fits();
  const text = await saved(() => press('Export'));
  expect(text.match(/phone-\w+/g)?.toSorted()).toEqual(['phone-1', 'phone-2', 'phone-old']);
  await batchOnPhone(place, page);
  await page.context().close();
};
