// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { IconButton } from './IconButton.tsx';

test('an icon shows its name to keyboard users, not over what it opens, and again when the focus returns', async () => {
  const { screen, user } = await renderPage({
    page: (
      <>
        <IconButton icon="x" tip="Refresh" />
        <button type="button">Beside</button>
      </>
    ),
    routes: {},
  });
  const tip = () => screen.queryByRole('tooltip');
  const button = await screen.findByRole('button', { name: 'Refresh' });
  expect(tip()).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Refresh');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tip()).toBeNull());
  await user.tab();
  await user.tab({ shift: true });
  await screen.findByRole('tooltip');
  await user.tab();
  await waitFor(() => expect(tip()).toBeNull());
});
