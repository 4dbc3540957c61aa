import type { Subject } from '../subject.ts';
import { scene } from './hand.ts';

/** Panels of settings that the tour of pages does not reach, and their dialogs. */
export const settingScenes: Subject[] = [
  scene('settings/subscriptions', 'settings/msg#Subscribe', async ({ page }) => {
    await page.getByRole('main').getByRole('table').waitFor();
  }),
  scene('settings/receivers', 'settings/msg#Subscribe', async ({ page, main }) => {
    await main.getByRole('table').getByRole('button').last().click();
    await page.getByRole('dialog').last().waitFor();
  }),
  scene('settings/sms', 'settings/msg#SMS', async ({ main }) => {
    await main.getByRole('button').first().waitFor();
  }),
  scene('settings/sms-provider', 'settings/msg?setting=HUAWEI_APP_KEY#SMS', async ({ page }) => {
    await page.getByRole('dialog').last().getByRole('button').last().waitFor();
  }),
];
