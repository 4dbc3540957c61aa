// @vitest-environment jsdom
import { savedfilter } from '@gatehouse/contract/resources/users/savedfilter.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonOverEntry } from '../../../../test/actionsShown.ts';
import { listOf, rowAt } from '../../../../test/answerTo.ts';
import { definedOptions } from '../../../../test/definedOptions.ts';
import { DOMAINS, domainPerms } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { DOMAINS_AT, openDomains } from '../../../../test/openDomains.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';

const FILTERS = '/api/v1/users/saved-filters/';
const NAME = `DomainList_${DOMAINS_AT}`;
const SHARE = 'users.share_savedfilter';

const mine = {
  id: 'f1',
  name: 'Web zones',
  list_name: NAME,
  place: 'assets/domains',
  query: 'order=-name&search=web',
  is_shared: false,
  user: { id: 'me', name: 'Me' },
};
const shared = {
  ...mine,
  id: 'f2',
  name: 'Night shift',
  query: 'kind=wan',
  user: { id: 'ann', name: 'Ann' },
};

type Over = Omit<NonNullable<Parameters<typeof openDomains>[0]>, 'at'> & { query?: string };
const open = async ({ query = '', routes, ...over }: Over = {}) => {
  const page = await openDomains({
    at: `${DOMAINS_AT}${query}`,
    ...over,
    routes: {
      ...listOf(savedfilter, [mine, { ...shared, is_shared: true }]),
      ...rowAt(savedfilter, 'f1', { ...mine, gone: [] }),
      ...rowAt(savedfilter, 'f2', { ...shared, is_shared: true, gone: [] }),
      [`OPTIONS ${FILTERS}`]: definedOptions(savedfilter),
      [`OPTIONS ${FILTERS}f1/`]: definedOptions(savedfilter),
      ...routes,
    },
  });
  const { screen, user, router } = page;
  await screen.findByRole('button', { name: /^Saved filters/ });
  const address = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
  const press = (name: string | RegExp) =>
    screen.findByRole('button', { name }).then((one) => user.click(one));
  const choose = async (name: string | RegExp) => user.click(await screen.findByRole('menuitem', { name }));
  return { ...page, address, press, choose };
};

test('own and shared filters are offered; a chosen one is in the address and replaces what was set', async () => {
  const { screen, user, server, address, press } = await open({ query: '?comment=x&activeTab=y' });
  await press('Saved filters');
  await screen.findByText('by Ann');
  expect(server.calls('GET', FILTERS).map(({ query }) => query)).toEqual([{ list_name: NAME }]);
  await user.click(screen.getByRole('menuitemradio', { name: /Web zones/ }));
  await waitFor(() =>
    expect(address()).toEqual({ activeTab: 'y', search: 'web', order: '-name', saved: 'f1' }),
  );
  await waitFor(() =>
    expect(server.calls('GET', DOMAINS).at(-1)?.query).toMatchObject({ search: 'web', order: '-name' }),
  );
  expect(server.calls('GET', DOMAINS).at(-1)?.query).not.toHaveProperty('saved');
  await screen.findByRole('button', { name: 'Saved filters: Web zones' });
});

test('a link opens a list with the filter; a change is marked, can be saved, and be undone', async () => {
  const { screen, server, press, choose } = await open({
    query: '?search=db&saved=f1',
    routes: {
      [`PATCH ${FILTERS}f1/`]: () =>
        answer(200, detailRow(savedfilter, { ...mine, query: 'search=db' }), { 'X-Undo': 'token' }),
    },
  });
  await press('Saved filters: Web zones (changed)');
  await choose('Save changes to Web zones');
  await screen.findByText('Saved changes to Web zones');
  expect(server.calls('PATCH', `${FILTERS}f1/`)[0]?.body).toEqual({ query: 'search=db' });
  expect(server.calls('PATCH', `${FILTERS}f1/`)[0]?.headers.get('x-undo')).toBe('1');
  await screen.findByRole('button', { name: 'Undo' });
});

test('a filter of another user is not overwritten; clearing the filters lets go of it', async () => {
  const { screen, address, press, choose } = await open({ query: '?kind=lan&search=nothing&saved=f2' });
  await press('Saved filters: Night shift (changed)');
  await screen.findByRole('menuitem', { name: 'Save current filter…' });
  expect(screen.queryByRole('menuitem', { name: /Save changes/ })).toBeNull();
  await choose('Clear filters');
  await waitFor(() => expect(address()).toEqual({}));
  await screen.findByRole('button', { name: 'Saved filters' });
});

