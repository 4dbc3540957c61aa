import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { DOMAINS, domainOptions, domainRows } from '../../../../test/domains.ts';
import { ORG } from '../../../../test/fakePlatform.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { DOMAINS_AT, exporting, openDomains, savedFiles, sentFile } from '../../../../test/openDomains.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { browserDownload } from './browserDownload.ts';
import { isForBrowser } from './useExport.ts';

/** Routes whose export answers with a file that contains the query of its request. */
const telling = exporting(({ query }) => sentFile(`domain.${query.format}`, JSON.stringify(query)));
/** Addresses that the browser downloads by itself. */
const browserDownloads = () =>
  [...document.querySelectorAll('iframe')].map(({ src }) => src.replace('http://localhost:3000', ''));
/** Answers the browser's download with an error, or with something unreadable. */
const refuse = (body?: unknown) => {
  const frame = document.querySelector('iframe') as HTMLIFrameElement;
  const shown = document.implementation.createHTMLDocument();
  shown.body.textContent = JSON.stringify(body);
  Object.defineProperty(frame, 'contentDocument', { value: body ? shown : null });
  frame.dispatchEvent(new Event('load'));
};
/** A list with too many rows for a file that goes through the page. */
const long = { [`GET ${DOMAINS}`]: { ...pageOf(domainRows(3)), count: 50_001 } };

describe('what an export holds', () => {
  test('B-2-009 B-9-012 B-7-006 B-4-029 by default an export holds all rows as CSV; "selected" needs rows, "filtered" a filter', async () => {
    const files = savedFiles();
    const { screen, user } = await openDomains({ routes: telling });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    const radio = (name: string | RegExp) => within(dialog).getByRole('radio', { name }) as HTMLInputElement;
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((element) => element.closest('label')?.textContent),
    ).toEqual(['CSV', 'Excel', 'All (3)', 'Selected', 'Filtered']);
    expect(dialog.style.width || dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('700px');
    expect(radio('CSV').checked).toBe(true);
    expect(radio('All (3)').checked).toBe(true);
    expect(radio('Selected').disabled).toBe(true);
    expect(radio('Filtered').disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await Promise.all(files)).toEqual([['domain.csv', JSON.stringify({ format: 'csv', oid: ORG })]]);
  });

  test('B-5-054 selected rows are sent as a selection token', async () => {
    const files = savedFiles();
    const { screen, user } = await openDomains({ routes: telling });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Selected (1)' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Excel' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]).toEqual([
      'domain.xlsx',
      JSON.stringify({ spm: 'token', format: 'xlsx', oid: ORG }),
    ]);
  });

  test('B-5-053 B-5-055 with a filter "all" is disabled and "filtered" sends the filter', async () => {
    const files = savedFiles();
    const { screen, user } = await openDomains({ at: `${DOMAINS_AT}?search=zone-2`, routes: telling });
    await screen.findByRole('link', { name: 'zone-2' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    expect((within(dialog).getByRole('radio', { name: 'All' }) as HTMLInputElement).disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]).toEqual([
      'domain.csv',
      JSON.stringify({ search: 'zone-2', format: 'csv', oid: ORG }),
    ]);
  });

  test('a list with a date range shows no number, as the file has rows of any date', async () => {
    const { screen, user } = await openDomains({ slots: { mode: { dateRange: true } } });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const ranges = within(await screen.findByRole('radiogroup', { name: 'Rows' }));
    expect(ranges.getAllByRole('radio').map((element) => element.closest('label')?.textContent)).toEqual([
      'All',
      'Selected (1)',
      'Filtered',
    ]);
  });
});

