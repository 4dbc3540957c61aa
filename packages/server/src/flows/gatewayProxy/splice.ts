import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { toComponents } from '../../platform/outgoing/outgoing.ts';

/** Forwarding headers that are dropped. */
const dropped = ['forwarded', 'x-forwarded-host'];
/** A gateway that does not accept the connection within this time, in milliseconds, is skipped. */
const CONNECT_MS = 3_000;

/**
 * How long a gateway may take, in milliseconds, to answer the upgrade, and to end a connection its client has
 * left.
 */
export type Patience = { answerMs: number; endMs: number };

const usualPatience: Patience = { answerMs: 15_000, endMs: 5_000 };

/** Headers for the gateway: `said` replaces the client's, `withheld` is removed. */
type Headers = { said: Readonly<Record<string, string>>; withheld: readonly string[] };

const headOf = (request: IncomingMessage, { said, withheld }: Headers): string => {
  const replaced = new Set([...dropped, ...withheld, ...Object.keys(said)]);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] as string;
    if (!replaced.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  lines.push(...Object.entries(said).map(([name, value]) => `${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/** Connects to a server; null when it does not accept the connection, or is none to connect to. */
const dial = (url: string): Promise<Socket | null> => {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return toComponents.dial({ host, port: Number(port) || 80, timeoutMs: CONNECT_MS }).catch(() => null);
};

/** Connects to the first server that accepts. */
const dialFirst = async (urls: readonly string[]): Promise<Socket | null> => {
  for (const url of urls) {
    const socket = await dial(url);
    if (socket) return socket;
  }
  return null;
};

const switched = 'HTTP/1.1 101 ';

/**
 * Passes the gateway's answer to the client, and the client's bytes to the gateway only once it has agreed to
 * the upgrade: after a refusal they would be read as further requests with unchecked headers.
 */
const join = (client: Socket, upstream: Socket, { answerMs, endMs }: Patience): void => {
  let head = Buffer.alloc(0);
  const giveUp = setTimeout(() => upstream.destroy(), answerMs);
  upstream.once('close', () => clearTimeout(giveUp));
  // When a gateway hangs, nothing else ends a connection that its client has left.
  client.once('end', () => {
    const ending = setTimeout(() => upstream.destroy(), endMs);
    upstream.once('close', () => clearTimeout(ending));
  });
  const judge = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    if (head.length < switched.length) return;
    clearTimeout(giveUp);
    upstream.off('data', judge).pause();
    client.write(head);
    upstream.pipe(client);
    if (head.toString('latin1').startsWith(switched)) client.pipe(upstream);
    else upstream.end();
  };
  upstream.on('data', judge);
};

/**
 * Joins an upgrading connection with the first server that accepts it; once upgraded, bytes pass unread, with
 * back-pressure.
 */
export const splice = async (
  request: IncomingMessage,
  client: Socket,
  route: readonly string[],
  headers: Headers,
  patience: Patience = usualPatience,
): Promise<void> => {
  client.setNoDelay(true);
  client.setTimeout(0);
  client.on('error', () => client.destroy());
  const upstream = await dialFirst(route);
  if (!upstream) {
    if (client.writable)
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else client.destroy();
    return;
  }
  await new Promise<void>((resolve) => {
    const end = () => {
      client.destroy();
      upstream.destroy();
      resolve();
    };
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    if (client.destroyed || upstream.destroyed) return end();
    upstream.write(headOf(request, headers), 'latin1');
    join(client, upstream, patience);
  });
};
