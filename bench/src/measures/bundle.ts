import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { openBrowser, openContext } from '../../../e2e/fixtures/browser.ts';
import type { Installation } from '../installation.ts';
import type { Measure } from '../report.ts';

/** Compressed size of an answer in bytes. */
const sizeOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let size = 0;
      answer.on('data', (bytes: Buffer) => {
        size += bytes.length;
      });
      answer.on('end', () => resolve(size));
    }).on('error', reject);
  });

const cookiesOf = (url: string, header: string) =>
  header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });

/** Speed in bytes per second and latency in ms of a poor mobile network. */
const SLOW = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
};

/** The page that a browser visits first, and a selector that matches once it is ready. */
type First = { path: string; sight: string };

const LIST: First = { path: '/ui/console/assets/assets', sight: 'table tbody tr' };
const TERMINAL: First = { path: '/luna/', sight: 'main' };

/** Pages opened after the list, each by its address. */
const LATER = [
  '/ui/console/dashboard',
  '/ui/console/assets/hosts/create?platform=1',
  '/ui/console/assets/platforms/1',
  '/ui/console/accounts/accounts',
  '/ui/console/perms/asset-permissions/create',
  '/ui/console/users/users',
  '/ui/console/users/roles',
  '/ui/audit/sessions/sessions',
  '/ui/profile/info',
];

type Visit = { kilobytes: number; painted: number; ready: number };

/**
 * Opens a page in a browser with an empty cache; returns the compressed size of the scripts and styles
 * fetched, in kB, and the time until something is painted and until the page is ready, in ms.
 */
const visit = async (
  { gatehouse, admin }: Installation,
  { path, sight }: First,
  isSlow = false,
  then?: (page: Page, fetched: Set<string>) => Promise<void>,
): Promise<Visit> => {
  const browser = await openBrowser();
  try {
    const context = await openContext(browser, gatehouse.url);
    await context.addCookies(cookiesOf(gatehouse.url, admin.cookies()));
    const page = await context.newPage();
    if (isSlow) {
      const wire = await context.newCDPSession(page);
      await wire.send('Network.enable');
      await wire.send('Network.emulateNetworkConditions', SLOW);
    }
    const fetched = new Set<string>();
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) fetched.add(request.url());
    });
    const started = performance.now();
    await page.goto(path);
    await page.waitForSelector(sight, { timeout: 60_000 });
    const ready = performance.now() - started;
    const painted = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
    const first = new Set(fetched);
    await then?.(page, fetched);
    return { kilobytes: await weightOf(first), painted, ready };
  } finally {
    await browser.close();
  }
};

const weightOf = async (urls: Iterable<string>): Promise<number> =>
  (await Promise.all([...urls].map(sizeOf))).reduce((sum, size) => sum + size, 0) / 1024;

/**
 * What each later page adds to what the list already fetched, in kB; the largest shows how well routes are
 * split.
 */
const laterPages = async (installation: Installation): Promise<number[]> => {
  const weights: number[] = [];
  for (const path of LATER)
    await visit(installation, LIST, false, async (page, fetched) => {
      await page.waitForLoadState('networkidle');
      const before = new Set(fetched);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const weight = await weightOf([...fetched].filter((url) => !before.has(url)));
      console.log(`${path} adds ${weight.toFixed(0)} kB`);
      weights.push(weight);
    });
  return weights;
};

const visits = async (
  installation: Installation,
  first: First,
  rounds: number,
  isSlow = false,
): Promise<Visit[]> => {
  const all: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await visit(installation, first, isSlow));
  return all;
};

/** Measures what first visits to the console and the web terminal, and later pages, cost a browser. */
export const measureBundle = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  const usual = await visits(installation, LIST, rounds);
  const slow = await visits(installation, LIST, rounds, true);
  const terminal = await visits(installation, TERMINAL, 1);
  return [
    {
      what: 'first list page, scripts and styles, gzip',
      unit: 'kB',
      values: usual.map(({ kilobytes }) => kilobytes),
      budget: { max: 350 },
    },
    {
      what: 'first list page, cold browser, until its frame is painted',
      unit: 'ms',
      values: usual.map(({ painted }) => painted),
      budget: { p50: 1000 },
    },
    {
      what: 'first list page, cold browser, until rows stand there',
      unit: 'ms',
      values: usual.map(({ ready }) => ready),
      budget: { p50: 1000 },
    },
    {
      what: 'the same at 1.6 Mbit/s and 150 ms, until its frame is painted',
      unit: 'ms',
      values: slow.map(({ painted }) => painted),
    },
    {
      what: 'the same at 1.6 Mbit/s and 150 ms, until rows stand there',
      unit: 'ms',
      values: slow.map(({ ready }) => ready),
      budget: { p50: 3000 },
    },
    {
      what: 'every later page, scripts and styles it adds, gzip',
      unit: 'kB',
      values: await laterPages(installation),
      budget: { max: 120 },
    },
    {
      what: 'web terminal in a cold browser, scripts and styles, gzip',
      unit: 'kB',
      values: terminal.map(({ kilobytes }) => kilobytes),
    },
  ];
};
