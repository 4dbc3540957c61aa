import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { DOMAINS, domainOptions, domainRoutes } from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { DOMAINS_AT, openDomains } from '../../../test/openDomains.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import type { Action } from '../action/Action.ts';
import type { CellProps } from '../fields/FieldUi.ts';
import { textWidth } from '../table/Column.ts';
import table from '../table/DataTable.module.css';
import type { ListSlots } from './ListSlots.ts';

test('neither headings nor rows are drawn before the columns are known', async () => {
  const { promise: isReady, resolve: letArrive } = Promise.withResolvers<void>();
  const { screen, server } = await openDomains({
    routes: { [`OPTIONS ${DOMAINS}`]: () => isReady.then(() => domainOptions) },
    slots: { columns: { serial_num: { width: 90 } }, mode: { columns: ['name', 'serial_num', 'kind'] } },
  });
  await waitFor(() => expect(server.calls('GET', DOMAINS)).toHaveLength(1));
  const table = await screen.findByRole('table');
  expect(table.textContent).toBe('');
  expect(table.getAttribute('aria-busy')).toBe('true');
  letArrive();
  await within(table).findByRole('link', { name: 'zone-1' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['', 'Name', 'serial_num', 'Kind', 'Actions']);
});

test("a list whose metadata failed shows the page's own columns", async () => {
  const { screen } = await openDomains({
    routes: { [`OPTIONS ${DOMAINS}`]: answer(500, {}) },
    slots: { columns: { name: { title: 'Zone' } } },
  });
  await screen.findByRole('columnheader', { name: 'Zone' });
  await screen.findByText('zone-1');
});

const lastQuery = ({ server }: Awaited<ReturnType<typeof openDomains>>) =>
  server.calls('GET', DOMAINS).at(-1)?.query;

describe('empty and failed lists', () => {
  test('an empty result names the active filters as the user sees them', async () => {
    const { screen } = await openDomains({ at: `${DOMAINS_AT}?search=nowhere&kind=lan&labels=env:prod` });
    const state = (await screen.findByText('No domains match')).parentElement as HTMLElement;
    for (const filter of ['Kind: LAN', 'Search: nowhere', 'Labels: env:prod'])
      within(state).getByText(filter);
  });

  test('an empty list does not offer Create to a user without permission', async () => {
    const nothing = { [`GET ${DOMAINS}`]: pageOf([]) };
    const { screen } = await openDomains({ routes: nothing, perms: ['assets.view_domain'] });
    await screen.findByText('No domains yet');
    expect(screen.getAllByRole('button', { name: 'Create' })).toHaveLength(1);
    expect(screen.queryByText(/ of /)).toBeNull();
  });

  test.each<[string, ListSlots, string | undefined]>([
    ['of any date', {}, undefined],
    ['of a date range', { mode: { dateRange: true } }, 'Nothing in this date range. Choose a longer one.'],
    ['with a note', { emptyText: 'Zones appear here.', mode: { dateRange: true } }, 'Zones appear here.'],
  ])('an empty list %s shows the matching hint', async (_which, slots, text) => {
    const { screen } = await openDomains({ routes: { [`GET ${DOMAINS}`]: pageOf([]) }, slots });
    const title = await screen.findByText('No domains yet');
    const texts = [...(title.parentElement?.querySelectorAll('[class*=text]') ?? [])];
    expect(texts.map(({ textContent }) => textContent)).toEqual(text ? [text] : []);
  });

  test("a failed list shows its reason, with the server's response under Details", async () => {
    const { screen } = await openDomains({ routes: { [`GET ${DOMAINS}`]: answer(500, { detail: 'x' }) } });
    await screen.findByText('The list could not be loaded');
    const details = screen.getByText('Details').closest('details');
    expect(details?.querySelector('code')?.textContent).toMatch(/500/);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false');
  });
});

/** A page's own cell, which shows the props it receives. */
const Facts = ({ value, row, name, meta }: CellProps) => (
  <b>{`${name} ${meta.label} ${row.id} ${JSON.stringify(value)}`}</b>
);

describe('the table', () => {
  test('while the next page loads, the table is busy and keeps its rows', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const list = domainRoutes(20)[`GET ${DOMAINS}`] as (request: Seen) => unknown;
    const { screen, user } = await openDomains({
      routes: {
        [`GET ${DOMAINS}`]: async (request: Seen) => {
          if (request.query.offset !== '0') await promise;
          return list(request);
        },
      },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    const rows = screen.getByRole('table', { name: 'domains' });
    expect(rows.ariaBusy).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(rows.ariaBusy).toBe('true'));
    screen.getByRole('link', { name: 'zone-1' });
    resolve();
    const first = (await screen.findByRole('link', { name: 'zone-16' })).closest('tr');
    await waitFor(() => expect(rows.ariaBusy).toBe('false'));
    expect([rows.ariaRowCount, first?.ariaRowIndex]).toEqual(['21', '17']);
  });

  test('the name and actions columns stay in view, and a heading can filter', async () => {
    const page = await openDomains();
    const { screen, user } = page;
    await screen.findByRole('link', { name: 'zone-1' });
    const heads = screen.getAllByRole('columnheader').slice(1);
    const has = (name: string | undefined) =>
      heads.filter(({ classList }) => classList.contains(String(name))).map(({ textContent }) => textContent);
    expect([has(table.stickyLeft), has(table.stickyRight), has(table.right)]).toEqual([
      ['Name'],
      ['Actions'],
      ['Actions'],
    ]);
    expect(heads.filter(({ ariaSort }) => ariaSort).map(({ textContent }) => textContent)).toEqual(['Name']);
    expect(screen.queryByRole('button', { name: 'Filter by Name' })).toBeNull();
    const filter = async (choice: string) => {
      await user.click(screen.getByRole('button', { name: 'Filter by Kind' }));
      await user.click(await screen.findByRole('menuitem', { name: choice }));
    };
    await filter('WAN');
    await screen.findByRole('button', { name: 'Kind: WAN' });
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ kind: 'wan' }));
    await filter('Any');
    await waitFor(() => expect(lastQuery(page)).not.toHaveProperty('kind'));
  });
});

