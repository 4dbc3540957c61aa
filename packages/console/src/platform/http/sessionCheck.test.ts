import { expect, test, vi } from 'vitest';
import { createSessionCheck } from './sessionCheck.ts';

test('A-7-006 thirty seconds after the last answer the session is checked; the profile does not count', () => {
  vi.useFakeTimers();
  const check = vi.fn();
  const session = createSessionCheck({ check });
  session.onAnswer('/api/v1/users/profile/');
  vi.advanceTimersByTime(60_000);
  expect(check).not.toHaveBeenCalled();
  session.onAnswer('/api/v1/assets/assets/');
  vi.advanceTimersByTime(20_000);
  session.onAnswer('/api/v1/users/users/');
  vi.advanceTimersByTime(29_999);
  expect(check).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(check).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
