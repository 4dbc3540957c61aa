// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';
import { useMayLeave } from './useMayLeave.ts';

function Form() {
  const [done, setDone] = useState(0);
  const mayLeave = useMayLeave();
  useLeaveGuard(true);
  const act = async () => {
    if (await mayLeave()) setDone((count) => count + 1);
  };
  return (
    <button type="button" onClick={() => void act()}>
      Sign out, done {done}
    </button>
  );
}

const isAskedByBrowser = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('an irreversible action waits for the answer of a user with unsaved changes', async () => {
  const { screen, user } = await renderPage({ page: <Form />, routes: {} });
  const button = () => screen.getByRole('button', { name: /Sign out/ });
  expect(isAskedByBrowser()).toBe(true);
  await user.click(button());
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(button().textContent).toBe('Sign out, done 0');
  expect(isAskedByBrowser()).toBe(true);
  await user.click(button());
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('Sign out, done 1');
  expect(isAskedByBrowser()).toBe(false);
});

test('a question that was open when its page went does not keep the next page from asking', async () => {
  const first = await renderPage({ page: <Form />, routes: {} });
  await first.user.click(first.screen.getByRole('button', { name: /Sign out/ }));
  await first.screen.findByRole('button', { name: 'Stay' });
  cleanup();
  const next = await renderPage({ page: <Form />, routes: {} });
  await next.user.click(next.screen.getByRole('button', { name: /Sign out/ }));
  expect(await next.screen.findByRole('button', { name: 'Stay' })).toBeTruthy();
});
