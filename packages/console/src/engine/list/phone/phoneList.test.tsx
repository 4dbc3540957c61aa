import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes, domainRows } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import { renderPage } from '../../../../test/renderPage.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { EmbeddedList } from '../EmbeddedList.tsx';
import styles from '../List.module.css';
import type { ListSlots } from '../ListSlots.ts';
import { ResourceList } from '../ResourceList.tsx';
import type { ColumnModel } from '../table/columns.ts';
import { useListController } from '../useListController.ts';
import { useMemoryState } from '../useListState.ts';
import { cardParts } from './ListCards.tsx';

const WIDTH = 390;
const CACHE = '/api/v1/common/resources/cache/';

const open = (over: Parameters<typeof openDomains>[0] = {}) => openDomains({ ...over, width: WIDTH });

/** Opens the sheet with the controls of a list on a small screen. */
const openSheet = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  return within(await screen.findByRole('dialog', { name: 'Filters' }));
};

test('cards are selected after Select, and updated and deleted together', async () => {
  const { user, server } = await open({
    slots: { mode: { batchFields: ['comment'] } },
    routes: { [`DELETE ${DOMAINS}`]: answer(204) },
  });
  await screen.findByRole('link', { name: 'zone-1' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  const sheet = await openSheet(user);
  // Without a selection, actions that need rows are not offered.
  expect(sheet.queryByRole('button', { name: 'More actions' })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Select' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await screen.findByText('2 selected');
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-disabled') === 'true'])).toEqual([
    ['Update selected', false],
    ['Delete selected', false],
  ]);
  await user.click(items[1] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 domains?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 domains' }));
  await waitFor(() => expect(server.calls('DELETE', DOMAINS)[0]?.query).toEqual({ spm: 'token' }));
  expect(server.calls('POST', CACHE)[0]?.body).toEqual({ resources: ['d1', 'd2'] });
});

test('all cards of a page are selected with one press, and Done clears them', async () => {
  const { user } = await open();
  const sheet = await openSheet(user);
  await user.click(sheet.getByRole('button', { name: 'Select' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await screen.findByText('3 selected');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByText('1–3 of 3');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test("a card shows its row's tone", async () => {
  const tones = { d1: 'off', d2: 'bad' } as const;
  await open({ slots: { rowTone: ({ id }) => tones[id as keyof typeof tones] } });
  await screen.findByRole('link', { name: 'zone-1' });
  const toned = ['zone-1', 'zone-2', 'zone-3'].map((name) => {
    const card = screen.getByRole('link', { name }).closest('li');
    return [styles.off, styles.bad].map((tone) => card?.classList.contains(String(tone)));
  });
  expect(toned).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

function Picker({ treeButton }: { treeButton?: ReactNode }) {
  const list = useListController({ name: 'Picker', url: DOMAINS, state: useMemoryState(), chosen: [] });
  return (
    <>
      <ResourceList list={list} treeButton={treeButton} />
      <output>{list.selection.rows.map(({ id }) => id).join()}</output>
    </>
  );
}

const pick = (width: number, treeButton?: ReactNode) =>
  renderPage({
    page: <Picker treeButton={treeButton} />,
    routes: domainRoutes(3),
    caller: { perms: domainPerms },
    names: domainNames,
    width,
  });

test('a picker shows its checkboxes at once', async () => {
  const { user } = await pick(WIDTH);
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
  expect(screen.getByText('d2').tagName).toBe('OUTPUT');
});

test.each([WIDTH, 1100])(
  'at %i px the button that opens the tree is among the tools of the list',
  async (width) => {
    await pick(width, <button type="button">Tree</button>);
    await screen.findByRole('button', { name: 'Tree' });
  },
);

test("a row's expanded content opens on its card", async () => {
  const slots: ListSlots = { expand: (row) => <p>{`under ${row.name}`}</p> };
  const { user } = await open({ slots });
  await user.click(await screen.findByRole('button', { name: 'Expand zone-2' }));
  await screen.findByText('under zone-2');
  await user.click(screen.getByRole('button', { name: 'Collapse zone-2' }));
  expect(screen.queryByText('under zone-2')).toBeNull();
});

test('sorting and page size are set in the sheet', async () => {
  const { user, server } = await open();
  const sheet = await openSheet(user);
  await user.click(sheet.getByRole('combobox', { name: 'Sort order' }));
  await user.click(await screen.findByTitle('Name, descending'));
  await waitFor(() => expect(server.calls('GET', DOMAINS).at(-1)?.query).toMatchObject({ order: '-name' }));
  await user.click(sheet.getByRole('combobox', { name: 'Rows per page' }));
  await user.click(await screen.findByTitle('50 / page'));
  await waitFor(() => expect(server.calls('GET', DOMAINS).at(-1)?.query).toMatchObject({ limit: '50' }));
});

test('Refresh reloads the list and closes its sheet', async () => {
  const { user, server } = await open();
  const sheet = await openSheet(user);
  const before = server.calls('GET', DOMAINS).length;
  await user.click(sheet.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull());
});

test('all create actions are offered', async () => {
  const { user, router } = await open({
    slots: {
      createActions: (usual) => [
        usual,
        { name: 'wizard', title: 'Wizard', order: 20, to: '/console/assets/wizard' },
      ],
    },
  });
  await screen.findByRole('button', { name: 'Create' });
  await user.click(screen.getByRole('button', { name: 'Other actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Wizard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/wizard'));
});

test('a card shows one title, state and time, and at most three facts and two tag groups', () => {
  const cards = [
    'time',
    'tags',
    'fact',
    'state',
    'hidden',
    'title',
    'fact',
    'fact',
    'fact',
    'tags',
    'tags',
    'state',
  ];
  const columns = cards.map((card, at) => ({ name: `${card}${at}`, card }) as ColumnModel);
  const named = (column: ColumnModel | undefined) => column?.name;
  const { title, state, facts, tags, time } = cardParts(columns);
  expect([title, state, time].map(named)).toEqual(['title5', 'state3', 'time0']);
  expect([facts.map(named), tags.map(named)]).toEqual([
    ['fact2', 'fact6', 'fact7'],
    ['tags1', 'tags9'],
  ]);
  const untitled = cardParts(columns.slice(2, 4));
  expect([named(untitled.title), untitled.facts, named(untitled.state)]).toEqual(['fact2', [], 'state3']);
});

const Own = ({ row }: { row: { id: string | number } }) => <b>{`own of ${row.id}`}</b>;

test('a card omits empty values and labels its numbers and lists', async () => {
  const [full, bare] = domainRows(2);
  const facts = { comment: 'far away', date_checked: '2031/01/02 03:04:05 +0000' };
  const empty = { ...bare, assets_amount: null };
  await open({
    routes: { [`GET ${DOMAINS}`]: pageOf([{ ...full, ...facts }, empty]) },
    slots: {
      columns: {
        assets_amount: { card: 'fact' },
        labels: { card: 'fact' },
        comment: { card: 'fact' },
        own: { card: 'tags', Cell: Own },
        date_checked: { card: 'time' },
      },
      mode: { columns: ['name', 'assets_amount', 'labels', 'comment', 'own', 'date_checked'] },
    },
  });
  const card = async (name: string) =>
    within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
  const first = await card('zone-1');
  for (const text of ['Assets', 'Labels', 'far away', 'own of d1']) first.getByText(text);
  expect(first.queryByText('Comment')).toBeNull();
  const times = (name: string) =>
    screen.getByRole('link', { name }).closest('li')?.querySelectorAll(`.${styles.cardTime}`).length;
  expect([times('zone-1'), times('zone-2')]).toEqual([1, 0]);
  const second = await card('zone-2');
  second.getByText('own of d2');
  expect([second.queryByText('Assets'), second.queryByText('Labels')]).toEqual([null, null]);
});

test('cards form a named list, which is busy while another page loads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const list = domainRoutes(20)[`GET ${DOMAINS}`] as (request: Seen) => unknown;
  const { user } = await open({
    routes: {
      [`GET ${DOMAINS}`]: async (request: Seen) => {
        if (request.query.offset !== '0') await promise;
        return list(request);
      },
    },
  });
  const cards = await screen.findByRole('list', { name: 'domains' });
  expect(cards.ariaBusy).toBe('false');
  const turn = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect([turn('Previous page').disabled, turn('Next page').disabled]).toEqual([true, false]);
  await user.click(turn('Next page'));
  await waitFor(() => expect(cards.ariaBusy).toBe('true'));
  resolve();
  await screen.findByText('16–20 of 20');
  expect([turn('Previous page').disabled, turn('Next page').disabled]).toEqual([false, true]);
  await user.click(turn('Previous page'));
  await screen.findByText('1–15 of 20');
});

test('nothing is shown until the first response, then the empty state', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await open({ routes: { [`GET ${DOMAINS}`]: () => promise } });
  await screen.findByRole('button', { name: 'Filters' });
  expect([screen.queryByText('No domains yet'), screen.queryByRole('list')]).toEqual([null, null]);
  resolve(pageOf([]));
  await screen.findByText('No domains yet');
  expect(screen.queryByRole('list', { name: 'domains' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Create' })).toHaveLength(1);
});

test('a failed list shows its error on a small screen too', async () => {
  await open({ routes: { [`GET ${DOMAINS}`]: answer(500, {}) } });
  await screen.findByText('The list could not be loaded');
});

describe('selecting cards', () => {
  const without = (
    ...tools: NonNullable<NonNullable<ListSlots['mode']>['without']>[number][]
  ): ListSlots => ({
    mode: { without: tools },
  });

  test.each<[string, ListSlots, boolean]>([
    ['with an action or an export', {}, true],
    ['with an export only', without('moreActions'), true],
    ['with an action only', without('export'), true],
    ['whose actions are all unavailable', { ...without('export'), moreActions: () => [] }, false],
    ['without actions or export', without('moreActions', 'export'), false],
    ['without selection', without('selection'), false],
  ])('the sheet offers Select only where it is of use: a list %s', async (_which, slots, isOffered) => {
    const { user } = await open({ slots });
    await screen.findByRole('link', { name: 'zone-1' });
    const sheet = await openSheet(user);
    expect(sheet.queryAllByRole('button', { name: 'Select' })).toHaveLength(isOffered ? 1 : 0);
  });

  test('selecting cards replaces the Create button and shows how many are selected', async () => {
    const { user } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    await user.click((await openSheet(user)).getByRole('button', { name: 'Select' }));
    const all = (await screen.findByRole('checkbox', {
      name: 'Select all rows on this page',
    })) as HTMLInputElement;
    expect([screen.queryByRole('button', { name: 'Create' }), all.checked, all.indeterminate]).toEqual([
      null,
      false,
      false,
    ]);
    expect((await openSheet(user)).queryByRole('button', { name: 'Select' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const card = screen.getByRole('link', { name: 'zone-1' }).closest('li');
    expect([card?.dataset.chosen, card?.classList.contains(String(styles.ticked))]).toEqual(['false', true]);
    await user.click(screen.getByRole('checkbox', { name: 'Select zone-1' }));
    expect([card?.dataset.chosen, all.checked, all.indeterminate]).toEqual(['true', false, true]);
    await user.click(all);
    expect([all.checked, all.indeterminate]).toEqual([true, false]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByRole('button', { name: 'Create' });
  });

  test('a picker has no Done button', async () => {
    await pick(WIDTH);
    await screen.findByRole('checkbox', { name: 'Select zone-2' });
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  });
});

test('a picker keeps its selection when the list is reloaded or filtered', async () => {
  const { user, server } = await pick(1100);
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.calls('GET', DOMAINS)).toHaveLength(2));
  await user.type(screen.getByRole('combobox', { name: 'Search and filter' }), 'zone-3{Enter}');
  await screen.findByText('zone-3');
  await waitFor(() => expect(screen.queryByText('zone-1')).toBeNull());
  expect(screen.getByText('d2').tagName).toBe('OUTPUT');
});

test('with a single create action there is no menu of others', async () => {
  await open();
  await screen.findByRole('button', { name: 'Create' });
  expect(screen.queryByRole('button', { name: 'Other actions' })).toBeNull();
});

describe('the sheet', () => {
  test('the sheet has labels, dates, sorting, page sizes and tools', async () => {
    const { user, router } = await open({
      slots: { mode: { dateRange: true } },
      at: '/console/assets/domains?order=name',
    });
    const sheet = await openSheet(user);
    sheet.getByRole('button', { name: 'Labels' });
    sheet.getByRole('button', { name: /^Date range/ });
    for (const name of ['Columns', 'Import', 'Export', 'Refresh']) sheet.getByRole('button', { name });
    sheet.getByTitle('Name, ascending');
    sheet.getByTitle('15 / page');
    await user.click(sheet.getByRole('combobox', { name: 'Sort order' }));
    await user.click(await screen.findByTitle('Sort order: Default'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() => expect(sheet.getAllByText('Sort order: Default').length).toBeGreaterThan(0));
  });

  test('the sheet omits tools the list does not have', async () => {
    const { user } = await renderPage({
      page: (
        <EmbeddedList
          name="Other"
          url={DOMAINS}
          slots={{
            mode: { paging: 'none', without: ['search', 'labels', 'import', 'export', 'refresh', 'columns'] },
            columns: { name: { sortable: false } },
          }}
        />
      ),
      routes: { ...domainRoutes(0), [`GET ${DOMAINS}`]: pageOf(domainRows(2)) },
      width: WIDTH,
    });
    await screen.findByText('zone-1');
    expect(screen.queryByRole('combobox')).toBeNull();
    const sheet = await openSheet(user);
    expect(sheet.queryAllByRole('combobox')).toEqual([]);
    for (const name of [/^Labels/, /^Date range/, 'Columns', 'Import', 'Export', 'Refresh', 'More actions'])
      expect(sheet.queryByRole('button', { name })).toBeNull();
  });

  test('the sheet closes before a page tool runs, even one in a menu', async () => {
    const [run, inner] = [vi.fn(), vi.fn()];
    const { user } = await open({
      slots: {
        tools: () => [
          { name: 'own', title: 'Own tool', onRun: run },
          {
            name: 'some',
            title: 'Some tools',
            children: [{ name: 'inner', title: 'Inner tool', onRun: inner }],
          },
        ],
      },
    });
    await user.click((await openSheet(user)).getByRole('button', { name: 'Own tool' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click((await openSheet(user)).getByRole('button', { name: 'Some tools' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Inner tool' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([run.mock.calls.length, inner.mock.calls.length]).toEqual([1, 1]);
  });

  test('the sheet opens from the bottom and has a close button', async () => {
    const { user } = await open();
    await openSheet(user);
    expect(document.querySelector('.ant-drawer-bottom')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
