// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { renderShell } from '../../../test/renderShell.tsx';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { StartFailed } from './StartFailed.tsx';

/** The page's HTML as the server sends it: the picture of the shell beside an empty root. */
const asSent = () => {
  document.body.innerHTML =
    '<div id="picture" aria-hidden="true"></div><div id="root" aria-busy="true"></div>';
  return () => ({
    picture: document.getElementById('picture') !== null,
    busy: document.getElementById('root')?.hasAttribute('aria-busy'),
  });
};

test('the picture of the shell goes when the shell is drawn', async () => {
  const now = asSent();
  await renderShell({ at: '/console/dashboard' });
  await waitFor(() => expect(now()).toEqual({ picture: false, busy: false }));
  expect(screen.getByRole('main')).toBeTruthy();
});

test('the picture of the shell goes when the console cannot start', async () => {
  const now = asSent();
  expect(now()).toEqual({ picture: true, busy: true });
  const platform = await fakePlatform(fakeServer({}));
  render(
    <PlatformProvider platform={platform}>
      <StartFailed failure={{ kind: 'failed', error: new Error('no'), untrustedHost: false }} />
    </PlatformProvider>,
  );
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(now()).toEqual({ picture: false, busy: false });
});
