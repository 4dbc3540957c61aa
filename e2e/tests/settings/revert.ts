import { expect } from 'vitest';
import { organizationAt } from '../journeys/workplace.ts';
import type { Office } from './office.ts';
import { panelAt } from './panelAt.ts';

const page = 'Forgotten-password page';

/** A change is found in the operate log and reverted there: the sign-in page leads again to where it led before. */
export const revertChange = async ({ desk, door }: Office): Promise<void> => {
  const link = door.getByRole('link', { name: 'Forgot password?' });
  const target = async () => {
    await door.goto('/core/auth/login/');
    return link.getAttribute('href');
  };
  const before = await target();
  const panel = panelAt(desk);
  await panel.open('auth');
  await panel.fill({ [page]: 'https://mistaken.example.com/' });
  await panel.save();
  expect(await target()).toBe('https://mistaken.example.com/');

  // Settings belong to no organization: their changes are listed where all of them are.
  const organization = organizationAt(desk, 'desk');
  await desk.goto('/ui/audit/logs/operate-logs');
  await organization.move('Global');
  await desk.getByRole('button', { name: /^Organization: Global/ }).waitFor();
  const entry = desk.getByRole('row').filter({ hasText: 'Sign-in' }).first();
  await entry.getByRole('button', { name: /^View changes/ }).click();
  const change = desk.getByRole('dialog').filter({ hasText: page });
  await change.getByRole('button', { name: 'Revert' }).click();
  const question = desk.getByRole('dialog', { name: 'Revert this change?' });
  await question.getByText('https://mistaken.example.com/').waitFor();
  await question.getByRole('button', { name: 'Revert' }).click();
  await desk.getByText('Settings reverted').waitFor();

  expect(await target()).toBe(before);
  await organization.move('DEFAULT');
  await organization.isIn('DEFAULT');
  await panel.open('auth');
  await expect.poll(() => panel.field(page).inputValue()).toBe(before);
};
