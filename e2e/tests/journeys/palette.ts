import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, secondTab } from '../../people/disturbances.ts';
import {
  type Device,
  loseSession,
  made,
  openWindow,
  organizationAt,
  signInAgain,
  type Workplace,
} from './workplace.ts';

const at = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  return {
    dialog,
    input,
    open: async () => {
      await page.getByRole('button', { name: 'Search or jump to…' }).click();
      await input.waitFor();
    },
    line: (name: string) => dialog.getByRole('group', { name: 'Open' }).getByRole('option', { name }),
  };
};

/** The palette finds rows in the organization of the page, and says when it cannot search. */
export const searchByPalette = async (place: Workplace, device: Device): Promise<void> => {
  const machine = (name: string) => ({
    name,
    address: '10.8.0.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: 22 }],
  });
  const names = ['one', 'two', 'away'].map((end) => `${device}-journey-${end}`);
  const [one = '', two = '', away = ''] = names;
  const first = await made(place.other, 'assets/hosts', machine(one));
  const second = await made(place.other, 'assets/hosts', machine(two));
  await made(place.there, 'assets/hosts', machine(away));
  const page = await openWindow(place, device);
  const here = at(page);
  await page.goto('/ui/console/assets/domains');
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.goto('/ui/console/assets/platforms');
  await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();

  // A refresh closes it; the back button leaves the page and closes it.
  await here.open();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();
  expect(await here.dialog.count()).toBe(0);
  await here.open();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await here.dialog.waitFor({ state: 'hidden' });

  // Results are from this organization; pages opened in another tab are recent here too.
  await here.open();
  await here.input.fill(`@${device}-journey`);
  await here.line(one).waitFor();
  expect(await here.line(away).count()).toBe(0);
  const tab = await secondTab(page);
  await tab.goto(`/ui/console/assets/assets/${second.id}`);
  await tab.getByRole('heading', { level: 1, name: two }).waitFor();
  await tab.close();

  // Another user deletes what is about to be opened.
  expect((await place.other.call('DELETE', `/api/v1/assets/hosts/${first.id}/`)).status).toBe(204);
  await here.line(one).click();
  await page.getByText(/was deleted or never existed\./).waitFor();
  await here.open();
  await here.dialog.getByRole('group', { name: 'Recent' }).getByRole('option', { name: two }).waitFor();

  // The server is briefly down: a failed search is not reported as nothing found.
  const isBack = await breakServer(place.gatehouse);
  await here.input.fill(`@${two}`);
  await here.dialog.getByText(/The server cannot be reached/).waitFor();
  await isBack();
  await here.input.fill(`@${two.slice(0, -1)}`);
  await here.line(two).waitFor();

  // The web session ends.
  await loseSession(place, page, () => here.input.fill(`@${two}`));
  await signInAgain(page);
  await organizationAt(page, device).move('Branch');
  await organizationAt(page, device).isIn('Branch');
  await here.open();
  await here.input.fill(`@${device}-journey`);
  await here.line(away).waitFor();
  expect(await here.line(two).count()).toBe(0);
};
