import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, secondTab, staysOnReload } from '../../people/disturbances.ts';
import {
  type Device,
  loseSession,
  made,
  openWindow,
  signInBeside,
  staysOnBack,
  type Workplace,
} from './workplace.ts';

const form = (page: Page) => {
  const main = page.getByRole('main');
  const field = (name: string) => main.getByRole('textbox', { name, exact: true });
  return {
    main,
    field,
    submit: () => main.getByRole('button', { name: 'Submit' }).click(),
    holds: async (name: string, comment: string) => {
      const held = [await field('Name required').inputValue(), await field('Comment').inputValue()];
      expect(held).toEqual([name, comment]);
    },
  };
};

/** Starts to fill in a zone; `stored` lists the zones on the server that match a search. */
const begin = async (place: Workplace, device: Device) => {
  const name = `${device}-journey`;
  const stored = async (search: string) => {
    const { body } = await place.other.call<{ results: { name: string; comment: string }[] }>(
      'GET',
      `/api/v1/assets/domains/?limit=10&search=${search}`,
    );
    return body.results.map((row) => [row.name, row.comment]);
  };
  const page = await openWindow(place, device);
  const at = form(page);
  await page.goto('/ui/console/assets/domains');
  await page.getByRole('main').getByRole('button', { name: 'Create', exact: true }).first().click();
  await at.field('Name required').fill(name);
  await at.field('Comment').fill('typed for long');
  return { place, page, at, name, stored };
};
type Stage = Awaited<ReturnType<typeof begin>>;

/** A refresh and the back button ask before anything is lost. */
const stayThere = async ({ page, at, name }: Stage) => {
  await staysOnReload(page);
  await at.holds(name, 'typed for long');
  await staysOnBack(page);
  await at.holds(name, 'typed for long');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ui/console/assets/domains/create');
};

/** The web session ends: after signing in again, the form still holds the input. */
const outliveSession = async ({ place, page, at, name }: Stage) => {
  await loseSession(place, page, () => at.submit());
  await signInBeside(page);
  await at.holds(name, 'typed for long');
};

/** The server is briefly down: the form keeps the input, which can be saved once the server is back. */
const outliveServer = async ({ place, page, at, name, stored }: Stage) => {
  const isBack = await breakServer(place.gatehouse);
  await at.submit();
  await page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
  await at.holds(name, 'typed for long');
  await isBack();
  await at.submit();
  await page.getByText(`Created domain ${name}`).waitFor();
  expect(await stored(name)).toEqual([[name, 'typed for long']]);
};

/**
 * The connection breaks after the server has saved but before its answer arrives: the retry reports that the
 * name is taken.
 */
const saveOnce = async ({ page, at, name, stored }: Stage) => {
  await page.goto('/ui/console/assets/domains/create');
  await at.field('Name required').fill(`${name}-twice`);
  await page.route('**/api/v1/assets/domains/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await at.submit();
  await page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
  await page.unroute('**/api/v1/assets/domains/**');
  await at.submit();
  await at.main.getByText('This value is already taken.').first().waitFor();
  expect(await stored(`${name}-twice`)).toHaveLength(1);
  await at.field('Name required').fill(`${name}-other`);
  await at.submit();
  await page.getByText(`Created domain ${name}-other`).waitFor();
};

/** Two tabs edit the same row: the user of the slower one is told and decides. */
const decideBetweenTabs = async ({ place, page, at, name, stored }: Stage) => {
  const row = await made(place.other, 'assets/domains', { name: `${name}-shared`, comment: 'first' });
  const address = `/ui/console/assets/domains/${row.id}/update`;
  await page.goto(address);
  await expect.poll(() => at.field('Comment').inputValue()).toBe('first');
  const tab = await secondTab(page);
  const beside = form(tab);
  await expect.poll(() => beside.field('Comment').inputValue()).toBe('first');
  await beside.field('Comment').fill('of the faster tab');
  await beside.submit();
  await tab.getByText(`Updated domain ${name}-shared`).waitFor();
  await tab.close();
  await at.field('Comment').fill('of this tab');
  await at.submit();
  const changed = page.getByRole('dialog', { name: /was changed in the meantime/ });
  await changed.getByText('of the faster tab').waitFor();
  await changed.getByRole('button', { name: 'Cancel' }).click();
  await at.holds(`${name}-shared`, 'of this tab');
  await at.submit();
  await changed.getByRole('button', { name: 'Save mine anyway' }).click();
  await page.getByText(`Updated domain ${name}-shared`).waitFor();
  expect(await stored(`${name}-shared`)).toEqual([[`${name}-shared`, 'of this tab']]);
  return { id: row.id, address };
};

/** Another user deletes the row behind the form: it can be created again from the input. */
const createAnew = async (
  { place, page, at, name, stored }: Stage,
  shared: { id: string; address: string },
) => {
  await page.goto(shared.address);
  await expect.poll(() => at.field('Comment').inputValue()).toBe('of this tab');
  await at.field('Comment').fill('still wanted');
  expect((await place.other.call('DELETE', `/api/v1/assets/domains/${shared.id}/`)).status).toBe(204);
  await at.submit();
  const gone = page.getByRole('dialog', { name: /was deleted in the meantime/ });
  await gone.getByRole('button', { name: 'Create it again' }).click();
  await page.getByText(`${name}-shared`).first().waitFor();
  await expect.poll(() => stored(`${name}-shared`)).toEqual([[`${name}-shared`, 'still wanted']]);
};

/** Input in a form is not lost, whatever happens before it is saved, and it is saved once. */
export const workOnForm = async (place: Workplace, device: Device): Promise<void> => {
  const stage = await begin(place, device);
  await stayThere(stage);
  await outliveSession(stage);
  await outliveServer(stage);
  await saveOnce(stage);
  const shared = await decideBetweenTabs(stage);
  await createAnew(stage, shared);
};
