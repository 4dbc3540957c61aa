import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriersOf } from '../../fixtures/axe.ts';
import type { Demo } from './demo.ts';
import { settle } from './watchedPage.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const title = 'Repair of the site';

const arrives = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' }).waitFor();

/** Requests access to an asset, starting in the workbench. */
const ask = async (page: Page, asset: string) => {
  await page.goto('/ui/workbench/home');
  await page.getByRole('button', { name: 'Request access' }).click();
  await arrives(page, 'Request asset access');
  await page.getByRole('textbox', { name: 'Title required' }).fill(title);
  await page.getByRole('combobox', { name: 'Assets' }).fill(asset);
  await page.getByTitle(asset).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await arrives(page, 'My tickets');
  await page.getByRole('link', { name: title }).waitFor();
};

/** The ticket on a phone: nothing overflows, and it is accessible. */
const fitsPhone = async (page: Page) => {
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Narrow' }).waitFor();
  await settle(page);
  expect(await barriersOf(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.setViewportSize(desk);
};

/** Opens the ticket from the badge in the top bar, reads it, and approves it. */
const approve = async (page: Page) => {
  await page.goto('/ui/console/dashboard');
  await page.getByRole('link', { name: /open tickets? assigned to you/ }).click();
  await arrives(page, 'Assigned to me');
  const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect.poll(() => menu.allTextContents()).toEqual(['My tickets', 'Assigned to me', 'Approval flows']);
  await page.getByRole('link', { name: title }).click();
  await arrives(page, title);
  await fitsPhone(page);
  await page.getByRole('textbox', { name: 'Comment' }).fill('Only **this week**');
  await page.getByRole('button', { name: 'Approve for 7 days' }).click();
  await page.getByRole('heading', { name: 'What was granted' }).waitFor();
  await page.locator('strong', { hasText: 'this week' }).waitFor();
  await page.getByRole('link', { name: new RegExp(`^${title}-`) }).click();
  await arrives(page, new RegExp(`^${title}-`));
};

/** One user requests, another sees the request and approves it, and the access exists. */
export const accessByTicket = async (asking: Page, deciding: Page, { rows }: Demo): Promise<void> => {
  const asset = rows.web?.name ?? '';
  await ask(asking, asset);
  await approve(deciding);
  await asking.goto('/ui/workbench/assets');
  await asking.getByRole('table').first().getByText(asset).waitFor();
};
