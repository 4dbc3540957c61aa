// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { asksUndo, useUndo } from './useUndo.ts';

const DOMAINS = '/api/v1/assets/domains/';
const UNDO = '/api/v1/common/undo/';
const token = '0b6d2f5e-7c1a-4f0e-9a53-2d1c6f3f9a10';

/** A list with a button that deletes one of its rows. */
function Page() {
  const offer = useUndo();
  const http = useHttp();
  useQuery({ queryKey: ['list', DOMAINS], queryFn: () => http.get(DOMAINS) });
  const remove = async () => offer('Deleted zone-1', await http.delete(`${DOMAINS}d1/`, asksUndo));
  return (
    <button type="button" onClick={() => void remove()}>
      Remove
    </button>
  );
}

const open = async (routes: Record<string, unknown> = {}) => {
  const page = await renderPage({
    page: <Page />,
    routes: {
      [`GET ${DOMAINS}`]: [],
      [`DELETE ${DOMAINS}d1/`]: () => new Response(null, { status: 204, headers: { 'X-Undo': token } }),
      [`POST ${UNDO}`]: { restored: 1, left: [] },
      ...routes,
    },
  });
  await page.user.click(await page.screen.findByRole('button', { name: 'Remove' }));
  await page.screen.findByText('Deleted zone-1');
  return page;
};

test('a deletion asks for an undo, which brings the row back and reads the lists again', async () => {
  const { user, screen, server } = await open();
  expect(server.calls('DELETE', `${DOMAINS}d1/`)[0]?.headers.get('x-undo')).toBe('1');
  const lists = server.calls('GET', DOMAINS).length;
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(server.calls('POST', UNDO).map(({ body }) => body)).toEqual([{ token }]);
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(lists));
});

test('what an undo left is named with the reason', async () => {
  const left = [
    { id: 'd2', name: 'zone-2', reason: 'taken' },
    { id: 'd3', name: 'zone-3', reason: 'changed' },
  ];
  const { user, screen } = await open({ [`POST ${UNDO}`]: { restored: 1, left } });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('1 undone, 2 left as they are');
  screen.getByText('The name of zone-2 is in use by another object now. zone-3 was changed after that.');
});

test('without a token from the server, nothing is offered', async () => {
  const { screen } = await open({ [`DELETE ${DOMAINS}d1/`]: answer(204) });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an undo that comes too late says so', async () => {
  const { user, screen } = await open({
    [`POST ${UNDO}`]: answer(404, { code: 'undo_expired', detail: 'This can no longer be undone.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/This can no longer be undone/);
});
