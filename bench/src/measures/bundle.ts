import { get } from 'node:http';
import { openBrowser, openPerson } from '../../../e2e/fixtures/browser.ts';
import type { Installation } from '../installation.ts';
import type { Measure } from '../report.ts';

/** Bytes of a compressed answer as they travel. */
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

/** Scripts and styles a browser without a cache fetches for a page, compressed; and until the rows stand there. */
const visit = async ({ gatehouse, admin }: Installation, path: string, sight: string) => {
  const browser = await openBrowser();
  try {
    const person = await openPerson(browser, gatehouse.url);
    await person.addCookies(cookiesOf(gatehouse.url, admin.cookies()));
    const page = await person.newPage();
    const urls = new Set<string>();
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) urls.add(request.url());
    });
    const started = performance.now();
    await page.goto(path);
    await page.waitForSelector(sight, { timeout: 60_000 });
    const painted = performance.now() - started;
    const sizes = await Promise.all([...urls].map(sizeOf));
    return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1024, painted };
  } finally {
    await browser.close();
  }
};

/** What the first list page costs a browser that has never been here. */
export const measureBundle = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  const visits = [];
  for (let round = 0; round < rounds; round += 1)
    visits.push(await visit(installation, '/ui/console/assets/assets', 'table tbody tr'));
  return [
    {
      what: 'first list page, scripts and styles, gzip',
      unit: 'kB',
      values: visits.map(({ kilobytes }) => kilobytes),
      budget: { max: 350 },
    },
    {
      what: 'first list page, cold browser, until rows stand there',
      unit: 'ms',
      values: visits.map(({ painted }) => painted),
    },
  ];
};
