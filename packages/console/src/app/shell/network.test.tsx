// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { renderShell } from '../../../test/renderShell.tsx';

const profile = { perms: ['rbac.view_console', 'users.view_user', 'users.view_usergroup'] };

test('without a network the frame says so, and stops saying it', async () => {
  const { screen } = await renderShell({ at: '/console/users/users', profile });
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByText('You are offline.')).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText('You are offline.')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull());
});

test('an answer that is late is told', async () => {
  const { screen, platform } = await renderShell({ at: '/console/users/users', profile });
  await screen.findByRole('heading', { name: 'Users' });
  act(() => platform.network.store.set({ isSlow: true }));
  expect(await screen.findByText('The server takes its time.')).toBeTruthy();
});

test('metadata of one address is asked for once, however many want it at the same time', async () => {
  const url = '/api/v1/users/users/';
  const server = fakeServer({ [`OPTIONS ${url}`]: { actions: {} } });
  const platform = await fakePlatform(server);
  await Promise.all([platform.metadata(url), platform.metadata(url), platform.metadata(url)]);
  await platform.metadata(url);
  expect(server.calls('OPTIONS', url)).toHaveLength(1);
});
