import type { Page } from 'playwright-core';

const book = '[{hosts: all, gather_facts: false, tasks: [{command: "echo from the editor"}]}]';

/** A user writes a playbook, makes a job of it, and sees what it did. */
export const runFromEditor = async (
  page: Page,
  { asset, runas }: { asset: string; runas: string },
): Promise<void> => {
  await page.goto('/ui/workbench/ops/templates?activeTab=PlaybookList');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Create', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Empty playbook' }).click();
  await page.getByLabel(/^Name/).fill('Editor to run');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('textbox', { name: 'main.yml' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(book);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('main.yml saved').first().waitFor();
  await main.getByText('Create job', { exact: true }).first().click();
  await page.waitForURL('**type=playbook**');
  await page.getByRole('combobox', { name: /^Assets/ }).click();
  await page
    .getByTitle(new RegExp(`^${asset}`))
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.getByLabel(/^Run as/).fill(runas);
  await page.getByRole('switch', { name: /^Run after saving/ }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: '1 succeeded' }).waitFor();
  await page.getByRole('log').getByText('from the editor').first().waitFor();
};
