import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  domainRoutes,
  domainRows,
} from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { EmbeddedList } from '../EmbeddedList.tsx';
import type { ListSlots } from '../ListSlots.ts';
import { pagings } from './paging.ts';

/** Page numbers and lists without pages are those of other servers; ours has neither. */
const OTHER = '/other/zones/';

const show = (slots: ListSlots, routes: Record<string, unknown>, url = DOMAINS) =>
  renderPage({
    page: <EmbeddedList name="Other" url={url} slots={slots} />,
    routes: { ...domainRoutes(0), [`OPTIONS ${OTHER}`]: domainOptions, ...routes },
    caller: { perms: domainPerms },
    names: domainNames,
  });

const paged = ({ query }: Seen) => {
  const [page, size] = [Number(query.page), Number(query.size)];
  return {
    payload: { content: domainRows(64).slice((page - 1) * size, page * size), totalElements: 64 },
  };
};

const showNumbered = (routes: Record<string, unknown> = {}) =>
  show({ mode: { paging: 'page' } }, { [`GET ${OTHER}`]: paged, ...routes }, OTHER);

test('B-7-029 B-9-004 B-9-006 page-number paging sends page, size and order, and unwraps rows', async () => {
  const { screen, user, server } = await showNumbered();
  await screen.findByText('1–10 of 64');
  expect(server.calls('GET', OTHER)[0]?.query).toEqual({ page: '1', size: '10' });
  await user.click(await screen.findByRole('button', { name: 'Name' }));
  await waitFor(() =>
    expect(server.calls('GET', OTHER).at(-1)?.query).toMatchObject({ sort: 'name', direction: 'asc' }),
  );
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() =>
    expect(server.calls('GET', OTHER).at(-1)?.query).toMatchObject({ sort: 'name', direction: 'desc' }),
  );
  await user.type(await screen.findByRole('spinbutton', { name: 'Go to' }), '99{Enter}');
  await screen.findByText('61–64 of 64');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('51–60 of 64');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('61–64 of 64');
  await user.click(screen.getByRole('button', { name: 'Rows per page: 10' }));
  const sizes = (await screen.findAllByRole('menuitem')).map((element) => element.textContent);
  expect(sizes).toEqual(['10 / page', '20 / page', '30 / page', '40 / page', '50 / page']);
  expect(localStorage.getItem('paginationSize')).toBeNull();
});

test('B-7-005 with page-number paging selected rows are deleted by comma-separated ids', async () => {
  const url = `${OTHER}d1,d2/`;
  const { screen, user, server } = await showNumbered({ [`DELETE ${url}`]: answer(204) });
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete 2/ }));
  await waitFor(() => expect(server.calls('DELETE', url)).toHaveLength(1));
});

test.each([
  ['deleted', answer(204)],
  ['refused', answer(400, { detail: 'In use' })],
])('the list is loaded again after selected rows are %s', async (_what, answered) => {
  const { screen, user, server } = await showNumbered({ [`DELETE ${OTHER}d1,d2/`]: answered });
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  const dialog = within(await screen.findByRole('dialog'));
  const before = server.calls('GET', OTHER).length;
  await user.click(dialog.getByRole('button', { name: /^Delete 2/ }));
  await waitFor(() => expect(server.calls('GET', OTHER).length).toBeGreaterThan(before));
});

test('B-7-029 B-9-005 an unpaged list requests 999 rows, takes a plain list and has no pager', async () => {
  const { screen, server } = await show(
    { mode: { paging: 'none' } },
    { [`GET ${OTHER}`]: domainRows(30) },
    OTHER,
  );
  await screen.findByText('zone-1');
  expect(server.calls('GET', OTHER)[0]?.query).toMatchObject({ limit: '999', offset: '0' });
  await screen.findByText('1–30 of 30');
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('B-7-029 missing rows count as none, and a missing total as the number of rows', () => {
  expect(pagings.page.read({} as never)).toEqual({ rows: [], total: 0 });
  expect(pagings.page.read([{ id: 1 }] as never)).toEqual({ rows: [{ id: 1 }], total: 1 });
  expect(pagings.page.read({ payload: { content: [{ id: 1 }] } } as never)).toEqual({
    rows: [{ id: 1 }],
    total: 1,
  });
});

test('B-9-002 a list opened again requests the last chosen page size', async () => {
  localStorage.setItem('paginationSize', '50');
  const { screen, server } = await show({}, domainRoutes(60));
  await screen.findByText('1–50 of 60');
  expect(server.calls('GET', DOMAINS)[0]?.query).toMatchObject({ limit: '50' });
});

test('a typed page number is applied once, and an empty one not at all', async () => {
  const { screen, user, server } = await showNumbered();
  await screen.findByText('1–10 of 64');
  const field = (await screen.findByRole('spinbutton', { name: 'Go to' })) as HTMLInputElement;
  expect(field.placeholder).toBe('Go to');
  await user.type(field, '3');
  await user.tab();
  await screen.findByText('21–30 of 64');
  expect(field.value).toBe('');
  const asked = server.calls('GET', OTHER).length;
  await user.click(field);
  await user.tab();
  screen.getByText('21–30 of 64');
  expect(server.calls('GET', OTHER)).toHaveLength(asked);
});

test('only lists with page-number paging have a page field', async () => {
  const { screen } = await show({}, domainRoutes(60));
  await screen.findByText('1–15 of 60');
  screen.getByRole('navigation', { name: 'Pages' });
  expect(screen.queryByRole('spinbutton')).toBeNull();
});

test('with page-number paging the chosen page size is not remembered', async () => {
  const { screen, user, server } = await showNumbered();
  await user.click(await screen.findByRole('button', { name: 'Rows per page: 10' }));
  await user.click(await screen.findByRole('menuitem', { name: '20 / page' }));
  await screen.findByText('1–20 of 64');
  expect(server.calls('GET', OTHER).at(-1)?.query).toEqual({ page: '1', size: '20' });
  expect(localStorage.getItem('paginationSize')).toBeNull();
});

describe('a list whose number of rows is an estimate', () => {
  const many = 1_234_567;
  const estimated = ({ query }: Seen) => ({
    count: many,
    ...(query.count !== 'exact' && { count_is_estimate: true }),
    next: null,
    previous: null,
    results: domainRows(15),
  });

  test('says so, and counts exactly on request', async () => {
    const { screen, user, server } = await show({}, { [`GET ${DOMAINS}`]: estimated });
    await screen.findByText('1–15 of about 1,200,000');
    expect(server.calls('GET', DOMAINS)[0]?.query).not.toHaveProperty('count');
    await user.click(screen.getByRole('button', { name: 'Count exactly' }));
    await screen.findByText('1–15 of 1,234,567');
    expect(server.calls('GET', DOMAINS).at(-1)?.query).toMatchObject({ count: 'exact', limit: '15' });
    expect(screen.queryByRole('button', { name: 'Count exactly' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('16–30 of 1,234,567');
  });

  test('shows no number of rows where an export would promise it', async () => {
    const { screen, user } = await show({}, { [`GET ${DOMAINS}`]: estimated });
    await screen.findByText('1–15 of about 1,200,000');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('radio', { name: 'All' })).toBeDefined();
  });
});
