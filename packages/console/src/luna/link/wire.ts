import type { ClientFrame } from '@gatehouse/contract/wire/gateway.ts';
import type { After } from './clock.ts';
import { makeHeartbeat } from './heartbeat.ts';
import { makeRetry } from './retry.ts';

/** A WebSocket as the link sees it. */
export type LinkSocket = { send(data: string | Uint8Array<ArrayBuffer>): void; close(): void };

/** What a socket reports. */
export type SocketEvents = {
  onOpen(): void;
  onText(text: string): void;
  onBytes(bytes: Uint8Array): void;
  onClose(): void;
};

/** Lets a page resume a session after a lost connection or a reload. */
export type ResumeTicket = { session_id: string; resume_token: string };

/** What a link is for: a new session, resuming one, or watching another user's. */
export type LinkPurpose =
  | { kind: 'open'; token: string }
  | { kind: 'resume'; ticket: ResumeTicket }
  | { kind: 'monitor'; session_id: string };

/** What a wire needs from the browser. */
export type WireDeps = {
  openSocket: (purpose: LinkPurpose, events: SocketEvents) => LinkSocket;
  now: () => number;
  after: After;
};

/** What a wire reports to its link. */
export type WireEvents = Omit<SocketEvents, 'onClose'> & {
  onLost(): void;
  onQuiet(isQuiet: boolean): void;
  onLatency(milliseconds: number): void;
};

/** A link's socket, with its heartbeat and retries. */
export const makeWire = (deps: WireDeps, on: WireEvents) => {
  let socket: LinkSocket | undefined;
  const retry = makeRetry(deps);
  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));
  const heartbeat = makeHeartbeat({
    now: deps.now,
    after: deps.after,
    ping: (id) => say({ type: 'ping', id }),
    onLatency: on.onLatency,
    onQuiet: on.onQuiet,
    onSilence: () => on.onLost(),
  });
  const drop = () => {
    const old = socket;
    socket = undefined;
    heartbeat.stop();
    retry.stop();
    old?.close();
  };
  const connect = (purpose: LinkPurpose) => {
    drop();
    const own: { socket?: LinkSocket } = {};
    const ifOwn =
      <A extends unknown[]>(act: (...values: A) => void) =>
      (...values: A) => {
        if (own.socket === socket) act(...values);
      };
    own.socket = deps.openSocket(purpose, {
      onOpen: ifOwn(() => {
        on.onOpen();
        heartbeat.start();
      }),
      onText: ifOwn((text) => {
        heartbeat.heard();
        on.onText(text);
      }),
      onBytes: ifOwn((bytes) => {
        heartbeat.heard();
        on.onBytes(bytes);
      }),
      onClose: ifOwn(() => on.onLost()),
    });
    socket = own.socket;
  };
  return {
    connect,
    drop,
    say,
    send: (frame: Uint8Array<ArrayBuffer>) => socket?.send(frame),
    pong: heartbeat.pong,
    doubt: heartbeat.doubt,
    retry,
  };
};
