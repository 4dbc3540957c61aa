import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { DOMAINS, domainNames, domainPerms, domainRoutes, domainRows } from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import type { Action } from '../action/Action.ts';
import type { ListSlots } from '../list/ListSlots.ts';
import { ResourceListPage } from './ResourceListPage.tsx';

const AT = '/console/assets/domains';

type Over = {
  routes?: Record<string, unknown>;
  perms?: string[];
  isRoot?: boolean;
  at?: string;
  width?: number;
  count?: number;
  slots?: ListSlots;
};

const open = (over: Over = {}) =>
  renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={over.slots} />,
    routes: { ...domainRoutes(over.count ?? 20), ...over.routes },
    caller: { perms: over.perms ?? domainPerms, isRoot: over.isRoot },
    names: domainNames,
    at: over.at ?? AT,
    pattern: AT,
    width: over.width,
  });

const lastQuery = (server: { calls: (method: string, path: string) => Seen[] }) =>
  server.calls('GET', DOMAINS).at(-1)?.query;

describe('a plain list', () => {
  test('B-7-013 A-2.8-010 a table and a toolbar are drawn from metadata alone', async () => {
    const { screen, server } = await open();
    const table = await screen.findByRole('table', { name: 'domains' });
    await within(table).findByRole('link', { name: 'zone-1' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads.slice(1)).toEqual(['Name', 'Kind', 'Active', 'Labels', 'Actions']);
    expect(server.calls('OPTIONS', DOMAINS)[0]?.query).toEqual({ draw: '1', display: '1' });
    expect(screen.getByRole('button', { name: 'Create' })).toBeDefined();
  });

  test('B-9-001 B-9-002 a page holds 15 rows unless another size was chosen; range and pages are shown', async () => {
    const { screen, server, user } = await open();
    await screen.findByText('1–15 of 20');
    expect(lastQuery(server)).toMatchObject({ limit: '15', offset: '0' });
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('16–20 of 20');
    expect(lastQuery(server)).toMatchObject({ limit: '15', offset: '15' });
    await user.click(screen.getByRole('button', { name: 'Rows per page: 15' }));
    const sizes = (await screen.findAllByRole('menuitem')).map((element) => element.textContent);
    expect(sizes).toEqual(['15 / page', '30 / page', '50 / page', '100 / page']);
    await user.click(screen.getByRole('menuitem', { name: '30 / page' }));
    await screen.findByText('1–20 of 20');
    expect(localStorage.getItem('paginationSize')).toBe('30');
  });

  test('B-2-017 the name links to the detail page', async () => {
    const { screen } = await open();
    const link = await screen.findByRole('link', { name: 'zone-3' });
    expect(link.getAttribute('href')).toBe('/console/assets/domains/d3');
  });

  test('B-7-028 a heading sorts on the server and shows its direction', async () => {
    const { screen, server, user } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ order: 'name' }));
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('searching', () => {
  test('B-5-061 typed text searches, stays in the address and is removed by pressing Backspace twice', async () => {
    const { screen, server, user, router } = await open();
    const box = await screen.findByRole('combobox', { name: 'Search and filter' });
    await user.type(box, 'zone-2{Enter}');
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'zone-2' }));
    expect(router.state.location.search).toContain('search=zone-2');
    await user.type(box, '{Backspace}');
    expect(screen.getByRole('button', { name: 'Search: zone-2' })).toBeDefined();
    await user.type(box, '{Backspace}');
    await waitFor(() => expect(router.state.location.search).not.toContain('search'));
  });

  test('the back button undoes a filter', async () => {
    const { screen, user, router } = await open({ at: `${AT}?search=zone-2` });
    await screen.findByRole('button', { name: 'Search: zone-2' });
    await user.type(screen.getByRole('combobox', { name: 'Search and filter' }), 'x{Enter}');
    await waitFor(() => expect(router.state.location.search).toContain('x'));
    // The list has followed: a step back before that is no step for it.
    await screen.findByText('No domains match');
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Search: x' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Search: zone-2' })).toBeDefined();
  });
});

