import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { listOf } from '../../../test/answerTo.ts';
import { DOMAINS, domainNames, domainOptions, domainPerms, domainRoutes } from '../../../test/domains.ts';
import type { Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ResourceListPage } from '../pages/ResourceListPage.tsx';
import type { ListSlots } from './ListSlots.ts';

const AT = '/console/assets/domains';
const LABELS = [{ id: 'l1', name: 'env', value: 'prod' }];

const open = (slots: ListSlots = {}, over: { at?: string; perms?: string[]; count?: number } = {}) =>
  renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={slots} />,
    routes: {
      ...domainRoutes(over.count ?? 3),
      ...listOf(label, LABELS),
    },
    caller: { perms: over.perms ?? domainPerms },
    names: domainNames,
    at: over.at ?? AT,
    pattern: AT,
  });

const lastQuery = (server: { calls: (method: string, path: string) => Seen[] }) =>
  server.calls('GET', DOMAINS).at(-1)?.query;

describe('creating from a list', () => {
  test("B-2-001 B-2-005 Create leads to the list's Create page", async () => {
    const { screen, user, router } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains/create'));
  });

  test('B-2-001 B-2-002 a page can make its Create button open another address in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, user, router } = await open({
      createActions: (usual) => [{ ...usual, to: '/console/assets/wizard', newTab: true }],
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(opened).toHaveBeenCalledWith('/console/assets/wizard', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe(AT);
  });

  test('B-2-002 Ctrl+click on Create opens its page in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, user } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await user.keyboard('{/Control}');
    expect(opened).toHaveBeenCalledWith('/console/assets/domains/create', '_blank', 'noopener');
  });
});

describe('the toolbar', () => {
  test('B-2-006 B-2-007 B-2-008 Create and bulk actions come before labels, dates and icons', async () => {
    const { screen, user } = await open({ mode: { batchFields: ['comment'], dateRange: true } });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    const buttons = screen
      .getAllByRole('button')
      .map((element) => element.getAttribute('aria-label') ?? element.textContent);
    const places = [
      'Create',
      'More actions (1)',
      'Labels',
      'Date range: Last 7 days',
      'Columns',
      'Import',
      'Export',
    ];
    const found = places.map((name) => buttons.indexOf(name));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
    expect(buttons.indexOf('Refresh')).toBeGreaterThan(buttons.indexOf('Export'));
    expect(screen.getByRole('combobox', { name: 'Search and filter' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
    const items = (await screen.findAllByRole('menuitem')).map((element) => element.textContent);
    expect(items).toEqual(['Update selected', 'Delete selected']);
  });

  test('a page adds its own tools before the icons', async () => {
    const run = vi.fn();
    const { screen, user } = await open({ tools: () => [{ name: 'own', title: 'Own tool', onRun: run }] });
    await screen.findByRole('link', { name: 'zone-1' });
    const names = screen
      .getAllByRole('button')
      .map((element) => element.getAttribute('aria-label') ?? element.textContent);
    expect(names.indexOf('Own tool')).toBe(names.indexOf('Columns') - 1);
    await user.click(screen.getByRole('button', { name: 'Own tool' }));
    expect(run).toHaveBeenCalledOnce();
  });

  test('B-2-008 B-9-013 labels and dates filter the list and stay in its address', async () => {
    const { screen, user, server, router } = await open({ mode: { dateRange: true } });
    await screen.findByRole('link', { name: 'zone-1' });
    const { date_from = '', date_to = '' } = lastQuery(server) ?? {};
    const days = (Date.parse(date_to) - Date.parse(date_from)) / 86_400_000;
    expect(Math.round(days)).toBe(9);
    await user.click(screen.getByRole('button', { name: 'Labels' }));
    await user.click(await screen.findByRole('checkbox', { name: 'prod' }));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ labels: 'env:prod' }));
    await user.click(screen.getByRole('button', { name: /^Date range/ }));
    await user.click(await screen.findByRole('button', { name: 'Last 30 days' }));
    await waitFor(() => expect(router.state.location.search).toContain('date_from='));
    expect(router.state.location.search).toContain('labels=env');
    expect(lastQuery(server)?.date_from).not.toBe(date_from);
  });
});

test('half a year is offered and named in months', async () => {
  const { screen, user } = await open({ mode: { dateRange: true } });
  await user.click(await screen.findByRole('button', { name: /^Date range/ }));
  await user.click(await screen.findByRole('button', { name: 'Last 6 months' }));
  expect(await screen.findByRole('button', { name: 'Date range: Last 6 months' })).toBeTruthy();
});

