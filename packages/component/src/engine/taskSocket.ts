import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import {
  TERMINAL_TASK_SOCKET_PATH,
  type TerminalStatus,
  type TerminalTask,
  terminalTaskSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { backOff } from '../platform/retry.ts';
import { type AccessKey, emptyDigest, newNonce, signedHeaders } from '../platform/signature.ts';

/** The socket to the server: tasks in, heartbeats out; reconnects automatically. */
export type TaskSocket = {
  /** False when the socket is not open; the caller then falls back to HTTP. */
  sendStatus: (status: TerminalStatus) => boolean;
  isOpen: () => boolean;
  close: () => void;
};

const tasksOf = (data: Buffer): TerminalTask[] => {
  try {
    return z.array(terminalTaskSchema).parse(JSON.parse(data.toString('utf8')));
  } catch {
    return [];
  }
};

/** Short delays: a crashed server is back within seconds, and tasks and new sessions wait for the socket. */
const RECONNECT = { first_ms: 100, max_ms: 500 };
/** The server answers every ping, so a connection silent for this long is dead. */
const SILENCE_MS = 45_000;

/** Opens the task socket and reopens it whenever it is lost, until `close` is called. */
export const openTaskSocket = (deps: {
  core_url: string;
  key: () => AccessKey;
  onTasks: (tasks: TerminalTask[]) => void;
  onOpen: () => void;
}): TaskSocket => {
  const url = new URL(TERMINAL_TASK_SOCKET_PATH, deps.core_url);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let socket: WebSocket | null = null;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let heardAt = 0;

  const connect = () => {
    const headers = signedHeaders(deps.key(), {
      ...{ method: 'GET', path: url.pathname, date: new Date() },
      ...{ digest: emptyDigest, nonce: newNonce() },
    });
    const current = new WebSocket(url, {
      ...MODERN_TLS,
      headers,
      handshakeTimeout: 10_000,
      maxPayload: 4 * 1024 * 1024,
    });
    socket = current;
    const heard = () => {
      heardAt = Date.now();
    };
    current.on('open', () => {
      failures = 0;
      heard();
      deps.onOpen();
    });
    current.on('pong', heard);
    current.on('message', (data: Buffer) => {
      heard();
      deps.onTasks(tasksOf(data));
    });
    current.on('error', () => undefined);
    current.on('close', () => {
      if (closed) return;
      timer = setTimeout(connect, backOff(failures, RECONNECT));
      failures += 1;
    });
  };

  const watch = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heardAt > SILENCE_MS) socket.terminate();
    else socket.ping();
  }, 15_000).unref();

  connect();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    sendStatus: (payload) => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify({ type: 'status', payload }));
      return true;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(watch);
      socket?.terminate();
    },
  };
};
