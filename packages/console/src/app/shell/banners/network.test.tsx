// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { optionsOf } from '../../../../test/domains.ts';
import { fakePlatform } from '../../../../test/fakePlatform.ts';
import { fakeServer } from '../../../../test/fakeServer.ts';
import { renderShell } from '../../../../test/renderShell.tsx';
import { useHttp } from '../../../platform/Platform.tsx';

const profile = { perms: ['rbac.view_console', 'users.view_user', 'users.view_usergroup'] };

test('the frame says that the browser is offline until the network is back', async () => {
  const { screen } = await renderShell({ at: '/console/users/users', profile });
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByText('You are offline.')).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText('You are offline.')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull());
});

test('the frame says that the server is slow', async () => {
  const { screen, platform } = await renderShell({ at: '/console/users/users', profile });
  await screen.findByRole('heading', { name: 'Users' });
  act(() => platform.network.store.set({ isSlow: true }));
  expect(await screen.findByText('The server is slow.')).toBeTruthy();
});

const SLOW = '/api/v1/slow/';

function Asking() {
  const http = useHttp();
  const { pathname } = useLocation();
  useQuery({
    queryKey: ['slow', pathname],
    queryFn: ({ signal }) => http.get(SLOW, { signal, params: { of: pathname } }),
  });
  return <p>asking</p>;
}

test("a page's requests are cancelled when the user leaves it, and repeated when the user returns", async () => {
  const { screen, router, server } = await renderShell({
    at: '/console/users/users',
    profile,
    page: <Asking />,
    routes: { [`GET ${SLOW}`]: () => new Promise(() => undefined) },
  });
  const requestsTo = (of: string) => server.calls('GET', SLOW).filter(({ query }) => query.of === of);
  await waitFor(() => expect(requestsTo('/console/users/users')).toHaveLength(1));
  await act(() => router.navigate('/console/users/groups'));
  await screen.findByRole('heading', { name: 'Groups' });
  await waitFor(() => expect(requestsTo('/console/users/users')[0]?.signal?.aborted).toBe(true));
  expect(requestsTo('/console/users/groups')[0]?.signal?.aborted).toBe(false);
  await act(() => router.navigate('/console/users/users'));
  await waitFor(() => expect(requestsTo('/console/users/users')).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('metadata of an address is requested once, however many parts need it at once', async () => {
  const url = '/api/v1/users/users/';
  const server = fakeServer({ [`OPTIONS ${url}`]: optionsOf({}) });
  const platform = await fakePlatform(server);
  await Promise.all([platform.metadata(url), platform.metadata(url), platform.metadata(url)]);
  await platform.metadata(url);
  expect(server.calls('OPTIONS', url)).toHaveLength(1);
});
