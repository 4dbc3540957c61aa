import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { openBrowser, openPerson } from '../../fixtures/browser.ts';
import { password } from '../../fixtures/estate.ts';
import { type Demo, openDemo } from './demo.ts';
import { connectByPalette, findByPalette } from './palette.ts';
import { consoleTour, otherTour, type Sight, type Stop } from './tour.ts';

const patienceMs = 15_000;
let demo: Demo;
let browser: Browser;
let page: Page;
/** Answers the page did not like, and errors of the page itself. */
const mishaps: string[] = [];

/** A window of a person already signed in, at work in the company of the demo. */
const windowOf = async (client: ApiClient): Promise<Page> => {
  const { gatehouse, org } = demo;
  const person = await openPerson(browser, gatehouse.url);
  const cookies = [...client.cookies().split('; '), `X-JMS-ORG=${org}`].filter(Boolean).map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: gatehouse.url };
  });
  await person.addCookies(cookies);
  const opened = await person.newPage();
  opened.setDefaultTimeout(patienceMs);
  return opened;
};

beforeAll(async () => {
  [demo, browser] = await Promise.all([openDemo(), openBrowser()]);
  page = await windowOf(demo.admin);
  page.on('pageerror', (error) => mishaps.push(String(error)));
  page.on('response', (answer) => {
    if (answer.status() >= 400) mishaps.push(`${answer.status()} ${answer.url()}`);
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await demo?.gatehouse.remove();
}, 60_000);

const rowOf = (text: string) => demo.rows[text.match(/:(\w+)/)?.[1] ?? ''];

const sees: Record<Sight, (name: string) => Promise<void>> = {
  page: async () => undefined,
  table: async () => {
    await page.getByRole('table').first().waitFor();
    await expect.poll(() => page.getByRole('columnheader').count()).toBeGreaterThan(1);
  },
  'empty form': async () => {
    const name = page.locator('form input[type=text]').first();
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
  },
  form: async () => {
    await page.getByRole('button', { name: 'Submit' }).first().waitFor();
  },
  'filled form': async (name) => {
    const inputs = page.locator('form input');
    await inputs.first().waitFor();
    const values = () => inputs.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(values).toContain(name);
  },
  detail: async () => {
    await page.getByRole('tab').first().waitFor();
  },
};

const visit = async ([, path, sight, heading, lands]: Stop) => {
  mishaps.length = 0;
  const row = rowOf(path);
  await page.goto(`/ui/${path.replace(/:\w+/, String(row?.id))}`);
  const wanted = typeof heading === 'string' ? heading.replace(/:\w+/, String(row?.name)) : heading;
  await page.getByRole('heading', { level: 1, name: wanted, exact: true }).waitFor();
  if (lands) expect(new URL(page.url()).pathname).toBe(`/ui/${lands}`);
  await sees[sight](String(row?.name));
  await page.waitForLoadState('networkidle');
  expect(mishaps).toEqual([]);
};

const tour = (stops: readonly Stop[]) => {
  for (const stop of stops) test(`${stop[0]} ${stop[1]} is a ${stop[2]}`, () => visit(stop), 60_000);
};
describe('the console', () => tour(consoleTour));
describe('audit, profile and organizations', () => tour(otherTour));

test('A-2.4-002 B-6-006 an ordinary user finds the permitted assets, and only those, with their comments, and connects by palette', async () => {
  const { gatehouse, org } = demo;
  const client = createClient(gatehouse.url, { org });
  await client.signIn('ordinary', password);
  await client.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  const own = await windowOf(client);
  await own.goto('/ui/workbench/assets');
  await own.getByRole('heading', { level: 1, name: 'My assets' }).waitFor();
  const table = own.getByRole('table').first();
  await table.getByText(demo.rows.device?.name ?? '').waitFor();
  expect(await table.locator('tbody tr').count()).toBe(1);
  await table.getByText(demo.rows.device?.name ?? '').click();
  await own.getByRole('dialog').getByText('Reboot only at night').waitFor();
  await own.context().close();
  await connectByPalette(await windowOf(client));
}, 60_000);

test('the command palette finds, remembers and does, on a desk and on a phone', async () =>
  findByPalette(await windowOf(demo.admin), demo));

test('B-3-018 a session tells who, where, as whom, from where, when, how risky, and whether it is held', async () => {
  await page.goto(`/ui/audit/sessions/sessions/${demo.rows.session?.id}`);
  await page.getByRole('term').first().waitFor();
  const terms = await page.getByRole('term').allTextContents();
  const who = ['ID', 'User', 'Asset', 'Account', 'Protocol', 'Connected through', 'Remote address'];
  expect(terms).toEqual(expect.arrayContaining([...who, 'Started', 'Ended', 'Duration']));
  await page.getByText('Finished', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'Commands' }).click();
  await page.getByRole('columnheader', { name: /^Risk/ }).waitFor();
});

test('A-7-027 the theme sheets of the installation are loaded and colour the page', async () => {
  const sheets: number[] = [];
  const own = await windowOf(demo.admin);
  own.on('response', (answer) => {
    if (/\/ui\/theme\/element-(ui|extra)\.css$/.test(answer.url())) sheets.push(answer.status());
  });
  await own.route('**/*.js', (route) => route.abort());
  await own.goto('/ui/console/dashboard');
  await own.waitForLoadState('networkidle');
  expect(sheets).toEqual([200, 200]);
  const ground = await own.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe('rgb(244, 245, 247)');
  await own.context().close();
});

test.each(['/core/auth/login/', '/ui/login'])('A-2.1-006 %s asks for no profile', async (address) => {
  const nobody = await windowOf(createClient(demo.gatehouse.url));
  const asked: string[] = [];
  nobody.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await nobody.goto(address);
  await nobody.locator('input[name=username]').waitFor();
  expect(asked).not.toContain('/api/v1/users/profile/');
  await nobody.context().close();
});

test('A-2.1-002 without a stored area the root shows an overview', async () => {
  const fresh = await windowOf(demo.admin);
  await fresh.goto('/ui/');
  await fresh.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(new URL(fresh.url()).pathname).toBe('/ui/console/dashboard');
  await fresh.context().close();
});

test('B-5-032 the form of an Oracle database explains the name', async () => {
  await page.goto(`/ui/console/databases/create?platform=${demo.rows.oracle?.id}`);
  await page.getByText('For Oracle, the service name or SID.').waitFor();
});

test('B-5-021 a permission without an account is not sent', async () => {
  await page.goto('/ui/console/asset-permissions/create');
  await page.getByLabel(/^Name/).first().fill('Without accounts');
  await page
    .getByRole('checkbox', { name: /^Specified accounts/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Submit' }).first().click();
  await page.getByText('Choose at least one account.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/ui/console/perms/asset-permissions/create');
});
