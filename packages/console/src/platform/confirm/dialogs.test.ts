import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDialogs } from './dialogs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('B-4-049 requested twice within 300 ms, the confirmation dialog opens once, and the next one keeps that interval', async () => {
  const dialogs = createDialogs();
  const open = () => dialogs.store.get().pending.length;
  const [first, second] = [dialogs.confirmIdentity('password'), dialogs.confirmIdentity('password')];
  await vi.advanceTimersByTimeAsync(0);
  expect(open()).toBe(1);
  const [shown] = dialogs.store.get().pending;
  if (shown?.kind === 'identity') shown.settle('password');
  await expect(Promise.all([first, second])).resolves.toEqual([true, true]);
  void dialogs.confirmIdentity('password');
  await vi.advanceTimersByTimeAsync(299);
  expect(open()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(open()).toBe(1);
});

/** Two refused requests ask for confirmation; the second does so while the dialog of the first is open. */
const askTwice = (first: string, second: string) => {
  const dialogs = createDialogs();
  const shown = () =>
    dialogs.store.get().pending.flatMap((request) => (request.kind === 'identity' ? [request] : []));
  const answers = [dialogs.confirmIdentity(first), dialogs.confirmIdentity(second)] as const;
  return { shown, answers };
};

test('a stronger confirmation waits for the weaker one and then opens its own dialog', async () => {
  const { shown, answers } = askTwice('password', 'mfa');
  await vi.advanceTimersByTimeAsync(0);
  expect(shown().map(({ level }) => level)).toEqual(['password']);
  shown()[0]?.settle('password');
  await expect(answers[0]).resolves.toBe(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(shown().map(({ level }) => level)).toEqual(['mfa']);
  shown()[0]?.settle(undefined);
  await expect(answers[1]).resolves.toBe(false);
});

test('a confirmation stronger than required also serves the requests that wait for the stronger level', async () => {
  const { shown, answers } = askTwice('password', 'mfa');
  await vi.advanceTimersByTimeAsync(0);
  shown()[0]?.settle('mfa');
  await expect(Promise.all(answers)).resolves.toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(300);
  expect(shown()).toEqual([]);
});

test('a weaker level shares the dialog of the stronger one', async () => {
  const { shown, answers } = askTwice('mfa', 'password');
  await vi.advanceTimersByTimeAsync(0);
  shown()[0]?.settle('mfa');
  await expect(Promise.all(answers)).resolves.toEqual([true, true]);
});

test("declining the weaker confirmation leaves the stronger one's question", async () => {
  const { shown, answers } = askTwice('relogin', 'mfa');
  await vi.advanceTimersByTimeAsync(0);
  shown()[0]?.settle(undefined);
  await expect(answers[0]).resolves.toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(shown().map(({ level }) => level)).toEqual(['mfa']);
});
