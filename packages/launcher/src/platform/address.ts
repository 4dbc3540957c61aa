import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { MOST_PORT } from '@gatehouse/contract/network/ports.ts';

/** A host and a TCP port. */
export interface Address {
  host: string;
  port: number;
}

/** Parses `127.0.0.1:8080`, `[::1]:8080`, `host:8080`. */
export const parseAddress = (text: string): Address | undefined => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = bracketed ?? plain;
  return host && port <= MOST_PORT ? { host, port } : undefined;
};

/** Formats an address so that it can be parsed again. */
export const addressText = ({ host, port }: Address): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The same address as reached from this machine. */
export const fromHere = ({ host, port }: Address): Address => {
  if (host === '0.0.0.0') return { host: '127.0.0.1', port };
  return host === '::' ? { host: '::1', port } : { host, port };
};

/** Tries to bind: the port it would get, or the reason it gets none. */
export const tryBind = ({ host, port }: Address): Promise<{ port: number } | { reason: string }> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ reason: error.code ?? error.message }));
    server.listen({ host, port }, () => {
      const bound = server.address();
      server.close(() => resolve({ port: typeof bound === 'object' && bound ? bound.port : port }));
    });
  });

/** A port reserved for a program that listens later. */
export interface ClaimedPort {
  port: number;
  release: () => void;
}

/**
 * Claims a free TCP port of this machine. Until released, no other launcher claims it: each holds the UDP
 * port of the same number, which is otherwise unused.
 */
export const claimPort = async (preferred: number): Promise<ClaimedPort | { reason: string }> => {
  const host = '127.0.0.1';
  const bound = await tryBind({ host, port: preferred });
  if (!('port' in bound)) return bound;
  const { port } = bound;
  return new Promise((resolve) => {
    const claim = createSocket('udp4').unref();
    claim.once('error', (error: NodeJS.ErrnoException) => resolve({ reason: error.code ?? error.message }));
    claim.bind({ address: host, port, exclusive: true }, () =>
      resolve({ port, release: () => void claim.close() }),
    );
  });
};

/** Whether a server accepts connections at this address. */
export const answers = ({ host, port }: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
