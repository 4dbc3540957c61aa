import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** A user who imports, exports or changes many rows of a list at once. */
export const importerAt = (page: Page) => {
  const dialog = page.getByRole('dialog').first();
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const saved = async (save: () => Promise<void>): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), save()]);
    return readFile(await download.path(), 'utf8');
  };
  return {
    dialog,
    press,
    /** Runs `save`, which starts a download; returns the file's text. */
    saved,
    /** Opens one of the list's dialogs by its icon. */
    open: (name: 'Import' | 'Export') => page.getByRole('button', { name, exact: true }).click(),
    choose: async (name: string, text: string) => {
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
      await dialog.getByLabel('File to import').setInputFiles(file);
      await dialog.getByRole('table', { name: 'Rows in the file' }).waitFor();
    },
    /** Number of processed rows. */
    done: async () => Number.parseInt((await dialog.getByRole('status').last().textContent()) ?? '', 10),
    /** Waits until the main button has this label. */
    says: (name: string) => dialog.getByRole('button', { name, exact: true }).waitFor(),
    filter: (name: string) => dialog.getByText(name, { exact: true }).click(),
    correct: async (cell: string, was: string, text: string) => {
      await dialog.getByRole('button', { name: `Edit ${cell}: ${was}`, exact: true }).click();
      const input = dialog.getByRole('textbox', { name: cell, exact: true });
      await input.fill(text);
      await input.press('Enter');
    },
    exported: async (range: RegExp) => {
      await page.getByRole('button', { name: 'Export', exact: true }).first().click();
      await dialog.getByRole('radio', { name: range }).check();
      return (await saved(() => press('Export'))).trimEnd().split('\r\n');
    },
    select: async (names: readonly string[]) => {
      for (const name of names)
        await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    },
  };
};
