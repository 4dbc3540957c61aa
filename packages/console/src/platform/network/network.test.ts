import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNetwork } from './network.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const setup = () => {
  const target = Object.assign(new EventTarget(), { navigator: { onLine: true } });
  const network = createNetwork(target as unknown as Window);
  return { network, state: network.store.get, tell: (name: string) => target.dispatchEvent(new Event(name)) };
};

test('the network is slow once an answer takes five seconds, until the last slow one arrives', () => {
  const { network, state } = setup();
  const [first, second] = [network.waiting(), network.waiting()];
  vi.advanceTimersByTime(4_999);
  expect(state().isSlow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(state().isSlow).toBe(true);
  first();
  expect(state().isSlow).toBe(true);
  second();
  expect(state().isSlow).toBe(false);
});

test('a request answered at once never counts as slow', () => {
  const { network, state } = setup();
  network.waiting()();
  vi.advanceTimersByTime(60_000);
  expect(state().isSlow).toBe(false);
});

test('without a network the state is offline rather than slow, until the browser is online again', () => {
  const { network, state, tell } = setup();
  network.waiting();
  tell('offline');
  vi.advanceTimersByTime(10_000);
  expect(state()).toEqual({ isOnline: false, isSlow: false });
  tell('online');
  expect(state().isOnline).toBe(true);
});
