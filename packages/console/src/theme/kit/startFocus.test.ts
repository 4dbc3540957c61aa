// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { startFocus } from './startFocus.ts';

test('a dialog whose first field is still being loaded starts on that field, not on the second', async () => {
  document.body.innerHTML = '<div role="dialog" tabindex="-1"><div data-due></div><input id="second"></div>';
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]')!;
  const stop = startFocus(dialog);
  expect(document.activeElement).toBe(dialog);
  const first = document.createElement('input');
  dialog.querySelector('[data-due]')!.replaceWith(first);
  await vi.waitFor(() => expect(document.activeElement).toBe(first));
  stop();
});
