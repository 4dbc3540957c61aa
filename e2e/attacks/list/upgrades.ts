import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Attack, isAlive, judge } from '../attack.ts';

const paths = [
  '/koko/ws/terminal/',
  '/koko/ws/monitor/',
  '/koko/',
  '/ws/notifications/site-msg/',
  '/',
  '/api/v1/',
];
const heads: Record<string, readonly string[]> = {
  'no Connection': ['Upgrade: websocket'],
  'Connection: close': ['Upgrade: websocket', 'Connection: close'],
  'another protocol': ['Upgrade: h2c', 'Connection: Upgrade'],
  'no key': ['Upgrade: websocket', 'Connection: Upgrade'],
  'a body': ['Upgrade: websocket', 'Content-Length: 5'],
  'an endless body': ['Upgrade: websocket', 'Transfer-Encoding: chunked'],
};
const silenceMs = 1_000;

/** Sends a request over a socket of its own, more bytes after it, and breaks the connection. */
const poke = async (url: string, text: string): Promise<void> => {
  const { protocol, hostname, port } = new URL(url);
  const socket =
    protocol === 'https:'
      ? connectTls({ host: hostname, port: Number(port || 443), rejectUnauthorized: false })
      : connect(Number(port || 80), hostname);
  socket.on('error', () => undefined).setTimeout(silenceMs, () => socket.destroy());
  socket.resume().write(text);
  socket.write('hello\r\n\r\nGET / HTTP/1.1\r\n\r\n');
  if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
};

/** Requests for WebSockets that are none, each from a signed-in user, which ended the server once. */
export const upgrades: Attack = {
  name: 'upgrades',
  run: async ({ url, admin }) => {
    const faults: string[] = [];
    const cookie = admin.cookies();
    for (const path of paths)
      for (const [name, lines] of Object.entries(heads)) {
        const head = [`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Cookie: ${cookie}`, ...lines];
        await poke(url, `${head.join('\r\n')}\r\n\r\n`);
        if (!(await isAlive(url))) faults.push(`an upgrade with ${name} at ${path} ended the server`);
      }
    return judge(
      faults,
      `${paths.length * Object.keys(heads).length} false upgrades left the server running.`,
    );
  },
};
