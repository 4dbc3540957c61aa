// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { createSocket, type Socket, type SocketOptions } from './createSocket.ts';

const url = '/ws/of-this-test/';
let opened: Socket[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  for (const socket of opened) socket.close();
  opened = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const setup = (more: Partial<SocketOptions> = {}) => {
  const troubles: string[] = [];
  const messages: unknown[] = [];
  const socket = createSocket({
    url,
    onMessage: (event) => messages.push(event.data),
    onTrouble: (kind) => troubles.push(kind),
    ...more,
  });
  opened.push(socket);
  return { socket, troubles, messages };
};
/**
 * The sockets of this test. Tests share the window, so sockets that other tests left open get the same
 * events.
 */
const ours = () => FakeSocket.all.filter((socket) => socket.url.endsWith(url));
const last = () => ours().at(-1) as FakeSocket;
const say = (name: string, more: object = {}) => window.dispatchEvent(Object.assign(new Event(name), more));

test('A-8-019 A-8-020 a lost connection is reported and reconnects, slower each time', () => {
  const { socket, troubles, messages } = setup();
  expect(last().url).toBe(`ws://localhost:3000${url}`);
  last().open();
  last().onmessage?.({ data: 'one' });
  last().drop();
  expect(troubles).toEqual(['lost']);
  vi.advanceTimersByTime(1_300);
  expect(ours()).toHaveLength(2);
  last().drop();
  expect(troubles).toEqual(['lost', 'failed']);
  vi.advanceTimersByTime(1_300);
  expect(ours()).toHaveLength(2);
  vi.advanceTimersByTime(1_300);
  expect(ours()).toHaveLength(3);
  last().open();
  expect(socket.send('hello')).toBe(true);
  expect(last().sent).toEqual(['hello']);
  expect(messages).toEqual(['one']);
});

test('a closed connection stays closed', () => {
  const { socket } = setup();
  last().open();
  socket.close();
  last().drop(1000);
  vi.advanceTimersByTime(60_000);
  say('online');
  say('pageshow', { persisted: true });
  expect(ours()).toHaveLength(1);
  expect(socket.send('x')).toBe(false);
});

test('a close code that the caller treats as final ends the connection', () => {
  setup({ mayReconnect: (code) => code !== 4403 });
  last().open();
  last().drop(4403);
  vi.advanceTimersByTime(60_000);
  say('online');
  expect(ours()).toHaveLength(1);
});

test('A-2.9-045 a page being left closes silently; one restored by the browser reconnects', () => {
  const { socket, troubles, messages } = setup();
  const before = last();
  before.open();
  say('pagehide', { persisted: true });
  expect(before.readyState).toBe(3);
  before.drop(1001);
  vi.advanceTimersByTime(60_000);
  expect(ours()).toHaveLength(1);
  expect(socket.send('x')).toBe(false);
  say('pageshow', { persisted: true });
  expect(ours()).toHaveLength(2);
  last().open();
  last().onmessage?.({ data: 'again' });
  expect(messages).toEqual(['again']);
  expect(troubles).toEqual([]);
});

test('A-2.9-045 on a new network a socket reconnects at once, whether waiting or seemingly open', () => {
  const { troubles } = setup({ retryMs: 10_000 });
  last().open();
  last().drop();
  say('online');
  expect(ours()).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(ours()).toHaveLength(2);
  last().open();
  say('online');
  expect(ours()).toHaveLength(3);
  expect(ours()[1]?.readyState).toBe(3);
  expect(troubles).toEqual(['lost']);
});

test('A-2.9-045 a socket reconnects after the computer slept, but not for a page in the background', () => {
  setup();
  last().open();
  vi.advanceTimersByTime(15_000);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(15_000);
  expect(ours()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(15_000);
  expect(ours()).toHaveLength(2);
});
