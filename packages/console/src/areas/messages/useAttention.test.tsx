// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAttention } from './useAttention.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('A-9-005 a count that grew is highlighted for one second; one that fell is not', () => {
  const { result, rerender } = renderHook(({ count }) => useAttention(count), { initialProps: { count: 1 } });
  expect(result.current).toBe(false);
  rerender({ count: 2 });
  expect(result.current).toBe(true);
  pass(999);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
  pass(1_000);
  expect(result.current).toBe(false);
  pass(10_000);
  expect(result.current).toBe(false);
  rerender({ count: 1 });
  expect(result.current).toBe(false);
});
