import { MONITOR_SOCKET_PATH, TERMINAL_SOCKET_PATH } from '@gatehouse/contract/wire/gateway.ts';
import type { LinkPurpose, LinkSocket, SocketEvents } from './wire.ts';

const OPENING_MS = 10_000;

const urlOf = (purpose: LinkPurpose): string => {
  const isMonitor = purpose.kind === 'monitor';
  const url = new URL(isMonitor ? MONITOR_SOCKET_PATH : TERMINAL_SOCKET_PATH, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (purpose.kind === 'open') url.searchParams.set('token', purpose.token);
  // With the session, the server can forward the socket to the right gateway.
  if (purpose.kind === 'resume') url.searchParams.set('session', purpose.ticket.session_id);
  if (purpose.kind === 'monitor') url.searchParams.set('session', purpose.session_id);
  return url.href;
};

/** Opens a WebSocket to the gateway; one that does not open in ten seconds counts as closed. */
export const openBrowserSocket = (purpose: LinkPurpose, events: SocketEvents): LinkSocket => {
  const socket = new WebSocket(urlOf(purpose));
  socket.binaryType = 'arraybuffer';
  const timer = setTimeout(() => socket.close(), OPENING_MS);
  socket.onopen = () => {
    clearTimeout(timer);
    events.onOpen();
  };
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') events.onText(data);
    else events.onBytes(new Uint8Array(data));
  };
  socket.onclose = () => {
    clearTimeout(timer);
    events.onClose();
  };
  return {
    send: (data) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    },
    close: () => socket.close(),
  };
};
