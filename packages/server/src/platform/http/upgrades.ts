import type { IncomingMessage } from 'node:http';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { socket: object };

/**
 * Whether an earlier request of this connection has not been answered yet. An upgrade behind it could not be answered
 * in its turn, and its connection would stay open for ever.
 */
const isBusy = (socket: object): boolean => Boolean(Reflect.get(socket, '_httpMessage'));

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * Decides which requests Node takes as upgrades: WebSockets on these paths. Every other request that asks for an
 * upgrade is answered as if it had not asked, as RFC 9110 allows: its parser stays on the socket, and nothing
 * else may write to it.
 */
export const upgradesAt = (paths: readonly string[]) => {
  const known = new Set(paths.map(withoutSlash));
  return ({ method, url = '', headers, socket }: Asked): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    known.has(withoutSlash(url.replace(/\?.*$/s, ''))) &&
    !isBusy(socket);
};
