import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDialogs } from './dialogs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('B-4-049 asked twice within 300 ms, the identity dialog opens once, and the next one keeps that distance', async () => {
  const dialogs = createDialogs();
  const open = () => dialogs.store.get().pending.length;
  const [first, second] = [dialogs.confirmIdentity('password'), dialogs.confirmIdentity('password')];
  await vi.advanceTimersByTimeAsync(0);
  expect(open()).toBe(1);
  dialogs.store.get().pending[0]?.settle(true);
  await expect(Promise.all([first, second])).resolves.toEqual([true, true]);
  void dialogs.confirmIdentity('password');
  await vi.advanceTimersByTimeAsync(299);
  expect(open()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(open()).toBe(1);
});
