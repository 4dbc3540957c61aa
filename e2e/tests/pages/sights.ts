import type { Page } from 'playwright-core';
import type { ExpectStatic } from 'vitest';
import type { Sight } from './Stop.ts';

/** How each kind of page is recognized; `name` is that of the row it shows. */
export const sees: Record<Sight, (page: Page, name: string, expect: ExpectStatic) => Promise<void>> = {
  page: async () => undefined,
  table: async (page) => {
    await page.getByRole('table').first().waitFor();
    // Empty headers are shown until the columns are known.
    await page.getByRole('columnheader').filter({ hasText: /\S/ }).first().waitFor();
  },
  'empty form': async (page, _name, expect) => {
    const name = page.locator('form input[type=text]').first();
    await expect.poll(() => name.inputValue()).toBe('');
  },
  form: async (page) => {
    await page.getByRole('button', { name: 'Submit' }).first().waitFor();
  },
  'filled form': async (page, name, expect) => {
    const inputs = page.locator('form input');
    const values = () => inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    await expect.poll(values).toContain(name);
  },
  detail: async (page) => {
    await page.getByRole('tab').first().waitFor();
  },
};
