import { watchPage } from './watchPage.ts';

/** A WebSocket that reconnects. */
export type Socket = {
  /** Returns whether the data was sent. */
  send: (data: string) => boolean;
  /** Closes the socket; it does not reconnect. */
  close: () => void;
};

/** Options of a connection. */
export type SocketOptions = {
  /** Path or full URL; `ws:` or `wss:` follows the page. */
  url: string;
  onMessage: (event: MessageEvent) => void;
  /** Called whenever the connection opens. */
  onOpen?: () => void;
  /** Called when a connection fails or is lost, for the caller's error text. */
  onTrouble?: (kind: 'failed' | 'lost') => void;
  /** Fixed delay before reconnecting; without it, the delay grows. */
  retryMs?: number;
  /** Called with the close code; false ends reconnecting. */
  mayReconnect?: (code: number) => boolean;
};

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/**
 * Opens a WebSocket and reopens it whenever it is lost, by default with growing delays. It is closed while
 * the page is in the browser's cache, and reopened when the page is back, because a connection looks open
 * long after the other side is gone.
 */
export const createSocket = (options: SocketOptions): Socket => {
  let live: WebSocket | undefined;
  let isClosed = false;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rest = () => {
    clearTimeout(timer);
    live?.close();
    live = undefined;
  };

  const close = () => {
    isClosed = true;
    unwatch();
    rest();
  };

  const lost = (code: number, wasOpen: boolean) => {
    live = undefined;
    options.onTrouble?.(wasOpen ? 'lost' : 'failed');
    // `onTrouble` may have closed the socket.
    if (isClosed) return;
    if (options.mayReconnect && !options.mayReconnect(code)) return close();
    const growing = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.75 + Math.random() / 2);
    attempt += 1;
    timer = setTimeout(connect, options.retryMs ?? growing);
  };

  const connect = () => {
    rest();
    const mine = new WebSocket(absolute(options.url));
    let wasOpen = false;
    live = mine;
    mine.onopen = () => {
      if (live !== mine) return;
      wasOpen = true;
      attempt = 0;
      options.onOpen?.();
    };
    mine.onmessage = (event) => {
      if (live === mine) options.onMessage(event);
    };
    mine.onclose = (event) => {
      if (live === mine) lost(event.code, wasOpen);
    };
  };

  const unwatch = watchPage({ onLeave: rest, onBack: connect });
  connect();
  return {
    send: (data) => {
      if (live?.readyState !== WebSocket.OPEN) return false;
      live.send(data);
      return true;
    },
    close,
  };
};

const absolute = (url: string) => {
  const full = new URL(url, window.location.href);
  full.protocol = full.protocol.replace('http', 'ws');
  return full.href;
};
