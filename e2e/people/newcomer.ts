import type { Page } from 'playwright-core';

export interface Newcomer {
  username: string;
  /** A password chosen by an administrator or printed by the first start. */
  initial: string;
  chosen: string;
}

/** Signs in on the current page, and chooses a password as the product requires after an initial one. */
export const signInFirst = async (page: Page, { username, initial, chosen }: Newcomer): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(initial);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('Confirm new password').fill(chosen);
  await page.getByRole('button', { name: 'Save and continue' }).click();
};

/** Completes the page that new users must submit before anything else; it leads to where they wanted to go. */
export const completeProfile = async (page: Page): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1, name: 'Complete your profile' });
  await heading.waitFor();
  await page.getByRole('checkbox', { name: /^I will use this access/ }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await heading.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};