test('a link with a filter that its reader may not see keeps the search', async () => {
  const { screen, server } = await open({ query: '?search=zone&saved=gone' });
  await screen.findByRole('link', { name: 'zone-1' });
  expect(server.calls('GET', DOMAINS)[0]?.query).toMatchObject({ search: 'zone' });
  screen.getByRole('button', { name: 'Saved filters' });
});

test('the current filter is saved under a name, and is then the chosen one', async () => {
  const { screen, user, server, address, press, choose } = await open({
    query: '?search=zone&page=1',
    perms: [...domainPerms, SHARE],
    routes: { [`POST ${FILTERS}`]: detailRow(savedfilter, { ...mine, id: 'f1' }) },
  });
  await press('Saved filters');
  await choose('Save current filter…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save filter' }));
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Web zones');
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(address()).toMatchObject({ saved: 'f1', search: 'zone' }));
  expect(server.calls('POST', FILTERS)[0]?.body).toEqual({
    name: 'Web zones',
    is_shared: true,
    list_name: NAME,
    place: 'assets/domains',
    query: 'search=zone',
  });
});

test('a name that is taken is told on the field; without the right, sharing is disabled with the reason', async () => {
  const taken = 'You already have a filter of this name in this list.';
  const { screen, user, press, choose } = await open({
    query: '?search=zone',
    routes: { [`POST ${FILTERS}`]: answer(400, { name: [taken] }) },
  });
  await press('Saved filters');
  await choose('Save current filter…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save filter' }));
  const name = await dialog.findByRole('textbox', { name: /Name/ });
  expect(dialog.getByRole('switch')).toHaveProperty('disabled', true);
  dialog.getByText('You do not have permission to share filters.');
  await user.type(name, 'Web zones');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getAllByText(taken, { exact: false }).length).toBeGreaterThan(0);
});

test('nothing can be saved where nothing is set', async () => {
  const { screen, user, press } = await open({ routes: listOf(savedfilter, []) });
  await press('Saved filters');
  await screen.findByText('No filters saved yet');
  const entry = screen.getByRole('menuitem', { name: 'Save current filter…' });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOverEntry(user, 'Save current filter…')).toBe(
    'Set a search, a filter or an order first',
  );
  expect(screen.queryByRole('menuitem', { name: 'Manage my filters…' })).toBeNull();
});

test('own filters are renamed and deleted; deleting the chosen one lets go of it', async () => {
  const { screen, user, server, address, press, choose } = await open({
    query: '?search=web&order=-name&saved=f1',
    routes: {
      [`DELETE ${FILTERS}f1/`]: answer(204),
      [`PUT ${FILTERS}f1/`]: detailRow(savedfilter, { ...mine, name: 'Web' }),
    },
  });
  await press('Saved filters: Web zones');
  await choose('Manage my filters…');
  const dialog = within(await screen.findByRole('dialog', { name: 'My filters of this list' }));
  expect(dialog.queryByText('Night shift')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Edit Web zones' }));
  // In tests, all dialogs have the same id for their title.
  const front = async (title: string) => {
    await screen.findByText(title);
    return within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
  };
  const edit = await front('Edit filter');
  const name = await edit.findByRole('textbox', { name: /Name/ });
  await waitFor(() => expect(name).toHaveProperty('value', 'Web zones'));
  await user.clear(name);
  await user.type(name, 'Web');
  await user.click(edit.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${FILTERS}f1/`)[0]?.body).toMatchObject({ name: 'Web', query: mine.query }),
  );
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Delete Web zones' }));
  const question = await front('Delete Web zones?');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toEqual({ search: 'web', order: '-name' }));
  expect(server.calls('DELETE', `${FILTERS}f1/`)).toHaveLength(1);
});

test('values of the chosen filter that no longer exist are named', async () => {
  const gone = [
    { name: 'kind', value: 'mesh' },
    { name: 'labels', value: 'env:old' },
    { name: 'assets_amount_id', value: '00000000-0000-4000-8000-00000000dddd' },
  ];
  const { screen } = await open({
    query: '?kind=mesh&saved=f1',
    routes: rowAt(savedfilter, 'f1', { ...mine, gone }),
  });
  await screen.findByText(
    'This filter names values that no longer exist: Kind: mesh, Labels: env:old, Assets',
  );
});

test('on a phone, the menu is a button beside the search', async () => {
  const { screen, user, press, address } = await open({ width: 390 });
  await press('Saved filters');
  await user.click(await screen.findByRole('menuitemradio', { name: /Night shift/ }));
  await waitFor(() => expect(address()).toEqual({ kind: 'wan', saved: 'f2' }));
});
