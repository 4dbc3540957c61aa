import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import { renderPage } from '../../../../test/renderPage.tsx';
import styles from '../List.module.css';
import type { ListSlots } from '../ListSlots.ts';
import { ResourceList } from '../ResourceList.tsx';
import { useListController } from '../useListController.ts';
import { useMemoryState } from '../useListState.ts';

const WIDTH = 390;
const CACHE = '/api/v1/common/resources/cache/';

const open = (over: Parameters<typeof openDomains>[0] = {}) => openDomains({ ...over, width: WIDTH });

/** The sheet with everything but the search of a small list. */
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