describe('flags of a page', () => {
  test('B-5-064 B-5-065 B-5-066 B-5-067 B-5-068 tools a page removes are not shown', async () => {
    const { screen, user } = await open({
      mode: {
        batchFields: ['comment'],
        without: ['create', 'import', 'export', 'bulkDelete', 'bulkUpdate'],
      },
      moreActions: (usual) => [...usual, { name: 'own', title: 'Own' }],
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    for (const name of ['Create', 'Import', 'Export'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
    expect((await screen.findAllByRole('menuitem')).map((element) => element.textContent)).toEqual(['Own']);
  });

  test('B-5-064 B-5-065 B-5-066 B-5-067 B-5-068 tools a page forbids are shown disabled', async () => {
    const { screen, user } = await open({
      mode: {
        batchFields: ['comment'],
        forbidden: ['create', 'import', 'export', 'bulkDelete', 'bulkUpdate'],
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    for (const name of ['Create', 'Import', 'Export'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
    for (const item of await screen.findAllByRole('menuitem'))
      expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('B-5-069 a page can forbid one range of an export', async () => {
    const { screen, user } = await open({ mode: { forbidden: ['exportAll'] } });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: /^All/ })).toHaveProperty('disabled', true);
    expect(dialog.getByRole('radio', { name: /^Selected/ })).toHaveProperty('disabled', false);
  });
});

describe('metadata', () => {
  test('B-7-015 the metadata of a list is requested once, however often it is shown', async () => {
    const { screen, server, router } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await router.navigate('/elsewhere');
    await screen.findByText('elsewhere');
    await router.navigate(AT);
    await screen.findByRole('link', { name: 'zone-1' });
    expect(server.calls('OPTIONS', DOMAINS)).toHaveLength(1);
    expect(domainOptions.actions?.GET).toBeDefined();
  });
});

/** Opens a list and finds its search box. */
const openBox = async (at = AT) => {
  const page = await open({}, { at });
  await page.screen.findByRole('link', { name: 'zone-1' });
  const { screen, server } = page;
  const options = () => screen.queryAllByRole('option');
  return {
    ...page,
    box: screen.getByRole('combobox', { name: 'Search and filter' }) as HTMLInputElement,
    options: () => options().map(({ textContent }) => textContent),
    highlighted: () => options().find((option) => option.ariaSelected === 'true'),
    asked: (query: Record<string, string>) => waitFor(() => expect(lastQuery(server)).toMatchObject(query)),
  };
};

describe('filters in the search box', () => {
  test('arrow keys move through the suggestions without wrapping, and Enter picks one', async () => {
    const { screen, user, box, options, highlighted, asked } = await openBox();
    expect(box.placeholder).toBe('Add filter or type to search');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await user.click(box);
    expect(box.getAttribute('aria-expanded')).toBe('true');
    const list = screen.getByRole('listbox', { name: 'Filters and values' });
    expect(box.getAttribute('aria-controls')).toBe(list.id);
    expect(options()).toEqual(['Name', 'Kind', 'Active']);
    expect([highlighted(), box.getAttribute('aria-activedescendant')]).toEqual([undefined, null]);
    await user.keyboard('{ArrowUp}');
    expect(highlighted()).toBeUndefined();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(highlighted()?.textContent).toBe('Active');
    await user.keyboard('{ArrowUp}');
    expect(highlighted()?.textContent).toBe('Kind');
    expect(box.getAttribute('aria-activedescendant')).toBe(highlighted()?.id);
    await user.keyboard('{ArrowUp}{Enter}');
    screen.getByText('Name:');
    expect([options(), highlighted(), box.value]).toEqual([[], undefined, '']);
    await user.keyboard('zone-2');
    expect(screen.queryByText(/^Press Enter/)).toBeNull();
    await user.keyboard('{Enter}');
    screen.getByRole('button', { name: 'Name: zone-2' });
    expect(screen.queryByText('Name:')).toBeNull();
    expect(box.placeholder).toBe('Add filter…');
    await asked({ name: 'zone-2' });
  });

  test('picking a filter and its value with the mouse keeps the focus in the search box', async () => {
    const { screen, user, box, options, highlighted, asked, router } = await openBox();
    await user.click(box);
    await user.keyboard('{ArrowDown}');
    expect(fireEvent.mouseDown(screen.getByRole('option', { name: 'Kind' }))).toBe(false);
    expect([options(), highlighted()]).toEqual([['LAN', 'WAN'], undefined]);
    await user.click(screen.getByRole('option', { name: 'WAN' }));
    expect(document.activeElement).toBe(box);
    screen.getByRole('button', { name: 'Kind: WAN' });
    await asked({ kind: 'wan' });
    await user.click(screen.getByRole('button', { name: 'Remove filter Kind: WAN' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('button', { name: 'Kind: WAN' })).toBeNull();
  });

  test('typing suggests matches; Escape or leaving closes the list, and Escape once more clears the text', async () => {
    const { screen, user, box, options, router } = await openBox();
    await user.type(box, 'act');
    expect(options()).toEqual(['Active']);
    screen.getByText('Press Enter to keep "act" as a filter');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('listbox'), box.value]).toEqual([null, 'act']);
    await user.keyboard('x');
    expect([options(), screen.queryByRole('listbox')]).toEqual([[], null]);
    await user.tab();
    await waitFor(() => expect(router.state.location.search).toBe('?search=actx'));
    await user.click(box);
    await user.keyboard('{Escape}');
    expect(box.value).toBe('');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('keys in the search box', () => {
  test('clicking a chip moves its value into the search box', async () => {
    const { screen, user, box, router } = await openBox(`${AT}?name=zone&kind=lan`);
    await user.click(screen.getByRole('button', { name: 'Name: zone' }));
    expect([document.activeElement === box, box.value]).toEqual([true, 'zone']);
    screen.getByText('Name:');
    await user.keyboard('-1{Enter}');
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        name: 'zone-1',
        kind: 'lan',
      }),
    );
  });

  test('the chip that the next Backspace removes is marked', async () => {
    const { screen, user, box } = await openBox(`${AT}?name=a&kind=lan`);
    const marked = () =>
      ['Name: a', 'Kind: LAN'].map(
        (name) => screen.getByRole('button', { name }).parentElement?.dataset.armed,
      );
    expect(marked()).toEqual(['false', 'false']);
    await user.type(box, '{Backspace}');
    expect(marked()).toEqual(['false', 'true']);
    await user.type(box, 'x');
    expect(marked()).toEqual(['false', 'false']);
    await user.type(box, '{Backspace}');
    expect([box.value, marked()]).toEqual(['', ['false', 'false']]);
  });

  test('Enter during input-method composition does not submit the search', async () => {
    const { screen, user, box } = await openBox();
    await user.type(box, 'zone');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect([box.value, screen.queryByRole('button', { name: 'Search: zone' })]).toEqual(['zone', null]);
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false);
    screen.getByRole('button', { name: 'Search: zone' });
    expect(box.value).toBe('');
  });

  test('filter chips follow the address', async () => {
    const { screen, router } = await openBox(`${AT}?search=zone`);
    await router.navigate(`${AT}?search=one&is_active=true`);
    await screen.findByRole('button', { name: 'Search: one' });
    screen.getByRole('button', { name: 'Active: Yes' });
    expect(screen.queryByRole('button', { name: 'Search: zone' })).toBeNull();
  });

  test('the slash key focuses the search box of the page', async () => {
    const { user, box } = await openBox();
    await user.keyboard('/');
    expect([document.activeElement === box, box.value]).toEqual([true, '']);
  });
});

test('a list hides the tools its page turns off', async () => {
  const { screen } = await open({
    mode: { without: ['search', 'labels', 'columns', 'refresh', 'moreActions'] },
  });
  await screen.findByRole('link', { name: 'zone-1' });
  expect(screen.queryByRole('combobox')).toBeNull();
  for (const name of ['Labels', 'Columns', 'Refresh', 'More actions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  screen.getByRole('button', { name: 'Export' });
});

describe('the date range', () => {
  const range = { date_from: '2031-01-02T00:00:00.000Z', date_to: '2031-03-04T23:59:59.999Z' };
  const at = `${AT}?${new URLSearchParams(range)}`;

  test('a custom date range is shown by its days', async () => {
    const { screen, user, server } = await open({ mode: { dateRange: true } }, { at });
    await user.click(await screen.findByRole('button', { name: /^Date range: 2031-01-02 – 2031-03-0[45]$/ }));
    expect(lastQuery(server)).toMatchObject(range);
    const day = await screen.findByRole('button', { name: 'Last day' });
    expect(day.ariaPressed).toBe('false');
    await user.click(day);
    await screen.findByRole('button', { name: 'Date range: Last day' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  test('half a date range in the address is ignored', async () => {
    const { screen, server } = await open(
      { mode: { dateRange: true } },
      { at: `${AT}?date_from=${range.date_from}` },
    );
    await screen.findByRole('button', { name: 'Date range: Last 7 days' });
    expect(lastQuery(server)?.date_to).toBeDefined();
  });

  test('the active date shortcut is marked', async () => {
    const { screen, user } = await open({ mode: { dateRange: true } });
    await user.click(await screen.findByRole('button', { name: /^Date range/ }));
    const week = await screen.findByRole('button', { name: 'Last 7 days' });
    const month = screen.getByRole('button', { name: 'Last 30 days' });
    expect([week.ariaPressed, month.ariaPressed]).toEqual(['true', 'false']);
  });
});
