import { expect } from 'vitest';
import { eventually } from '../../clients/api.ts';
import type { Office } from './office.ts';
import { named } from './panelAt.ts';

const preference = '/api/v1/users/preference/?category=lina';

/** A backup plan is created and run; the archive arrives by mail once its recipient can open it. */
export const backUpAccounts = async ({ desk, mail, estate }: Office): Promise<void> => {
  await desk.goto('/ui/console/accounts/account-backup/create');
  const main = desk.getByRole('main');
  await main.getByRole('textbox', { name: named('Name') }).fill('harbour');
  await main.getByRole('combobox', { name: named('Asset types') }).fill('Linux');
  await desk.getByTitle('Linux', { exact: true }).click();
  await main.getByRole('switch', { name: named('Split secrets') }).click();
  await main.getByRole('combobox', { name: named('Part 1 recipients') }).fill('Ann');
  await desk.getByTitle(/^Ann Lee/).click();
  await desk.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Daily' }).click();
  await main.getByRole('button', { name: 'Submit' }).click();
  await main.getByText('Cron ( 0 2 * * * )').waitFor();
  await main.getByRole('button', { name: 'Run now' }).click();
  await desk.getByText('The backup is running.').waitFor();
  await main.getByRole('tab', { name: 'Runs' }).click();
  await main.getByText('has no file encryption password', { exact: false }).first().waitFor();
  const sent = () => mail.mails.find(({ text }) => /filename="?harbour-[^"\r\n]*\.zip/.test(text));
  expect(sent()).toBeUndefined();

  const word = 'Open-sesame-1';
  const basic = { secret_key: word, secret_key_again: word };
  expect((await estate.operator.call('PATCH', preference, { basic })).status).toBe(200);
  await main.getByRole('tab', { name: 'Plans' }).click();
  await main.getByRole('button', { name: 'Run now' }).click();
  const { to } = await eventually('the archive arrives', async () => sent());
  expect(to).toEqual(['ann@example.com']);
  await main.getByRole('tab', { name: 'Runs' }).click();
  await main.getByText('Succeeded').first().waitFor();
};