describe('parts of the table', () => {
  test('a list without metadata is named "List"', async () => {
    const { screen } = await openDomains({
      routes: { [`OPTIONS ${DOMAINS}`]: answer(500, {}) },
      slots: { columns: { name: { title: 'Zone' } } },
    });
    await screen.findByRole('table', { name: 'List' });
  });

  test('a list without selection has no checkboxes', async () => {
    const { screen } = await openDomains({ slots: { mode: { without: ['selection'] } } });
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test.each<[string, (row: { id: string | number }) => Action[], number]>([
    [
      'two short actions',
      () => [
        { name: 'a', title: 'A' },
        { name: 'b', title: 'B' },
      ],
      96,
    ],
    [
      'two long actions',
      () => [
        { name: 'a', title: 'Restart all services' },
        { name: 'b', title: 'Collect all facts' },
      ],
      textWidth('Restart all servicesCollect all facts') + 10,
    ],
    [
      'an action and a menu',
      ({ id }) =>
        ['Restart all services of it', 'b', 'c'].map((title, at) => ({
          name: title,
          title: id === 'd2' || at > 0 ? title : 'short',
          order: at,
        })),
      textWidth('Restart all services of it') + 10 + 24,
    ],
    [
      'an icon, an action and a menu',
      () => [
        { name: 'i', title: 'Connect', isIcon: true, icon: <i /> },
        ...['Restart all services of it', 'b', 'c'].map((title) => ({ name: title, title })),
      ],
      textWidth('Restart all services of it') + 2 * (10 + 24),
    ],
  ])('the actions column is wide enough for %s', async (_which, rowActions, width) => {
    const { screen } = await openDomains({ slots: { rowActions } });
    await screen.findByRole('link', { name: 'zone-1' });
    const cols = [...screen.getByRole('table').querySelectorAll('col')];
    expect(Number.parseFloat(cols.at(-1)?.style.width ?? '')).toBeCloseTo(width);
  });

  test('a page can render its own cells, add icons and open rows its own way', async () => {
    const onOpen = vi.fn();
    const { screen, user } = await openDomains({
      slots: {
        onOpen,
        icon: ({ id }) => <i>{`icon of ${id}`}</i>,
        columns: {
          kind: { Cell: Facts },
        },
      },
    });
    const name = await screen.findByRole('button', { name: 'zone-2' });
    screen.getByText('kind Kind d2 {"value":"lan","label":"LAN"}');
    screen.getByText('icon of d2');
    expect(screen.queryByRole('link', { name: 'zone-2' })).toBeNull();
    await user.click(name);
    expect(onOpen.mock.calls.map(([row]) => (row as { id: string }).id)).toEqual(['d2']);
  });
});

/** Opens the list, and returns a function that opens its column settings. */
const openLook = async (over: Parameters<typeof openDomains>[0] = {}) => {
  const page = await openDomains(over);
  const { screen, user } = page;
  await screen.findByText('zone-1');
  const settings = async () => {
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    const press = async (name: string) => {
      await user.click(dialog.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    return { dialog, press };
  };
  const heads = () =>
    screen
      .getAllByRole('columnheader')
      .slice(1, -1)
      .map(({ textContent }) => textContent);
  return { ...page, settings, heads };
};

describe('column settings', () => {
  const USUAL = ['Name', 'Kind', 'Active', 'Labels'];

  test('column settings can be cancelled, changed and reset', async () => {
    const { user, settings, heads } = await openLook();
    const first = await settings();
    const checked = first.dialog
      .getAllByRole('checkbox', { checked: true })
      .map((box) => box.closest('label')?.textContent);
    expect(checked).toEqual([...USUAL, 'Actions']);
    await user.click(first.dialog.getByRole('checkbox', { name: 'Kind' }));
    await user.click(first.dialog.getByRole('checkbox', { name: 'Comment' }));
    await first.press('Cancel');
    expect(heads()).toEqual(USUAL);
    const second = await settings();
    await user.click(second.dialog.getByRole('checkbox', { name: 'Kind' }));
    await user.click(second.dialog.getByRole('checkbox', { name: 'Comment' }));
    await second.press('Save columns');
    await waitFor(() => expect(heads()).toEqual(['Name', 'Active', 'Labels', 'Comment']));
    const third = await settings();
    await third.press('Restore default');
    await waitFor(() => expect(heads()).toEqual(USUAL));
    const saved = JSON.parse(localStorage.getItem('tableConfig') ?? '{}') as object;
    expect(Object.values(saved)).toEqual([{ showColumns: ['name', 'kind', 'is_active', 'labels'] }]);
  });

  const NAME = `DomainList_${DOMAINS_AT}`;
  const others = { Other: { name: 300 } };

  test('column widths and row height are remembered; resetting the columns forgets the widths', async () => {
    localStorage.setItem('tableDensity', 'compact');
    localStorage.setItem('tableWidths', JSON.stringify({ ...others, [NAME]: { kind: 345 } }));
    const { screen, user, settings } = await openLook();
    const table = screen.getByRole('table', { name: 'domains' });
    expect(table.className).toMatch(/compact/);
    const kind = () => Number.parseFloat(table.querySelectorAll('col')[2]?.style.width ?? '');
    const wide = kind();
    await (await settings()).press('Save columns');
    expect(JSON.parse(localStorage.getItem('tableWidths') ?? '')).toEqual({
      ...others,
      [NAME]: { kind: 345 },
    });
    expect(kind()).toBe(wide);
    const { dialog, press } = await settings();
    const group = dialog.getByRole('radiogroup', { name: 'Row height' });
    expect(within(group).getByRole('radio', { name: 'Compact' })).toHaveProperty('checked', true);
    await user.click(dialog.getByText('Comfortable'));
    expect([localStorage.getItem('tableDensity'), table.className]).toEqual([
      'comfortable',
      expect.not.stringMatching(/compact/),
    ]);
    await press('Restore default');
    expect(JSON.parse(localStorage.getItem('tableWidths') ?? '')).toEqual(others);
    await waitFor(() => expect(kind()).toBeLessThan(wide));
  });

  test('an unknown stored row height falls back to Comfortable', async () => {
    localStorage.setItem('tableDensity', 'huge');
    const { screen, user, settings } = await openLook();
    const { dialog } = await settings();
    expect(dialog.getByRole('radio', { name: 'Comfortable' })).toHaveProperty('checked', true);
    await user.click(dialog.getByText('Compact'));
    expect(screen.getByRole('table', { hidden: true }).className).toMatch(/compact/);
  });
});

describe('pages of a list', () => {
  test('a page past the end redirects to the last page and replaces the history entry', async () => {
    const page = await openDomains({ at: `${DOMAINS_AT}?page=9`, routes: domainRoutes(20) });
    await page.screen.findByText('16–20 of 20');
    expect([page.router.state.location.search, page.router.state.historyAction]).toEqual([
      '?page=2',
      'REPLACE',
    ]);
  });

  test('the last full page is not redirected, nor is any page of an empty list', async () => {
    const full = await openDomains({ at: `${DOMAINS_AT}?page=2`, routes: domainRoutes(30) });
    await full.screen.findByText('16–30 of 30');
    expect(full.router.state.location.search).toBe('?page=2');
    const empty = await openDomains({ at: `${DOMAINS_AT}?page=3&search=nowhere` });
    await empty.screen.findByText('No domains match');
    expect(empty.router.state.location.search).toBe('?page=3&search=nowhere');
  });

  test('changing the page size returns to the first page', async () => {
    const page = await openDomains({ at: `${DOMAINS_AT}?page=3`, routes: domainRoutes(64) });
    const { screen, user, router } = page;
    await screen.findByText('31–45 of 64');
    const pages = screen.getAllByRole('button', { name: /^Page \d/ });
    expect(pages.map((button) => button.ariaCurrent)).toEqual([null, null, 'page', null, null]);
    await user.click(screen.getByRole('button', { name: 'Rows per page: 15' }));
    const sizes = await screen.findAllByRole('menuitem');
    expect(sizes.map((size) => size.ariaCurrent)).toEqual(['true', null, null, null]);
    await user.click(screen.getByRole('menuitem', { name: '30 / page' }));
    await screen.findByText('1–30 of 64');
    expect(router.state.location.search).toBe('');
  });

  test('the arrows turn one page and are disabled at both ends', async () => {
    const { screen, user } = await openDomains({ routes: domainRoutes(31) });
    const arrow = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    const off = () => [arrow('Previous page').disabled, arrow('Next page').disabled];
    await screen.findByText('1–15 of 31');
    expect(off()).toEqual([true, false]);
    await user.click(arrow('Next page'));
    await screen.findByText('16–30 of 31');
    expect(off()).toEqual([false, false]);
    await user.click(arrow('Next page'));
    await screen.findByText('31–31 of 31');
    expect(off()).toEqual([false, true]);
    await user.click(arrow('Previous page'));
    await screen.findByText('16–30 of 31');
  });
});

test.each<[string, ListSlots]>([
  ['with a function', { rowName: ({ id }) => `row ${id}` }],
  ['by another field', { mode: { rowName: 'id' } }],
])('a page can name its rows %s', async (_how, slots) => {
  const { screen } = await openDomains({ slots });
  await screen.findByRole('checkbox', { name: slots.rowName ? 'Select row d2' : 'Select d2' });
});

test('custom filters follow those of the metadata, and a page can exclude filters', async () => {
  const { screen, user } = await openDomains({
    slots: {
      searchOptions: [
        { key: 'zone', label: 'Zone', type: 'string' },
        { key: 'name', label: 'Host', type: 'string' },
      ],
      mode: { searchExclude: ['is_active'] },
    },
  });
  await user.click(await screen.findByRole('combobox', { name: 'Search and filter' }));
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Kind',
      'Zone',
      'Host',
    ]),
  );
});
