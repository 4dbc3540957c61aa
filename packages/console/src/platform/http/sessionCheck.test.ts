import { expect, test, vi } from 'vitest';
import { createSessionCheck } from './sessionCheck.ts';

test('A-7-006 the web session is checked 30 seconds after the last answer, not counting the profile', () => {
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
