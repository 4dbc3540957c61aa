// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeSocket } from '../../test/fakeSocket.ts';
import { renderShell } from '../../test/renderShell.tsx';

test('A-2.9-024 A-3-016 the assistant appears and goes with its setting', async () => {
  const { screen, platform } = await renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console', 'users.view_user'] },
    settings: { CHAT_AI_ENABLED: false },
  });
  await screen.findByText('the page');
  const handle = () => screen.queryByRole('button', { name: 'Open the assistant' });
  const setTo = (CHAT_AI_ENABLED: boolean) =>
    act(() => platform.session.setSettings({ ...platform.session.get().settings, CHAT_AI_ENABLED }));
  expect(handle()).toBeNull();
  // Only after its part has been loaded and drawn once does its absence say something.
  setTo(true);
  await screen.findByRole('button', { name: 'Open the assistant' });
  setTo(false);
  await waitFor(() => expect(handle()).toBeNull());
  setTo(true);
  expect(handle()).not.toBeNull();
  setTo(false);
  expect(handle()).toBeNull();
  expect(FakeSocket.all.filter(({ url }) => url.includes('/kael/'))).toEqual([]);
});
