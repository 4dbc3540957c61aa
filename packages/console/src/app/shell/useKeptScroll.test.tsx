// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttled, useKeptScroll } from './useKeptScroll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('A-9-007 scroll events are handled once in 200 ms', () => {
  const act = vi.fn();
  const { call } = throttled(act);
  call();
  call();
  vi.advanceTimersByTime(199);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
  call();
  vi.advanceTimersByTime(200);
  expect(act).toHaveBeenCalledTimes(2);
});

function Frame({ path, kept }: { path: string; kept: string[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, path, kept);
  return <div ref={scroller} data-testid="scroller" />;
}

test('a kept page keeps its scroll position, a new or dropped one starts at the top', () => {
  const { getByTestId, rerender } = render(<Frame path="/a" kept={['/a']} />);
  const scroller = getByTestId('scroller');
  scroller.scrollTo = ((to: ScrollToOptions) => {
    scroller.scrollTop = to.top ?? 0;
  }) as typeof scroller.scrollTo;
  scroller.scrollTop = 340;
  fireEvent.scroll(scroller);
  act(() => vi.advanceTimersByTime(200));
  rerender(<Frame path="/b" kept={['/a', '/b']} />);
  expect(scroller.scrollTop).toBe(0);
  rerender(<Frame path="/a" kept={['/a', '/b']} />);
  expect(scroller.scrollTop).toBe(340);
  rerender(<Frame path="/b" kept={['/b']} />);
  rerender(<Frame path="/a" kept={['/b']} />);
  expect(scroller.scrollTop).toBe(0);
});
