import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { openBrowser } from '../../fixtures/browser.ts';
import { password } from '../../fixtures/estate.ts';
import type { Gatehouse } from '../../fixtures/gatehouse.ts';
import { hasNoMishap, isAccessible, isInFull, isSound } from './accessible.ts';
import { endSession, keepOrganization, personOfKind, reachEveryArea, readSessions } from './areas.ts';
import { type Demo, openDemo, rowOf, signedIn } from './demo.ts';
import { connectByPalette, findByPalette } from './palette.ts';
import { writePlaybook } from './playbooks.ts';
import { reach } from './reach.ts';
import type { Stop } from './Stop.ts';
import { asksNothingInVain, paintsBeforeScripts, paintsOtherWindows } from './shellInHtml.ts';
import { sees } from './sights.ts';
import { accessByTicket } from './tickets.ts';
import { tour } from './tour.ts';
import { type WatchedPage, watch, windowOf } from './watchedPage.ts';

let demo: Demo<Gatehouse>;
let browser: Browser;
let page: Page;
/** Idle administrator windows: while a page is checked in one, the next opens in another. */
const free: WatchedPage[] = [];

const open = (client: ApiClient) => windowOf(browser, demo, client);
const pathOf = (at: Page) => new URL(at.url()).pathname;

beforeAll(async () => {
  [demo, browser] = await Promise.all([openDemo(), openBrowser()]);
  page = await open(demo.admin);
  free.push(watch(page), watch(await open(demo.admin)));
});
afterAll(async () => {
  await browser?.close();
  await demo?.gatehouse.remove();
});

/** Visits a page and checks that it is the right one and accessible. */
const visit = async ({ path, sight, heading, lands, url }: Stop, seen: WatchedPage, expect: ExpectStatic) => {
  const { page, mishaps } = seen;
  mishaps.length = 0;
  const row = await rowOf(demo, path, url);
  await reach(page, `/ui/${path.replace(/:\w+/, String(row?.id))}`);
  const expected = typeof heading === 'string' ? heading.replace(/:\w+/, String(row?.name)) : heading;
  await page.getByRole('heading', { level: 1, name: expected, exact: true }).waitFor();
  if (lands) await expect.poll(() => pathOf(page)).toBe(`/ui/${lands}`);
  await sees[sight](page, String(row?.name), expect);
  // The form of a new row is the same one, and is checked there.
  await (sight === 'filled form' && !isInFull ? hasNoMishap : isSound)(seen, expect);
};
/** The configuration runs as many of these concurrently as there are windows. */
const visitSomewhere = async (stop: Stop, expect: ExpectStatic) => {
  const seen = free.pop();
  if (!seen) throw new Error('more visits at once than windows');
  await visit(stop, seen, expect).finally(() => free.push(seen));
};

describe.concurrent('every page can be opened, and used with a keyboard, a screen reader, low vision and a phone', () => {
  for (const stop of tour)
    test(`${stop.ids} ${stop.path} is a ${stop.sight}`.trim(), ({ expect }) => visitSomewhere(stop, expect));
});

test('the sign-in page and the page for a new password are accessible', async () => {
  const visitor = watch(await open(createClient(demo.gatehouse.url)));
  const { page } = visitor;
  await page.goto('/core/auth/login/');
  await isAccessible(visitor);
  const fields = { password_strategy: 'custom', password, need_update_password: true };
  const facts = { name: 'New Person', username: 'newcomer', email: 'newcomer@example.com' };
  const made = await demo.admin.call('POST', '/api/v1/users/users/', { ...facts, ...fields });
  expect(made.status, made.text).toBe(201);
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await isAccessible(visitor);
  await page.context().close();
});

test('the web terminal and the player are accessible', async () => {
  const terminal = watch(await open(demo.admin));
  const { page } = terminal;
  await page.goto('/luna/');
  await page.getByRole('tree', { name: 'Assets' }).waitFor();
  await isAccessible(terminal);
  await page.goto(`/luna/replay/${demo.rows.session?.id}`);
  await page.getByRole('slider', { name: 'Position in the recording' }).waitFor();
  await isAccessible(terminal);
  await page.context().close();
});

test('A-2.4-002 B-6-006 an ordinary user finds the permitted assets, and only those, with their comments, and connects from the palette', async () => {
  const client = await signedIn(demo, 'ordinary', password);
  const own = await open(client);
  await own.goto('/ui/workbench/assets');
  await own.getByRole('heading', { level: 1, name: 'My assets' }).waitFor();
  const table = own.getByRole('table').first();
  await table.getByText(demo.rows.device?.name ?? '').waitFor();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  await table.getByText(demo.rows.device?.name ?? '').click();
  await own.getByRole('dialog').getByText('Reboot only at night').waitFor();
  await own.context().close();
  await connectByPalette(await open(client));
});

test('A-2.4-020 a user writes a playbook: marks, two windows, files and folders, nothing lost', async () => {
  const own = await open(await signedIn(demo, 'ordinary', password));
  await writePlaybook(own);
  await own.context().close();
});

test('A-1-001 the administrator reaches Console, Audit, Workbench, Tickets, Settings and Profile through the user interface', async () => {
  const own = await open(demo.admin);
  await reachEveryArea(own);
  await own.context().close();
});

