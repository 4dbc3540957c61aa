import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, forgetFiles, secondTab } from '../../people/disturbances.ts';
import { type Device, loseSession, openWindow, signInAgain, type Workplace } from './workplace.ts';

const domains = '/ui/console/assets/domains';
const count = 34;

/** A list on the page: its rows are table rows, or cards on a phone. */
const listAt = (page: Page, device: Device) => {
  const main = page.getByRole('main');
  const row = (name: string) =>
    main.getByRole(device === 'desk' ? 'row' : 'listitem').filter({ hasText: name });
  /** Phones keep the list's tools in a sheet. */
  const openTools = () => main.getByRole('button', { name: 'Filters', exact: true }).click();
  const tool = async (name: string) => {
    if (device === 'phone') await openTools();
    await page.getByRole('button', { name, exact: true }).last().click();
  };
  const shows = (range: string) => main.getByText(range, { exact: true }).waitFor();
  return {
    main,
    row,
    openTools,
    tool,
    shows,
    find: async (text: string) => {
      await main.getByRole('combobox', { name: 'Search and filter' }).fill(text);
      await page.keyboard.press('Enter');
    },
    next: () => main.getByRole('button', { name: 'Next page' }).click(),
    remove: async (name: string) => {
      await row(name)
        .getByRole('button', { name: /^More actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
    },
    isSeen: (name: string) =>
      row(name).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
  };
};

/** Creates rows for a list of several pages; returns a function with which another user deletes one. */
const seedRows = async (place: Workplace, nameOf: (number: number) => string) => {
  const rows = Array.from({ length: count }, (_, at) => ({ name: nameOf(at + 1) }));
  const created = await place.other.call<{ id: string; name: string }[]>(
    'POST',
    '/api/v1/assets/domains/',
    rows,
  );
  expect(created.status, created.text).toBe(201);
  const ids = new Map(created.body.map(({ id, name }) => [name, id]));
  return async (name: string) => {
    const { status } = await place.other.call('DELETE', `/api/v1/assets/domains/${ids.get(name)}/`);
    expect(status).toBe(204);
  };
};

/** Searches, on a desktop also sorts and hides a column, and goes to the second page. */
const lookFor = async (place: Workplace, device: Device) => {
  const nameOf = (number: number) => `${device}-zone-${String(number).padStart(2, '0')}`;
  const removeElsewhere = await seedRows(place, nameOf);
  const page = await openWindow(place, device);
  const list = listAt(page, device);
  await page.goto(domains);
  await list.find(`${device}-zone`);
  await page.waitForURL(/search=/);
  if (device === 'desk') {
    await list.main.getByRole('button', { name: 'Name', exact: true }).click();
    await list.tool('Columns');
    await page.getByRole('checkbox', { name: 'Comment' }).click();
    await page.getByRole('button', { name: 'Save columns' }).click();
  }
  await list.shows(`1–15 of ${count}`);
  await list.next();
  await list.shows(`16–30 of ${count}`);
  return { place, device, page, list, nameOf, removeElsewhere };
};
type Stage = Awaited<ReturnType<typeof lookFor>>;

/** A refresh, and the back button from the page of a row, lead to the same place in the list. */
const comeBack = async ({ page, list, nameOf }: Stage) => {
  const here = page.url();
  const heads = await list.main.getByRole('columnheader').allTextContents();
  await page.reload();
  await list.shows(`16–30 of ${count}`);
  const seen = async () => [page.url(), await list.main.getByRole('columnheader').allTextContents()];
  await expect.poll(seen).toEqual([here, heads]);
  await list.row(nameOf(30)).scrollIntoViewIfNeeded();
  await list.row(nameOf(30)).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: nameOf(30) }).waitFor();
  await page.goBack();
  await list.shows(`16–30 of ${count}`);
  await expect.poll(() => page.url()).toBe(here);
  await expect.poll(() => list.isSeen(nameOf(30))).toBe(true);
};

/** A second tab, and a second user: deleted rows are reported, and the list is correct again. */
const loseRows = async ({ page, device, list, nameOf, removeElsewhere }: Stage) => {
  const tab = await secondTab(page);
  const second = listAt(tab, device);
  await second.remove(nameOf(16));
  await second.shows(`16–30 of ${count - 1}`);
  await list.row(nameOf(16)).getByRole('link').first().click();
  await page.getByText(/was deleted or never existed\./).waitFor();
  await page.goBack();
  await list.shows(`16–30 of ${count - 1}`);
  await list.row(nameOf(31)).waitFor();
  await removeElsewhere(nameOf(17));
  await list.remove(nameOf(17));
  await page
    .getByText(/lost or deleted|does not exist/)
    .first()
    .waitFor();
  await list.row(nameOf(17)).waitFor({ state: 'detached' });
  await list.shows(`16–30 of ${count - 2}`);
  return tab;
};

/** Signed out in the other tab, then by expiry: signing in returns to the same place. */
const outliveSession = async ({ place, page, device, list }: Stage, tab: Page) => {
  await tab.goto('/core/auth/logout/');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await tab.getByText('You have signed out.').waitFor();
  await tab.close();
  await list.next();
  await signInAgain(page);
  await list.shows(`31–32 of ${count - 2}`);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(`${device}-zone`);
  await loseSession(place, page, () => list.tool('Refresh'));
  await signInAgain(page);
  await list.shows(`31–32 of ${count - 2}`);
};

/**
 * The server is briefly down: the list reports it and loads on retry; on a desktop, a part of the page not
 * loaded before loads when the server is back.
 */
const outliveServer = async ({ place, page, device, list, nameOf }: Stage) => {
  if (device === 'phone') await list.openTools();
  else await forgetFiles(page);
  const isBack = await breakServer(place.gatehouse);
  await page.getByRole('button', { name: 'Refresh', exact: true }).last().click();
  // On phones the tools are in a sheet over the list.
  if (device === 'phone') await page.keyboard.press('Escape');
  await page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  // Last, because the message about a missing part covers the tools while it is shown.
  if (device === 'desk') {
    await list.tool('Columns');
    await page.getByText(/^Part of this page failed to load/).waitFor();
    expect(await columns.count()).toBe(0);
  }
  await isBack();
  if (device === 'desk') {
    await columns.waitFor();
    await page.keyboard.press('Escape');
  }
  await list.main.getByRole('button', { name: 'Try again' }).click();
  await list.row(nameOf(34)).waitFor();
};

/** A search survives whatever happens, and deleted rows are reported. */
export const workOnList = async (place: Workplace, device: Device): Promise<void> => {
  const stage = await lookFor(place, device);
  await comeBack(stage);
  const tab = await loseRows(stage);
  await outliveSession(stage, tab);
  await outliveServer(stage);
};
