import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriersOf } from '../../fixtures/axe.ts';
import type { Demo } from './demo.ts';
import { settle } from './watchedPage.ts';

const phone = { width: 390, height: 844 };

const open = async (page: Page) => {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true);
};
const line = (page: Page, group: string, name: string | undefined) =>
  page.getByRole('group', { name: group }).getByRole('option', { name }).first();

/** Finds an asset, finds it again among the recent ones, changes the theme, and continues on a phone. */
export const findByPalette = async (page: Page, demo: Demo): Promise<void> => {
  await page.goto('/ui/console/users/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const host = demo.rows.host?.name ?? '';
  await open(page);
  await page.keyboard.type(`@${host}`);
  await line(page, 'Open', host).waitFor();
  await settle(page);
  expect(await barriersOf(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/ui/console/assets/assets/${demo.rows.host?.id}`);

  await open(page);
  await line(page, 'Recent', host).waitFor();
  await page.keyboard.press('Tab');
  await line(page, `Actions for ${host}`, 'Update').waitFor();
  await page.keyboard.type('>dark');
  await line(page, 'Do', 'Dark').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await page.getByRole('button', { name: '/ pages' }).click();
  await line(page, 'Open', 'Domains').waitFor();
  await settle(page);
  const dialog = await page.getByRole('dialog', { name: 'Search and commands' }).boundingBox();
  expect(dialog?.x).toBeGreaterThanOrEqual(0);
  expect((dialog?.x ?? 0) + (dialog?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  await line(page, 'Open', 'Domains').click();
  await page.waitForURL('**/ui/console/assets/domains');
  await page.context().close();
};

/** Connects to the only permitted asset, and is offered no administration page. */
export const connectByPalette = async (page: Page): Promise<void> => {
  await page.goto('/ui/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page);
  await page.keyboard.type('Tour device');
  await line(page, 'Connect', 'Tour device').waitFor();
  expect(await page.getByRole('group', { name: 'Open' }).count()).toBe(0);
  const terminal = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await terminal).url()).toContain('/luna/');
  await page.context().close();
};
