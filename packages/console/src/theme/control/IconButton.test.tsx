// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
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

const toolbar = async () => {
  const page = await renderPage({ page: <IconButton icon="x" tip="Refresh" />, routes: {} });
  const button = await page.screen.findByRole('button', { name: 'Refresh' });
  const tip = () => page.screen.queryByRole('tooltip');
  return { ...page, button, tip };
};
/** Waits longer than a tooltip takes to appear. */
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 500)));

test('the name is shown while the mouse is on the button', async () => {
  const { user, screen, button, tip } = await toolbar();
  await user.hover(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Refresh');
  await user.unhover(button);
  await waitFor(() => expect(tip()).toBeNull());
});

test('a press before the name appears keeps it away until the mouse comes back', async () => {
  const { user, screen, button, tip } = await toolbar();
  await user.hover(button);
  await user.click(button);
  await later();
  expect(tip()).toBeNull();
  await user.unhover(button);
  await user.hover(button);
  await screen.findByRole('tooltip');
});
