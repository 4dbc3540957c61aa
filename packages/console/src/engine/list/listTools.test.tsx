import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { waitFor, within } from '@testing-library/react';
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
  test("B-2-001 B-2-005 create leads to the list's Create page, or to the one set by the page", async () => {
    const { screen, user, router } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains/create'));
  });

  test('B-2-001 B-2-002 a page sends its create button elsewhere and into a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, user, router } = await open({
      createActions: (usual) => [{ ...usual, to: '/console/assets/wizard', newTab: true }],
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(opened).toHaveBeenCalledWith('/console/assets/wizard', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe(AT);
  });

  test('B-2-002 Ctrl and click on the usual button opens a tab too', async () => {
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
  test('B-2-006 B-2-007 B-2-008 more actions on the left, four icons on the right, search between them', async () => {
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

  test('B-9-015 typed text is passed to the list once, after 240 ms', async () => {
    const { screen, user, server } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    const requests = server.calls('GET', DOMAINS).length;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await user.type(screen.getByRole('combobox', { name: 'Search and filter' }), 'zone{Enter}');
    const delays = timers.mock.calls.map(([, delay]) => delay);
    expect(delays.filter((delay) => delay === 240)).toHaveLength(1);
    expect(server.calls('GET', DOMAINS)).toHaveLength(requests);
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'zone' }));
    expect(server.calls('GET', DOMAINS)).toHaveLength(requests + 1);
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

  test('B-5-069 a page forbids single ranges of an export', async () => {
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
