import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  domainRoutes,
  domainRows,
  meta,
} from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openDomains } from '../../../test/openDomains.tsx';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import { EmbeddedList } from './EmbeddedList.tsx';
import type { ListSlots } from './ListSlots.ts';

/** Opens a list of three zones; deleting the first one removes it. */
const open = async () => {
  let rows = domainRows(3);
  const opened = await openDomains({
    routes: {
      [`GET ${DOMAINS}`]: () => pageOf(rows),
      [`DELETE ${DOMAINS}d1/`]: () => {
        rows = rows.slice(1);
        return answer(204);
      },
    },
  });
  const { screen, user } = opened;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await screen.findByRole('button', { name: 'More actions (2)' });
  return { ...opened, change: (next: typeof rows) => (rows = next) };
};

test('Refresh clears the selection', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('button', { name: 'More actions' });
  expect(screen.getByRole('checkbox', { name: 'Select zone-1' })).toHaveProperty('checked', false);
});

test('a row deleted by its own action is removed from the selection', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'More actions: zone-1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'zone-1' })).toBeNull());
  await screen.findByRole('button', { name: 'More actions (1)' });
});

test('the dialog that deletes many rows names five of them and the number of the others', async () => {
  const { screen, user } = await openDomains({
    routes: { [`GET ${DOMAINS}`]: pageOf(domainRows(7)) },
  });
  for (const row of domainRows(7))
    await user.click(await screen.findByRole('checkbox', { name: `Select ${row.name}` }));
  await user.click(screen.getByRole('button', { name: 'More actions (7)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  const named = within(await screen.findByRole('dialog')).getAllByRole('listitem');
  expect(named.map(({ textContent }) => textContent)).toEqual([
    ...domainRows(5).map(({ name }) => name),
    'and 2 more',
  ]);
});

test('selected rows have the values of the last load', async () => {
  const { screen, user, change, platform } = await open();
  change(domainRows(3).map((row) => (row.id === 'd2' ? { ...row, name: 'renamed' } : row)));
  await platform.queryClient.invalidateQueries();
  await screen.findByRole('link', { name: 'renamed' });
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  within(await screen.findByRole('dialog')).getByText('renamed');
});

const deleteSelected = async ({ screen, user }: Awaited<ReturnType<typeof openDomains>>, count: number) => {
  await user.click(screen.getByRole('button', { name: `More actions (${count})` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  return within(await screen.findByRole('dialog'));
};
const removing = (outcome: unknown = answer(204)) => ({ [`DELETE ${DOMAINS}`]: outcome });

test('deleting one selected row asks first, naming the count, and clears the selection', async () => {
  const page = await openDomains({ routes: removing() });
  const { screen, user, server } = page;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
  const dialog = await deleteSelected(page, 1);
  dialog.getByText('Delete 1 domain?');
  await dialog.findByText('You can undo this for 10 seconds.');
  const button = dialog.getByRole('button', { name: 'Delete 1 domain' });
  expect(button.classList.contains('ant-btn-dangerous')).toBe(true);
  const loads = server.calls('GET', DOMAINS).length;
  await user.click(button);
  await screen.findByText('Deleted 1 domain');
  await screen.findByRole('button', { name: 'More actions' });
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(loads));
});

test('cancelling a bulk deletion keeps the rows and the selection', async () => {
  const page = await openDomains({ routes: removing() });
  const { screen, user, server } = page;
  await screen.findByRole('link', { name: 'zone-1' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  const dialog = await deleteSelected(page, 3);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('DELETE', DOMAINS)).toEqual([]);
  screen.getByText('3 selected');
});

test('after a failed bulk deletion the rows stay selected and the list reloads', async () => {
  const page = await openDomains({ routes: removing(answer(400, { detail: 'Zone still holds assets' })) });
  const { screen, user, server } = page;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
  const dialog = await deleteSelected(page, 1);
  const loads = server.calls('GET', DOMAINS).length;
  await user.click(dialog.getByRole('button', { name: 'Delete 1 domain' }));
  await screen.findByText('Bulk delete failed');
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(loads));
  screen.getByText('1 selected');
  expect(screen.queryByText('Deleted 1 domain')).toBeNull();
});

test('the page checkbox shows whether all, some or no rows are selected', async () => {
  const { screen, user } = await openDomains();
  const box = async (name: string) => (await screen.findByRole('checkbox', { name })) as HTMLInputElement;
  await box('Select zone-1');
  const all = await box('Select all rows on this page');
  const state = () => [all.checked, all.indeterminate];
  expect(state()).toEqual([false, false]);
  await user.click(await box('Select zone-1'));
  expect(state()).toEqual([false, true]);
  await user.click(await box('Select zone-1'));
  expect(state()).toEqual([false, false]);
  await user.click(all);
  expect([...state(), (await box('Select zone-3')).checked]).toEqual([true, false, true]);
  await user.click(all);
  expect([...state(), (await box('Select zone-3')).checked]).toEqual([false, false, false]);
});

test('filtering clears the selection', async () => {
  const { screen, user, router } = await openDomains();
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await router.navigate('/console/assets/domains?search=zone-2');
  await screen.findByText('1–1 of 1');
  screen.getByRole('button', { name: 'More actions' });
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await screen.findByRole('button', { name: 'More actions (1)' });
});

test('a bulk deletion names and includes rows selected on other pages', async () => {
  const page = await openDomains({ routes: domainRoutes(16) });
  const { screen, user } = page;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-16' }));
  const dialog = await deleteSelected(page, 2);
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'zone-1',
    'zone-16',
  ]);
});

test('rows without an id get one from the page', async () => {
  const url = '/api/v1/perms/asset-permissions/p1/users/all/';
  const covered = ['Ada', 'Bob'].map((name, index) => ({ user: `u${index}`, user_display: name }));
  const slots: ListSlots = {
    rowId: (row) => String(row.user),
    mode: { rowName: 'user_display', columns: ['user_display'] },
  };
  const { screen, user } = await renderPage({
    page: <EmbeddedList name="Covered" url={url} slots={slots} />,
    routes: {
      [`OPTIONS ${url}`]: { ...domainOptions, actions: { GET: { user_display: meta({ label: 'User' }) } } },
      [`GET ${url}`]: pageOf(covered),
    },
    caller: { perms: domainPerms },
    names: domainNames,
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Bob' }));
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).toHaveProperty('checked', false);
  await screen.findByText('1 selected');
});
