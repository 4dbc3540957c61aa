import { watchPage } from './watchPage.ts';

/** A WebSocket that comes back after it was lost. */
export type Socket = {
  /** Answers whether it went out. */
  send: (data: string) => boolean;
  /** Ends it for good. */
  close: () => void;
};

/** What a connection is made of. */
export type SocketOptions = {
  /** Path or full URL; `ws:`/`wss:` follows the page. */
  url: string;
  onMessage: (event: MessageEvent) => void;
  /** Every time the connection stands. */
  onOpen?: () => void;
  /** A failed or lost connection, for the error texts of the caller. */
  onTrouble?: (kind: 'failed' | 'lost') => void;
  /** Comes back after this pause, always the same; without it pauses grow. */
  retryMs?: number;
  /** False stops coming back, told the close code. */
  mayReconnect?: (code: number) => boolean;
};

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/**
 * Opens a WebSocket and opens it again, with growing pauses, whenever it is lost. It rests while the page is in
 * the browser's memory, and is made anew where the page was away: the line looks open long after nobody hears.
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
    // Whoever was told may have ended it.
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
