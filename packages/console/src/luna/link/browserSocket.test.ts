import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { openBrowserSocket } from './browserSocket.ts';
import type { LinkPurpose } from './wire.ts';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (purpose: LinkPurpose = { kind: 'open', token: 't' }) => {
  const events: unknown[] = [];
  const link = openBrowserSocket(purpose, {
    onOpen: () => events.push('open'),
    onText: (text) => events.push(text),
    onBytes: (bytes) => events.push([...bytes]),
    onClose: () => events.push('close'),
  });
  const socket = FakeSocket.all[0] as FakeSocket & { binaryType: string };
  const closed = vi.spyOn(socket, 'close');
  return { link, socket, events, closed };
};

test.each<[LinkPurpose, string]>([
  [{ kind: 'open', token: 't 1' }, 'ws://localhost:3000/koko/ws/terminal/?token=t+1'],
  [
    { kind: 'resume', ticket: { session_id: 's', resume_token: 'secret' } },
    'ws://localhost:3000/koko/ws/terminal/?session=s',
  ],
  [{ kind: 'monitor', session_id: 's' }, 'ws://localhost:3000/koko/ws/monitor/?session=s'],
])('the socket for %j has the address %s', (purpose, address) => {
  expect(open(purpose).socket.url).toBe(address);
});

test('a secure page uses a secure socket', () => {
  vi.stubGlobal('location', { href: 'https://pam.example.com/luna/' });
  expect(open().socket.url).toBe('wss://pam.example.com/koko/ws/terminal/?token=t');
});

test('text frames arrive as text, binary frames as bytes', () => {
  const { socket, events } = open();
  expect(socket.binaryType).toBe('arraybuffer');
  socket.open();
  socket.onmessage?.({ data: '{}' });
  socket.onmessage?.({ data: new Uint8Array([1, 2]).buffer });
  socket.drop();
  expect(events).toEqual(['open', '{}', [1, 2], 'close']);
});

test('data is sent only while the socket is open', () => {
  const { socket, link, closed } = open();
  link.send('early');
  socket.open();
  link.send('now');
  expect(socket.sent).toEqual(['now']);
  link.close();
  expect(closed).toHaveBeenCalledOnce();
});

test('a socket that does not open within ten seconds is closed', () => {
  const { closed } = open();
  vi.advanceTimersByTime(9999);
  expect(closed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closed).toHaveBeenCalledOnce();
});

test.each(['open', 'drop'] as const)('after the event %s the opening timeout no longer applies', (event) => {
  const { socket, closed } = open();
  socket[event]();
  vi.advanceTimersByTime(60_000);
  expect(closed).not.toHaveBeenCalled();
});
