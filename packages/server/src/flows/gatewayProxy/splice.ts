import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Forwarding headers that nobody writes anew. */
const dropped = ['forwarded', 'x-forwarded-host'];

const headOf = (request: IncomingMessage, said: Readonly<Record<string, string>>): string => {
  const replaced = new Set([...dropped, ...Object.keys(said)]);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] as string;
    if (!replaced.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  lines.push(...Object.entries(said).map(([name, value]) => `${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/**
 * Joins an upgrading connection to another server: bytes pass unread, and whoever is slow slows the other down. The other
 * server is told `said` in headers, in place of what the client put there.
 */
export const splice = (
  request: IncomingMessage,
  client: Socket,
  target: { host: string; port: number },
  said: Readonly<Record<string, string>>,
): Promise<void> =>
  new Promise((resolve) => {
    const upstream = connect({ ...target, noDelay: true });
    let isJoined = false;
    const end = () => {
      if (!isJoined && client.writable)
        client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      else client.destroy();
      upstream.destroy();
      resolve();
    };
    client.setNoDelay(true);
    client.setTimeout(0);
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    upstream.on('connect', () => {
      isJoined = true;
      upstream.write(headOf(request, said));
      upstream.pipe(client);
      client.pipe(upstream);
    });
  });
