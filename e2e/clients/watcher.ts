import { MONITOR_SOCKET_PATH } from '@gatehouse/contract/wire/gateway.ts';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { eventually } from './api.ts';

/** A client that monitors a session. */
export type Watcher = {
  /** Waits until the received frames and output match; fails at once on a connection error. */
  see(expected: RegExp): Promise<void>;
};

/** Watches a session until the test ends. */
export const watchSession = (url: string, session: string, cookies: string): Watcher => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${MONITOR_SOCKET_PATH}?session=${session}`, {
    headers: { cookie: cookies, origin: url },
  });
  let received = '';
  let broken: Error | undefined;
  socket.on('message', (data: Buffer) => {
    received += data.toString('latin1');
  });
  socket.on('error', (error) => {
    broken = error;
  });
  onTestFinished(() => socket.terminate());
  return {
    see: async (expected) => {
      await eventually(`the watcher to see ${expected}`, async () => {
        if (expected.test(received)) return true;
        if (broken) throw broken;
        return false;
      });
    },
  };
};
