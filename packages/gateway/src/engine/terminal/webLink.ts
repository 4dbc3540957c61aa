import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import type { WebSocket } from 'ws';
import type { Link } from './link.ts';

/** How long a window may take for an orderly close. */
const CLOSE_MS = 5_000;

/** A WebSocket as the relay sees it. */
export const createWebLink = (socket: WebSocket): Link => ({
  text: (frame: ServerFrame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  },
  binary: (frame) => {
    if (socket.readyState === socket.OPEN) socket.send(frame, { binary: true });
  },
  buffered: () => socket.bufferedAmount,
  cut: () => socket.terminate(),
  close: (code) => {
    socket.close(code);
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  },
});
