import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { patienceMs } from '../../fixtures/browser.ts';
import { password } from '../../fixtures/estate.ts';
import type { Gatehouse } from '../../fixtures/gatehouse.ts';
import { expireSessions, phone, signInAt } from '../../people/disturbances.ts';
import { windowOf } from '../pages/watchedPage.ts';

/** The kinds of device. */
export type Device = 'desk' | 'phone';
type Row = { id: string; name: string };

/** An installation with two organizations, a user at a browser and another user who works there too. */
export type Workplace = {
  gatehouse: Gatehouse;
  /** Another user, over the API, in the default organization. */
  other: ApiClient;
  /** The second organization, and a user at work there. */
  branch: Row;
  there: ApiClient;
  browser: Browser;
};

/** The user at the browser. */
export const olga = { name: 'Olga Brandt', username: 'olga', password };

const profile = '/api/v1/users/profile/';

/** Creates the user and the second organization; `admin` has completed the first sign-in. */
export const openWorkplace = async (
  gatehouse: Gatehouse,
  browser: Browser,
  admin: ApiClient,
): Promise<Workplace> => {
  await admin.call('PATCH', profile, { is_first_login: false });
  await made(admin, 'users/users', {
    name: olga.name,
    username: olga.username,
    email: 'olga@example.com',
    password_strategy: 'custom',
    password,
    need_update_password: false,
    system_roles: [builtinRoles.systemAdmin.id],
  });
  const first = createClient(gatehouse.url);
  await first.signIn(olga.username, password);
  await first.call('PATCH', profile, { is_first_login: false });
  const branch = await made(admin, 'orgs/orgs', { name: 'Branch' });
  const [other, there] = [DEFAULT_ORG_ID, branch.id].map((org) => createClient(gatehouse.url, { org }));
  for (const client of [other, there]) await client?.signIn('admin', password);
  return { gatehouse, browser, branch, other: other as ApiClient, there: there as ApiClient };
};

/** Creates something as a user; fails if it cannot. */
export const made = async (by: ApiClient, path: string, body: object): Promise<Row> => {
  const answer = await by.call<Row>('POST', `/api/v1/${path}/`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

/** Opens a page of the user, signed in, on one of the devices. */
export const openWindow = async (place: Workplace, device: Device): Promise<Page> => {
  const client = createClient(place.gatehouse.url);
  await client.signIn(olga.username, olga.password);
  const page = await windowOf(place.browser, { gatehouse: place.gatehouse, org: DEFAULT_ORG_ID }, client);
  if (device === 'phone') await page.setViewportSize(phone);
  return page;
};

const signInBox = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Time limit of an action, in ms: the sign-in dialog may appear first and cover the element. */
const actMs = 10_000;

/**
 * Ends the user's web sessions; either the action `goOn` or a request of the page itself brings up the
 * sign-in dialog.
 *
 * @returns Whether the action was done; false if the dialog appeared first and covered its button.
 */
export const loseSession = async (
  place: Workplace,
  page: Page,
  goOn: () => Promise<unknown>,
): Promise<boolean> => {
  await expireSessions(place.other, olga.name);
  page.setDefaultTimeout(actMs);
  const trouble: unknown = await goOn().then(
    () => undefined,
    (error: unknown) => error,
  );
  page.setDefaultTimeout(patienceMs);
  await signInBox(page)
    .waitFor()
    .catch((error: unknown) => {
      throw trouble ?? error;
    });
  return trouble === undefined;
};

/** Confirms the message about the lost web session, and signs in again. */
export const signInAgain = async (page: Page): Promise<void> => {
  const box = signInBox(page);
  await box.getByRole('button', { name: 'Sign in again' }).click();
  await page.waitForURL('**/core/auth/login/**');
  await signInAt(page, olga.username, olga.password);
};

/** Signs in in another window, keeping the state of the page. */
export const signInBeside = async (page: Page): Promise<void> => {
  const box = signInBox(page);
  const [door] = await Promise.all([
    page.context().waitForEvent('page'),
    box.getByRole('button', { name: 'Sign in again' }).click(),
  ]);
  await signInAt(door, olga.username, olga.password);
  await door.close();
};

/** Goes back, is asked to confirm because changes would be lost, and stays. */
export const staysOnBack = async (page: Page): Promise<void> => {
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'hidden' });
};

/** The organization menu of a page. */
export const organizationAt = (page: Page, device: Device) => {
  const selector = page.getByRole('button', { name: /^Organization: / });
  const reach = async () => {
    if (device === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
  };
  /** Opens the list of organizations. */
  const offer = async () => {
    await reach();
    await selector.click();
  };
  const choose = async (name: string) => {
    await offer();
    await page.getByRole('menuitem', { name }).click();
  };
  return {
    /** Chooses another organization; the page starts over there unless something blocks it. */
    choose,
    /** Chooses another organization and waits until the page has started over there. */
    move: async (name: string) => {
      const startsOver = page.waitForEvent('load');
      await choose(name);
      await startsOver;
    },
    offer,
    /** Waits until the page shows this organization. */
    isIn: (name: string) => page.getByRole('banner').getByText(name, { exact: true }).first().waitFor(),
  };
};
