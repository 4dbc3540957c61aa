// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { DOMAINS, zoneRow } from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import { TagContext } from '../../platform/route/useTag.ts';
import { rowsOf } from './rowsOf.ts';
import { useListRows } from './useListRows.ts';
import { useMemoryState, useUrlState } from './useListState.ts';
import { usePatchRows } from './usePatchRows.ts';

afterEach(cleanup);

function List() {
  const { query, patch } = useUrlState();
  const both = () => {
    patch({ search: 'web' });
    patch({ order: '-name' });
  };
  return (
    <button type="button" onClick={both}>
      {JSON.stringify(query)}
    </button>
  );
}

test('two changes in quick succession are both kept, although the address changes with a delay', async () => {
  const router = createMemoryRouter([{ path: '/', Component: List, loader: async () => null }], {
    initialEntries: ['/?page=2'],
  });
  render(<RouterProvider router={router} />);
  (await screen.findByRole('button')).click();
  await waitFor(() => expect(router.state.location.search).toBe('?search=web&order=-name'));
  await router.navigate('/?page=3');
  (await screen.findByText('{"page":"3"}')).click();
  await waitFor(() => expect(router.state.location.search).toBe('?search=web&order=-name'));
});

function Remembered() {
  const { query, patch } = useMemoryState({ page: '2', kind: 'lan' });
  return (
    <>
      <output>{JSON.stringify(query)}</output>
      <button type="button" onClick={() => patch({ search: 'web', kind: undefined, name: '' })}>
        filter
      </button>
      <button type="button" onClick={() => patch({ page: '3' })}>
        turn
      </button>
    </>
  );
}

test('changing a filter returns to the first page, turning the page keeps filters, and empty ones are dropped', async () => {
  render(<Remembered />);
  const query = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown;
  expect(query()).toEqual({ page: '2', kind: 'lan' });
  screen.getByText('turn').click();
  await waitFor(() => expect(query()).toEqual({ page: '3', kind: 'lan' }));
  screen.getByText('filter').click();
  await waitFor(() => expect(query()).toEqual({ search: 'web' }));
});

test('every form of list response yields rows and a total', () => {
  const a = { id: 'a' };
  expect(rowsOf(undefined)).toEqual({ rows: [], total: 0 });
  expect(rowsOf([a])).toEqual({ rows: [a], total: 1 });
  expect(rowsOf({ results: [a], count: 7 } as never)).toEqual({ rows: [a], total: 7 });
  expect(rowsOf({} as never)).toEqual({ rows: [], total: 0 });
});

function Zones({ query = {} }: { query?: Record<string, string> }) {
  const { rows, isFetching, refetch, error } = useListRows(DOMAINS, query, rowsOf as never);
  const patch = usePatchRows(DOMAINS);
  return (
    <>
      <output>{rows.map(({ id, name }) => `${id}:${String(name)}`).join()}</output>
      <p>{isFetching ? 'loading' : 'quiet'}</p>
      <p>{error ? 'broken' : 'whole'}</p>
      <button type="button" onClick={() => patch('b', { name: 'new' })}>
        rename
      </button>
      <button type="button" onClick={() => void refetch()}>
        again
      </button>
    </>
  );
}
const a = zoneRow({ id: 'a', name: 'x' });
const b = zoneRow({ id: 'b', name: 'y' });
const drawn = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

test.each([
  ['a paged list', { limit: '15' }, pageOf([a, b])],
  ['a plain list', {}, [a, b]],
])('a changed row is shown in %s before the server responds', async (_form, query, rows) => {
  const { user } = await renderPage({
    page: <Zones query={query} />,
    routes: { [`GET ${DOMAINS}`]: rows },
  });
  await user.click(await screen.findByText('rename'));
  await drawn('a:x,b:new');
});

test('changing a row before the list is loaded shows nothing until the response arrives', async () => {
  const held = Promise.withResolvers<unknown>();
  const { user } = await renderPage({ page: <Zones />, routes: { [`GET ${DOMAINS}`]: () => held.promise } });
  await user.click(await screen.findByText('rename'));
  await drawn('');
  held.resolve([a]);
  await drawn('a:x');
});

test('reloading cancels the pending request', async () => {
  const answers = [new Promise<unknown>(() => undefined), Promise.resolve([b])];
  const signals: (AbortSignal | undefined)[] = [];
  const { user } = await renderPage({
    page: <Zones />,
    routes: {
      [`GET ${DOMAINS}`]: ({ signal }: Seen) => {
        signals.push(signal);
        return answers.shift();
      },
    },
  });
  await screen.findByText('loading');
  await user.click(screen.getByText('again'));
  await drawn('b:y');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('a failed reload leaves no rows and is reported by the list only', async () => {
  const answers: unknown[] = [[a], answer(500, { detail: 'Out of order' })];
  const { user } = await renderPage({
    page: <Zones />,
    routes: { [`GET ${DOMAINS}`]: () => answers.shift() },
  });
  await drawn('a:x');
  await user.click(screen.getByText('again'));
  await screen.findByText('broken');
  await drawn('');
  expect(screen.queryByText(/Out of order/)).toBeNull();
});

function Kept() {
  const [isShown, setShown] = useState(true);
  return (
    <TagContext value={{ setTitle: () => undefined, close: () => undefined, isShown }}>
      <button type="button" onClick={() => setShown(!isShown)}>
        switch
      </button>
      <List />
    </TagContext>
  );
}

test('a page in the background keeps its own query until it is shown again', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Kept }], { initialEntries: ['/?search=a'] });
  render(<RouterProvider router={router} />);
  await screen.findByText('{"search":"a"}');
  await router.navigate('/?search=b');
  await screen.findByText('{"search":"b"}');
  screen.getByText('switch').click();
  await router.navigate('/?page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?page=9'));
  await screen.findByText('{"search":"b"}');
  screen.getByText('switch').click();
  await screen.findByText('{"page":"9"}');
});
