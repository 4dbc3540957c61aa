// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { createSocket } from './createSocket.ts';

const setup = (mayReconnect?: (code: number) => boolean) => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  const states: string[] = [];
  const troubles: string[] = [];
  const messages: unknown[] = [];
  const socket = createSocket({
    url: '/ws/notifications/site-msg/',
    onMessage: (event) => messages.push(event.data),
    onState: (state) => states.push(state),
    onTrouble: (kind) => troubles.push(kind),
    WebSocketClass: FakeSocket as unknown as typeof WebSocket,
    ...(mayReconnect && { mayReconnect }),
  });
  return { socket, states, troubles, messages, last: () => FakeSocket.all.at(-1) as FakeSocket };
};

test('A-8-019 A-8-020 a lost connection is told and comes back by itself, slower each time', () => {
  const { socket, states, troubles, messages, last } = setup();
  expect(last().url).toBe('ws://localhost:3000/ws/notifications/site-msg/');
  last().open();
  last().onmessage?.({ data: 'one' });
  last().drop();
  expect(troubles).toEqual(['lost']);
  vi.advanceTimersByTime(1_300);
  expect(FakeSocket.all).toHaveLength(2);
  last().drop();
  expect(troubles).toEqual(['lost', 'failed']);
  vi.advanceTimersByTime(1_300);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(1_300);
  expect(FakeSocket.all).toHaveLength(3);
  last().open();
  expect(socket.send('hello')).toBe(true);
  expect(last().sent).toEqual(['hello']);
  expect(messages).toEqual(['one']);
  expect(states.at(-1)).toBe('open');
  vi.useRealTimers();
});

test('a closed connection stays closed', () => {
  const { socket, states, last } = setup();
  last().open();
  socket.close();
  last().drop(1000);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
  expect(socket.send('x')).toBe(false);
  vi.useRealTimers();
});

test('a code the caller takes as final ends it', () => {
  const { states, last } = setup((code) => code !== 4403);
  last().open();
  last().drop(4403);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
  vi.useRealTimers();
});