describe('how the file of an export arrives', () => {
  test('the browser downloads a file too long for the page, which is announced; a refusal is shown, with a retry', async () => {
    const { screen, user } = await openDomains({ routes: long });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Your browser downloads this file itself and reports any failure.');
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const requests = `${DOMAINS}?format=csv&oid=${ORG}`;
    expect(browserDownloads()).toEqual([requests]);
    refuse({ detail: 'Your exports are read one at a time.' });
    await screen.findByText('Export of domains failed');
    screen.getByText('Your exports are read one at a time.');
    expect(browserDownloads()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(browserDownloads()).toEqual([requests]);
    refuse();
    await screen.findByText(/server cannot be reached/);
  });

  test.each([
    ['short', telling],
    ['long', long],
  ])('a %s export after the web session ended saves nothing and asks to sign in', async (_, routes) => {
    const files = savedFiles();
    let isOver = false;
    const orOver = (route: unknown) => (request: unknown) =>
      isOver ? answer(401) : typeof route === 'function' ? route(request) : route;
    const { screen, user } = await openDomains({
      routes: {
        [`OPTIONS ${DOMAINS}`]: orOver(domainOptions),
        [`GET ${DOMAINS}`]: orOver(routes[`GET ${DOMAINS}`]),
      },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    isOver = true;
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await screen.findByText(/^You have been signed out/);
    expect([files, browserDownloads()]).toEqual([[], []]);
  });
});

describe('what a page asks of its export', () => {
  test('a page adds a note to its export and creates the file itself', async () => {
    const files = savedFiles();
    const requests: unknown[] = [];
    const { screen, user } = await openDomains({
      slots: { exportTip: 'One storage at a time.', onExport: (query) => void requests.push(query) },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('One storage at a time.');
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(requests).toEqual([{ format: 'csv', oid: ORG }]));
    expect(files).toEqual([]);
  });

  test('B-5-056 B-7-008 an export that needs confirmation asks for it before its dialog opens', async () => {
    const CHECK = '/api/v1/authentication/confirm/check/';
    const confirmed = Promise.withResolvers<'ok'>();
    const { screen, user, server } = await openDomains({
      slots: { mode: { exportConfirm: 'mfa' } },
      routes: answerTo(`GET ${CHECK}`, () => confirmed.promise),
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(server.calls('GET', CHECK)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    confirmed.resolve('ok');
    await screen.findByRole('dialog');
    expect(server.calls('GET', CHECK)[0]?.query).toEqual({ confirm_type: 'mfa' });
  });
});

test('exports of over 50,000 rows or of unknown size are downloaded by the browser itself', () => {
  expect([0, 50_000, 50_001, undefined].map(isForBrowser)).toEqual([false, false, true, true]);
});

test('the download frame is hidden and sandboxed, and is removed after 15 minutes', () => {
  vi.useFakeTimers();
  browserDownload('about:blank', () => undefined);
  const frame = document.querySelector('iframe');
  expect([frame?.hidden, frame?.getAttribute('sandbox')]).toEqual([
    true,
    'allow-same-origin allow-downloads',
  ]);
  vi.advanceTimersByTime(15 * 60_000 - 1);
  expect(document.querySelector('iframe')).toBe(frame);
  vi.advanceTimersByTime(1);
  expect(document.querySelector('iframe')).toBeNull();
});

describe('export dialog', () => {
  const open = async (over: Parameters<typeof openDomains>[0]) => {
    const page = await openDomains(over);
    await page.screen.findByRole('link', { name: 'zone-1' });
    const press = () => page.user.click(page.screen.getByRole('button', { name: 'Export' }));
    await press();
    return { ...page, press };
  };

  test('the export dialog closes without asking before it runs', async () => {
    const { screen, user } = await open({});
    const dialog = within(await screen.findByRole('dialog', { name: 'Export domains' }));
    dialog.getByRole('radiogroup', { name: 'File type' });
    expect(dialog.queryByText(/date range|browser downloads/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the export dialog says that the date range of the list does not apply', async () => {
    const { screen } = await open({ slots: { mode: { dateRange: true } } });
    await screen.findByText('The date range of the list does not apply to the export.');
  });

  test('an export the page forbids cannot be started', async () => {
    const forbidden = ['exportAll', 'exportSelected', 'exportFiltered'] as const;
    const { screen } = await open({ slots: { mode: { forbidden } } });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true);
  });

  test('an export uses the address named by the page', async () => {
    const files = savedFiles();
    const { screen, user } = await open({
      slots: { exportUrl: (url) => `${url}report/?kind=lan` },
      routes: {
        [`GET ${DOMAINS}report/`]: ({ query }: { query: object }) =>
          sentFile('report.csv', JSON.stringify(query)),
      },
    });
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]).toEqual(['report.csv', JSON.stringify({ kind: 'lan', format: 'csv', oid: ORG })]);
  });

  test('the export dialog stays closed if confirmation fails, and can be tried again', async () => {
    const CHECK = '/api/v1/authentication/confirm/check/';
    const { screen, server, press } = await open({
      slots: { mode: { exportConfirm: 'mfa' } },
      routes: { [`GET ${CHECK}`]: answer(403, { detail: 'Not you' }) },
    });
    await screen.findAllByText(/Not you|no permission/);
    await press();
    await waitFor(() => expect(server.calls('GET', CHECK)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