describe('a list without rows', () => {
  test('a search without matches offers to clear its filters', async () => {
    const { screen, user, router } = await open({ at: `${AT}?search=nowhere` });
    await screen.findByText('No domains match');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('link', { name: 'zone-1' });
    expect(router.state.location.search).toBe('');
  });

  test('an empty list offers Create a second time', async () => {
    const { screen } = await open({ count: 0 });
    await screen.findByText('No domains yet');
    expect(screen.getAllByRole('button', { name: 'Create' })).toHaveLength(2);
  });

  test('B-4-050 a failed load says why, shows no rows, and can be retried', async () => {
    let isBroken = true;
    const fine = domainRoutes(1)[`GET ${DOMAINS}`] as (request: Seen) => unknown;
    const { screen, user } = await open({
      routes: {
        [`GET ${DOMAINS}`]: (request: Seen) => (isBroken ? answer(500, { detail: 'x' }) : fine(request)),
      },
    });
    await screen.findByText('The list could not be loaded');
    expect(screen.queryByText(/\d of \d/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'zone-1' });
    await screen.findByText('1–1 of 1');
  });
});

describe('rows', () => {
  test('A-2.8-003 B-2-018 B-2-019 of three actions one is shown and the rest in a menu', async () => {
    const { screen, user } = await open();
    const row = (await screen.findByRole('link', { name: 'zone-1' })).closest('tr') as HTMLElement;
    expect(within(row).getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(
      '/console/assets/domains/d1/update',
    );
    await user.click(within(row).getByRole('button', { name: 'More actions: zone-1' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Clone', 'Delete']);
  });

  test('B-2-020 the order of Update is 10 and of Clone 30, and Delete stands last', async () => {
    const near = [9, 11, 19, 21, 29, 31].map(
      (order): Action => ({ name: `${order}`, title: `${order}`, order }),
    );
    const { screen, user } = await open({
      width: 390,
      slots: { rowActions: (_, usual) => [...near, ...usual] },
    });
    await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['9', 'Update', '11', '19', '21', '29', 'Clone', '31', 'Delete']);
  });

  test('A-5-003 B-7-004 deleting a row asks first, then reloads', async () => {
    const { screen, user, server } = await open({ routes: { [`DELETE ${DOMAINS}d1/`]: answer(204) } });
    const row = (await screen.findByRole('link', { name: 'zone-1' })).closest('tr') as HTMLElement;
    await user.click(within(row).getByRole('button', { name: 'More actions: zone-1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(server.calls('DELETE', `${DOMAINS}d1/`)).toHaveLength(0);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Delete zone-1?');
    const before = server.calls('GET', DOMAINS).length;
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls('DELETE', `${DOMAINS}d1/`)).toHaveLength(1));
    await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(before));
  });

  test('A-5-004 the root organization lets rows be exported, not created, updated or imported', async () => {
    const { screen } = await open({ isRoot: true });
    const row = (await screen.findByRole('link', { name: 'zone-1' })).closest('tr') as HTMLElement;
    expect(within(row).getByRole('button', { name: 'Update' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined();
  });

  test('keys move between rows, select and open', async () => {
    const { screen, user, router } = await open();
    const first = (await screen.findByRole('link', { name: 'zone-1' })).closest('tr') as HTMLElement;
    first.focus();
    await user.keyboard('{ArrowDown} ');
    expect(screen.getByText('1 selected')).toBeDefined();
    expect((screen.getByRole('checkbox', { name: 'Select zone-2' }) as HTMLInputElement).checked).toBe(true);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains/d2'));
  });
});

describe('many rows', () => {
  test('a selection survives paging and is cleared with one press', async () => {
    const { screen, user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-16' }));
    expect(screen.getByText('2 selected')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  test('B-5-070 B-5-034 B-8-002 batch delete needs rows and asks; A-7-029 B-7-002 B-7-003 it sends a selection token', async () => {
    const { screen, user, server } = await open({
      routes: {
        ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
        [`DELETE ${DOMAINS}`]: answer(204),
      },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const item = await screen.findByRole('menuitem', { name: 'Delete selected' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Select zone-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Delete 2 domains?');
    await within(dialog).findByText('You can undo this for 10 seconds.');
    within(dialog).getByText('zone-2');
    await user.click(within(dialog).getByRole('button', { name: 'Delete 2 domains' }));
    await waitFor(() => expect(server.calls('DELETE', DOMAINS)[0]?.query).toEqual({ spm: 'token' }));
    expect(server.calls('POST', '/api/v1/common/resources/cache/')[0]?.body).toEqual({
      resources: ['d1', 'd2'],
    });
    await screen.findByText(/Deleted 2/);
  });

  test("B-8-001 B-8-012 a refused batch delete shows the server's reason", async () => {
    const { screen, user } = await open({
      routes: {
        ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
        [`DELETE ${DOMAINS}`]: answer(400, {
          detail: 'Zone still holds 11 assets',
          code: 'referenced_by_others',
        }),
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete 1 domain' }),
    );
    await screen.findByText('Bulk delete failed');
    screen.getByText('Zone still holds 11 assets');
  });
});

describe('deleting', () => {
  const rows = () => domainRows(3);
  const deleting = async (name: string) => {
    let left = rows();
    const page = await open({
      routes: {
        [`GET ${DOMAINS}`]: () => pageOf(left),
        ...Object.fromEntries(
          left.map(({ id }) => [
            `DELETE ${DOMAINS}${id}/`,
            () => {
              left = left.filter((row) => row.id !== id);
              return answer(204);
            },
          ]),
        ),
      },
    });
    const { screen, user } = page;
    await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Delete/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull());
    return page;
  };

  test.each([
    ['zone-2', 'zone-3'],
    ['zone-3', 'zone-2'],
  ])('after deleting %s the focus is on the same control of %s', async (gone, neighbour) => {
    const { screen } = await deleting(gone);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: `More actions: ${neighbour}` })),
    );
  });
});

describe('columns', () => {
  test('B-3-045 B-5-046 a choice of columns is stored; minimum columns and actions stay', async () => {
    const { screen, user } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = await screen.findByRole('dialog');
    expect((within(dialog).getByRole('checkbox', { name: 'Name' }) as HTMLInputElement).disabled).toBe(true);
    expect((within(dialog).getByRole('checkbox', { name: 'Actions' }) as HTMLInputElement).disabled).toBe(
      true,
    );
    await user.click(within(dialog).getByRole('checkbox', { name: 'Comment' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Kind' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save columns' }));
    await screen.findByRole('columnheader', { name: 'Comment' });
    expect(screen.queryByRole('columnheader', { name: /Kind/ })).toBeNull();
    const saved = JSON.parse(localStorage.getItem('tableConfig') ?? '{}') as Record<string, unknown>;
    expect(Object.keys(saved)[0]).toBe('DomainList_/console/assets/domains');
  });

  test('A-3-025 chosen columns and page size return with the page', async () => {
    const first = await open();
    await first.screen.findByRole('link', { name: 'zone-1' });
    await first.user.click(first.screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(await first.screen.findByRole('dialog'));
    await first.user.click(dialog.getByRole('checkbox', { name: 'Comment' }));
    await first.user.click(dialog.getByRole('checkbox', { name: 'Kind' }));
    await first.user.click(dialog.getByRole('button', { name: 'Save columns' }));
    await first.user.click(await first.screen.findByRole('button', { name: 'Rows per page: 15' }));
    await first.user.click(await first.screen.findByRole('menuitem', { name: '30 / page' }));
    await first.screen.findByText('1–20 of 20');
    cleanup();
    const { screen, server } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.getByRole('columnheader', { name: 'Comment' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: /Kind/ })).toBeNull();
    expect(lastQuery(server)).toMatchObject({ limit: '30' });
  });
});

test('row height and column widths are remembered; "Restore default" forgets the widths', async () => {
  const { screen, user } = await open();
  await screen.findByRole('link', { name: 'zone-1' });
  const handle = screen
    .getByRole('columnheader', { name: /Kind/ })
    .querySelector('[class*=resize]') as HTMLElement;
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { clientX: 100 });
  fireEvent.pointerUp(handle, { clientX: 300 });
  const widths = JSON.parse(localStorage.getItem('tableWidths') ?? '{}') as Record<string, { kind: number }>;
  expect(widths['DomainList_/console/assets/domains']?.kind).toBe(200);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByText('Compact'));
  expect(screen.getByRole('table', { name: 'domains', hidden: true }).className).toMatch(/compact/);
  expect(localStorage.getItem('tableDensity')).toBe('compact');
  await user.click(screen.getByRole('button', { name: 'Restore default' }));
  expect(JSON.parse(localStorage.getItem('tableWidths') ?? '')).toEqual({});
});

describe('small screens', () => {
  test('rows become cards with their actions in one menu', async () => {
    const { screen, user } = await open({ width: 390 });
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions: zone-1' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Update',
      'Clone',
      'Delete',
    ]);
  });

  test.each([
    ['Import', 'Import domains'],
    ['Export', 'Export domains'],
    ['Columns', 'Columns'],
  ])('the filter sheet closes when %s opens its dialog', async (button, title) => {
    const { screen, user } = await open({ width: 390 });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(sheet).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull());
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.getAllByText(title).length).toBeGreaterThan(0);
  });
});
