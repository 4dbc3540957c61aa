import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
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

/** A window in the home organization, and a zone with a name of its own in each organization. */
const arrive = async (place: Workplace, device: Device) => {
  const [home, away] = [`${device}-place-home`, `${device}-place-away`];
  const list = `/ui/console/assets/domains?search=${device}-place`;
  const row = await made(place.other, 'assets/domains', { name: home });
  await made(place.there, 'assets/domains', { name: away });
  const page = await openWindow(place, device);
  const here = organizationAt(page, device);
  const seen = (name: string) => page.getByRole('link', { name, exact: true }).waitFor();
  await page.goto(list);
  await seen(home);
  return { place, device, home, away, list, row, page, here, seen };
};
type Stage = Awaited<ReturnType<typeof arrive>>;

/**
 * After a switch, rows of the organization that was left are gone; a refresh keeps the new organization, and
 * the back button reports the row as missing.
 */
const leaveRowBehind = async ({ page, here, seen, home, away, row }: Stage) => {
  await page.getByRole('link', { name: home, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: home }).waitFor();
  await here.choose('Branch');
  await seen(away);
  await here.isIn('Branch');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ui/console/assets/domains');
  expect(await page.getByText(home).count()).toBe(0);
  await page.reload();
  await seen(away);
  await here.isIn('Branch');
  await page.goBack();
  await page.getByText(/was deleted or never existed\./).waitFor();
  await here.isIn('Branch');
  await expect.poll(() => new URL(page.url()).pathname).toContain(row.id);
};

/** Each tab keeps its own organization, even across a refresh, and writes into it. */
const keepTabsApart = async ({ page, here, seen, place, device, away }: Stage) => {
  await page.goto('/ui/console/assets/domains/create');
  const tab = await secondTab(page);
  await organizationAt(tab, device).choose('DEFAULT');
  await organizationAt(tab, device).isIn('DEFAULT');
  await page.reload();
  await here.isIn('Branch');
  await page.getByRole('textbox', { name: 'Name required' }).fill(`${away}-2`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await seen(`${away}-2`);
  const found = (by: typeof place.other) =>
    by.call<{ count: number }>('GET', `/api/v1/assets/domains/?limit=1&search=${away}-2`);
  expect([(await found(place.there)).body.count, (await found(place.other)).body.count]).toEqual([1, 0]);
  await tab.close();
};

/** Another user deletes the organization that is about to be chosen: the page stays in its own. */
const enterDeleted = async ({ page, here, place, device }: Stage) => {
  const gone = await made(place.other, 'orgs/orgs', { name: `Closing ${device}` });
  await page.reload();
  await here.isIn('Branch');
  const deleted = await place.other.call('DELETE', `/api/v1/orgs/orgs/${gone.id}/`);
  expect(deleted.status, deleted.text).toBe(204);
  await here.choose(gone.name);
  await page
    .getByText(/lost or deleted|does not exist|not found/i)
    .first()
    .waitFor();
  await here.isIn('Branch');
};

/**
 * The web session has ended, or the server is down, when another organization is chosen: nothing is left half
 * done.
 */
const chooseWhenBroken = async ({ page, here, seen, place, list, home, away }: Stage) => {
  await page.reload();
  await seen(away);
  await loseSession(place, page, () => here.choose('DEFAULT'));
  await signInAgain(page);
  await seen(away);
  await here.isIn('Branch');
  await here.offer();
  const choice = page.getByRole('menuitem', { name: 'DEFAULT' });
  await choice.waitFor();
  const isBack = await breakServer(place.gatehouse);
  await choice.click();
  await page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
  await here.isIn('Branch');
  await isBack();
  await page.goto(list);
  await seen(away);
  await here.choose('DEFAULT');
  await here.isIn('DEFAULT');
  await seen(home);
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain(`X-JMS-ORG=${DEFAULT_ORG_ID}`);
};

/** A page works in the organization it shows, whatever happens. */
export const switchOrganization = async (place: Workplace, device: Device): Promise<void> => {
  const stage = await arrive(place, device);
  await leaveRowBehind(stage);
  await keepTabsApart(stage);
  await enterDeleted(stage);
  await chooseWhenBroken(stage);
};
