// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { useUrlState } from './useListState.ts';

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
