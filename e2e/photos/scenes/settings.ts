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
  scene('settings/tested', 'settings/msg#AuditStream', async ({ page, main, press }) => {
    await main.getByRole('switch').nth(1).setChecked(false);
    await main.getByRole('textbox').first().fill('127.0.0.1');
    // Any open port takes the event; that of the installation is at hand.
    await main.getByRole('spinbutton').first().fill(new URL(page.url()).port);
    await press('Test');
    await main.getByRole('status').filter({ hasText: '127.0.0.1' }).waitFor();
  }),
  scene('settings/test-failed', 'settings/msg#Webhook', async ({ main, press }) => {
    await main.getByRole('textbox').first().fill('http://127.0.0.1:9/');
    await press('Test');
    await main.getByRole('status').filter({ hasText: '127.0.0.1' }).waitFor();
  }),
  scene('settings/components', 'settings/terminal#TerminalList', async ({ main }) => {
    await main.getByText('[KoKo]').first().waitFor();
  }),
  scene('settings/monitor', 'settings/terminal#Monitor', async ({ main }) => {
    await main.getByRole('table').first().waitFor();
  }),
  scene('settings/endpoints', 'settings/terminal#EndpointList', async ({ main }) => {
    await main.getByText('Default').first().waitFor();
  }),
  scene('settings/endpoint-rules', 'settings/terminal#EndpointRuleList', async ({ main }) => {
    await main.getByText('Tour rule').first().waitFor();
  }),
  scene('settings/tickets', 'settings/features#Ticket', async ({ main }) => {
    await main.getByRole('switch').first().waitFor();
  }),
  scene('settings/changes', 'settings/features#Ticket', async ({ page, main, press }) => {
    const days = main.getByRole('spinbutton').first();
    await days.fill(String(Number(await days.inputValue()) + 1));
    await press('Submit');
    await press('Changes to these settings');
    await page.getByRole('dialog').last().getByRole('listitem').first().waitFor();
  }),
  scene('settings/own-colour', 'settings/interface', async ({ main }) => {
    await main.getByRole('radio').last().check();
    await main.getByRole('textbox').nth(1).fill('#ffd400');
    await main.getByText('#ffd400').or(main.getByText(':1')).first().waitFor();
  }),
];
