import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  MONITOR_SOCKET_PATH,
  TERMINAL_SOCKET_PATH,
  VISITOR_HEADER,
  WATCHER_HEADER,
} from '@gatehouse/contract/wire/gateway.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MonitorRequest } from '../flows/monitorSocket.ts';

/** The HTTP front of the gateway, behind the server's `/koko/` proxy. */
export type Listener = { address: AddressInfo; close: () => Promise<void> };

/** Maximum size of a message from a window, in bytes: several times `INPUT_WINDOW_BYTES`. */
const MAX_MESSAGE = 1024 * 1024;
/** Interval of pings; a window that has sent nothing since the last one is gone. */
const PING_MS = 20_000;

const hostOf = (url: string): string | null => {
  try {
    return new URL(url).host;
  } catch {
    return null;
  }
};

/**
 * Whether a page may use the sockets: its origin must be the requested host, the forwarded host or that of
 * the configured site. Programs other than browsers send no origin; the server has authenticated them.
 */
export const originAllowed = (
  headers: { origin?: string | undefined; host?: string | undefined; forwarded?: string | undefined },
  siteUrl: string,
): boolean => {
  if (headers.origin === undefined) return true;
  const origin = hostOf(headers.origin);
  return origin !== null && [headers.host, headers.forwarded, hostOf(siteUrl)].includes(origin);
};

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/s, '');

/**
 * What Node takes as an upgrade; any other request that asks for one is answered as an ordinary request. Its
 * connection may not be taken from it: the parser still reads from it.
 */
const isUpgrade = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  [TERMINAL_SOCKET_PATH, MONITOR_SOCKET_PATH].includes(pathOf(request));

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

const keepAlive = (sockets: WebSocketServer) => {
  const alive = new WeakSet<WebSocket>();
  sockets.on('connection', (socket) => {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    socket.on('message', () => alive.add(socket));
  });
  return setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.has(socket)) socket.terminate();
      else {
        alive.delete(socket);
        socket.ping();
      }
    }
  }, PING_MS);
};

/** Starts listening; serves only the health answer and the two sockets. */
export const listen = async (deps: {
  host: string;
  port: number;
  siteUrl: () => string;
  health: () => object;
  terminal: (socket: WebSocket, request: { token: string | null; visitor: string }) => void;
  monitor: (socket: WebSocket, request: MonitorRequest) => void;
  refuseOrigin: (socket: WebSocket) => void;
}): Promise<Listener> => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const server: Server = createServer({ shouldUpgradeCallback: isUpgrade }, (request, response) => {
    const found = request.url === '/koko/health/' && request.method === 'GET';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? deps.health() : { error: 'Not found' }));
  });

  const accept = (request: IncomingMessage, socket: WebSocket) => {
    const url = new URL(request.url ?? '/', 'http://gateway');
    const { origin, host } = request.headers;
    const forwarded = single(request.headers['x-forwarded-host']);
    if (!originAllowed({ origin, host, forwarded }, deps.siteUrl())) return deps.refuseOrigin(socket);
    const visitor = single(request.headers[VISITOR_HEADER]) ?? '';
    if (url.pathname === TERMINAL_SOCKET_PATH) {
      return deps.terminal(socket, { token: url.searchParams.get('token'), visitor });
    }
    const user_id = single(request.headers[WATCHER_HEADER]) ?? '';
    deps.monitor(socket, { session_id: url.searchParams.get('session') ?? '', user_id, visitor });
  };
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    sockets.handleUpgrade(request, connection, head, (socket) => {
      // A broken frame; the library closes the connection itself.
      socket.on('error', () => undefined);
      sockets.emit('connection', socket, request);
      accept(request, socket);
    });
  });
  const pinger = keepAlive(sockets);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(deps.port, deps.host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    close: async () => {
      clearInterval(pinger);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.clients) socket.close(1001);
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }, 1_000).unref();
      await closed;
    },
  };
};