test('A-1-002 A-1-006 A-2.9-011 administrators, organization administrators, auditors and ordinary users each sign in and manage something', async () => {
  const [ordinary, keeper, reader, guest] = [
    await signedIn(demo, 'ordinary', password),
    await personOfKind(demo, 'keeper'),
    await personOfKind(demo, 'reader'),
    await personOfKind(demo, 'guest'),
  ];
  const [asking, deciding, keeping, watching] = await Promise.all(
    [ordinary, demo.admin, keeper, reader].map(open),
  );
  if (!asking || !deciding || !keeping || !watching) throw new Error('Four people have four windows');
  await accessByTicket(asking, deciding, demo);
  await keepOrganization(keeping);
  await readSessions(watching, 'Tour keeper');
  await endSession(keeping, 'Tour guest');
  expect((await guest.call('GET', '/api/v1/users/profile/')).status).toBe(401);
  for (const page of [asking, deciding, keeping, watching]) await page.context().close();
});

test('the command palette finds, remembers and acts, on a desktop and on a phone', async () =>
  findByPalette(await open(demo.admin), demo));

test('B-3-018 a session shows user, asset, account, address, time, risk, and whether it is locked', async () => {
  await page.goto(`/ui/audit/sessions/sessions/${demo.rows.session?.id}`);
  await page.getByRole('term').first().waitFor();
  const who = ['ID', 'User', 'Asset', 'Account', 'Protocol', 'Connected through', 'Remote address', 'Risk'];
  await expect
    .poll(() => page.getByRole('term').allTextContents())
    .toEqual(expect.arrayContaining([...who, 'Started', 'Ended', 'Duration']));
  await page
    .locator('span', { hasText: /^Ended$/ })
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Commands' }).click();
  await page.getByRole('columnheader', { name: /^Risk/ }).waitFor();
});

test('A-7-027 the theme sheets of the installation are loaded and colour the page', async () => {
  const sheets: number[] = [];
  const own = await open(demo.admin);
  own.on('response', (answer) => {
    if (/\/ui\/theme\/element-(ui|extra)\.css$/.test(answer.url())) sheets.push(answer.status());
  });
  await own.route('**/*.js', (route) => route.abort());
  await own.goto('/ui/console/dashboard');
  await own.waitForLoadState('networkidle');
  await expect.poll(() => sheets).toEqual([200, 200]);
  const ground = await own.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe('rgb(244, 245, 247)');
  await own.context().close();
});

test.each(['light', 'dark'] as const)(
  'the frame of a list is painted from the HTML, where the console then draws it, in the theme %s that the user has chosen',
  async (theme) => {
    const own = await open(demo.admin);
    await paintsBeforeScripts(own, theme);
    await own.context().close();
  },
);

test('the frame in the HTML fits a phone, a narrow window and a collapsed menu', async () => {
  const own = await open(demo.admin);
  await paintsOtherWindows(own);
  await own.context().close();
});

test('without a sign-in no frame is shown and nothing is asked for ahead', async () => {
  const nobody = await open(createClient(demo.gatehouse.url));
  await nobody.route('**/ui/assets/*.js', (route) => route.abort());
  await nobody.goto('/ui/console/assets/assets');
  expect(await nobody.locator('#picture').count()).toBe(0);
  expect(await nobody.evaluate(() => 'sentAhead' in window)).toBe(false);
  await nobody.context().close();
});

/** Lists that prefetch before the scripts load; every test run checks the first two of them. */
const askingAhead = [
  'assets/assets',
  'users/users',
  'assets/domains',
  'accounts/accounts',
  'accounts/account-template',
  'perms/asset-permissions',
  'users/groups',
  'more/labels',
];
test.each(askingAhead.slice(0, isInFull ? undefined : 2))(
  'the list %s uses all that its page has asked for before the scripts',
  async (path) => {
    const own = await open(demo.admin);
    await asksNothingInVain(own, `/ui/console/${path}`);
    await own.context().close();
  },
);

test.each(['/core/auth/login/', '/ui/login'])('A-2.1-006 page %s requests no profile', async (address) => {
  const nobody = await open(createClient(demo.gatehouse.url));
  const requested: string[] = [];
  nobody.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await nobody.goto(address);
  await nobody.locator('input[name=username]').waitFor();
  const profile = '/api/v1/users/profile/';
  expect(requested).not.toContain(profile);
  // A page of the console starts with it.
  await nobody.goto('/ui/console/dashboard');
  await expect.poll(() => requested).toContain(profile);
  await nobody.context().close();
});

test('A-2.1-002 without a stored area the root shows an overview', async () => {
  const fresh = await open(demo.admin);
  await fresh.goto('/ui/');
  await fresh.getByRole('heading', { level: 1, name: 'Console dashboard' }).waitFor();
  await expect.poll(() => pathOf(fresh)).toBe('/ui/console/dashboard');
  await fresh.context().close();
});

test('B-5-032 the form of an Oracle database explains its name field', async () => {
  await page.goto(`/ui/console/databases/create?platform=${demo.rows.oracle?.id}`);
  await page.getByText('For Oracle, the service name or SID.').waitFor();
});

test('B-5-021 a permission without an account is not submitted', async () => {
  await page.goto('/ui/console/asset-permissions/create');
  await page.getByLabel(/^Name/).first().fill('Without accounts');
  await page
    .getByRole('checkbox', { name: /^Specified accounts/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Submit' }).first().click();
  await page.getByText('Choose at least one account.').first().waitFor();
  await expect.poll(() => pathOf(page)).toBe('/ui/console/perms/asset-permissions/create');
});
