/** Where a connection stands. */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A WebSocket that comes back after it was lost. */
export type Socket = {
  send: (data: string | ArrayBufferLike | ArrayBufferView<ArrayBuffer>) => boolean;
  /** Ends it for good. */
  close: () => void;
  /** Does not wait for the next attempt. */
  reconnectNow: () => void;
  state: () => SocketState;
};

/** What a connection is made of. */
export type SocketOptions = {
  /** Path or full URL; `ws:`/`wss:` follows the page. */
  url: string;
  onMessage: (event: MessageEvent) => void;
  onState?: (state: SocketState, info: { retryInMs?: number; code?: number }) => void;
  /** Every time the connection stands. */
  onOpen?: (socket: Socket) => void;
  /** A failed or lost connection, for the error texts of the caller. */
  onTrouble?: (kind: 'failed' | 'lost') => void;
  /** Comes back after this pause, always the same; without it pauses grow. */
  retryMs?: number;
  /** False stops coming back, told the close code. */
  mayReconnect?: (code: number) => boolean;
  binaryType?: BinaryType;
  WebSocketClass?: typeof WebSocket;
};

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** Opens a WebSocket and opens it again, with growing pauses, whenever it is lost. */
export const createSocket = (options: SocketOptions): Socket => {
  const Class = options.WebSocketClass ?? WebSocket;
  let live: WebSocket | undefined;
  let state: SocketState = 'connecting';
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: SocketState, info: { retryInMs?: number; code?: number } = {}) => {
    state = next;
    options.onState?.(next, info);
  };

  const lost = (code: number, wasOpen: boolean) => {
    live = undefined;
    if (state === 'closed') return;
    options.onTrouble?.(wasOpen ? 'lost' : 'failed');
    if (options.mayReconnect && !options.mayReconnect(code)) return become('closed', { code });
    const growing = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.75 + Math.random() / 2);
    const retryInMs = options.retryMs ?? growing;
    attempt += 1;
    timer = setTimeout(connect, retryInMs);
    become('waiting', { retryInMs, code });
  };

  const connect = () => {
    clearTimeout(timer);
    become('connecting');
    const mine = new Class(absolute(options.url));
    let wasOpen = false;
    if (options.binaryType) mine.binaryType = options.binaryType;
    live = mine;
    mine.onopen = () => {
      wasOpen = true;
      attempt = 0;
      become('open');
      options.onOpen?.(socket);
    };
    mine.onmessage = (event) => {
      if (live === mine) options.onMessage(event);
    };
    mine.onclose = (event) => {
      if (live === mine) lost(event.code, wasOpen);
    };
  };

  const socket: Socket = {
    send: (data) => {
      if (live?.readyState !== Class.OPEN) return false;
      live.send(data as string);
      return true;
    },
    close: () => {
      clearTimeout(timer);
      become('closed');
      live?.close();
      live = undefined;
    },
    reconnectNow: () => {
      if (state === 'waiting') connect();
    },
    state: () => state,
  };
  connect();
  return socket;
};

const absolute = (url: string) => {
  const full = new URL(url, window.location.href);
  full.protocol = full.protocol.replace('http', 'ws');
  return full.href;
};
