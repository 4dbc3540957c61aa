import type { After } from './clock.ts';

/** Measures the round trip, and notices when a connection is silent without having been closed. */
export type Heartbeat = {
  start(): void;
  /** Data arrived. */
  heard(): void;
  pong(id: number): void;
  stop(): void;
};

type Deps = {
  now: () => number;
  after: After;
  ping: (id: number) => void;
  onLatency: (milliseconds: number) => void;
  onSilence: () => void;
};

const PING_MS = 4000;
const SILENCE_MS = 12_000;

/** A stopped heartbeat. */
export const makeHeartbeat = ({ now, after, ping, onLatency, onSilence }: Deps): Heartbeat => {
  let count = 0;
  let sentAt = 0;
  let heardAt = 0;
  let cancel: (() => void) | undefined;
  const beat = () => {
    if (now() - heardAt > SILENCE_MS) return onSilence();
    count += 1;
    sentAt = now();
    ping(count);
    cancel = after(PING_MS, beat);
  };
  return {
    start: () => {
      cancel?.();
      heardAt = now();
      cancel = after(0, beat);
    },
    heard: () => {
      heardAt = now();
    },
    pong: (id) => {
      if (id === count) onLatency(Math.round(now() - sentAt));
    },
    stop: () => cancel?.(),
  };
};
