import { setTimeout as sleep } from 'node:timers/promises';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../packages/server/test/totpCode.ts';
import { barriersOf } from '../fixtures/axe.ts';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Estate, openEstate, password } from '../fixtures/estate.ts';
import { settle } from './pages/watchedPage.ts';

let estate: Estate;
let browser: Browser;
beforeAll(async () => {
  [estate, browser] = await Promise.all([openEstate(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await estate?.remove();
});

const isFree = async (page: Page) => {
  await settle(page);
  expect(await barriersOf(page)).toEqual([]);
};
const stepMs = 30_000;
const unhurriedMs = 10_000;
/**
 * The code of the previous step, which is still accepted: every code works once, and later ones are needed
 * below. If the current step ends within ten seconds, waits for the next one, so that the code does not grow
 * older while it is typed.
 */
const formerCode = async (secret: string) => {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < unhurriedMs) await sleep(leftMs);
  return totpCode(secret, -1);
};
const signIn = async (page: Page) => {
  await page.fill('input[name=username]', 'ann');
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
};

test('A-8-008 with MFA forced, an authenticator app is set up, and its code is required at sign-in and before a secret is shown', async () => {
  const { admin, operator, operatorId } = estate;
  await operator.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  const forced = await admin.call('PATCH', `/api/v1/users/users/${operatorId}/`, {
    mfa_level: 2,
    org_roles: [builtinRoles.orgAdmin.id],
  });
  expect(forced.status, forced.text).toBe(200);
  await estate.host('vault-box', 2222, {
    accounts: [{ name: 'root', username: 'root', secret_type: 'password', secret: 'machine-secret-1' }],
  });

  const context = await openContext(browser, estate.gatehouse.url);
  const page = await context.newPage();
  await page.goto('/core/auth/login/');
  await signIn(page);
  await page.waitForURL('**/otp/enable/install-app/');
  await isFree(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code of the key below' }).waitFor();
  await isFree(page);
  const secret = ((await page.locator('#otp_secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(await formerCode(secret));
  await page.getByRole('button', { name: 'Finish' }).click();

  await page.getByText('Sign in again with a new code').waitFor();
  await signIn(page);
  await page.waitForURL('**/core/auth/login/mfa/');
  await isFree(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The MFA code is wrong').waitFor();
  await isFree(page);
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/ui/**');
  await page.getByRole('heading', { level: 1 }).waitFor();

  await page.goto('/core/auth/profile/mfa/');
  await page.getByText('It cannot be turned off').waitFor();
  await isFree(page);

  await page.goto('/ui/console/accounts/accounts');
  await page
    .getByRole('row', { name: /vault-box/ })
    .getByRole('button', { name: 'Show the secret of root' })
    .click();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByRole('textbox').first().click();
  await page.keyboard.type(totpCode(secret, 1));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('machine-secret-1').first().waitFor();
  await context.close();
});
