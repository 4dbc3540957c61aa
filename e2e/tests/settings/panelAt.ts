import type { Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { type Say, speak } from './speak.ts';

/** The name of a field, whether or not it is marked as required. */
export const named = (label: string): RegExp =>
  new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\*| )?(required|必填)?$`);

const isChange = (answer: Response): boolean =>
  ['PATCH', 'PUT'].includes(answer.request().method()) && /\/setting\//.test(answer.url());

/** A panel of settings on a page: how its fields are filled in and saved. */
export const panelAt = (page: Page, say: Say = speak('en'), within: Locator = page.getByRole('main')) => {
  const field = (label: string) => within.getByLabel(named(label));
  const button = (name: string) => within.getByRole('button', { name, exact: true });
  const submit = button(say('common', 'action.submit'));
  return {
    field,
    button,
    submit,
    open: async (address: string) => {
      await page.goto(`/ui/settings/${address}`);
      await submit.waitFor();
    },
    fill: async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await field(label).fill(value);
    },
    turn: (label: string, isOn: boolean) =>
      within.getByRole('switch', { name: named(label) }).setChecked(isOn),
    choose: (label: string) => within.getByRole('radio', { name: label, exact: true }).check(),
    /** Adds an entry to a list. */
    add: async (label: string, entry: string) => {
      await field(label).fill(entry);
      await page.keyboard.press('Enter');
    },
    /** Saves the panel, and waits until the page says so. */
    save: async (told = say('settings', 'saved')) => {
      const answered = page.waitForResponse(isChange);
      await submit.click();
      const answer = await answered;
      expect(answer.status(), await answer.text()).toBeLessThan(300);
      await page.getByText(told, { exact: true }).first().waitFor();
    },
    /** Saves the panel after the page has said what that leads to. */
    saveAfter: async (consequence: RegExp) => {
      await submit.click();
      const question = page.getByRole('dialog', { name: say('settings', 'foresight.title') });
      await question.getByText(consequence).waitFor();
      await question.getByRole('button', { name: say('settings', 'foresight.save') }).click();
      await page.getByText(say('settings', 'saved'), { exact: true }).first().waitFor();
    },
    /** Loads the page anew, and expects the values in their fields. */
    keeps: async (values: Record<string, string>) => {
      await page.reload();
      for (const [label, value] of Object.entries(values))
        await expect.poll(() => field(label).inputValue()).toBe(value);
    },
  };
};
