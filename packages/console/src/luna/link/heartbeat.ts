import type { After } from './clock.ts';

/** Measures the round trip, and notices when a connection is silent without having been closed. */
export type Heartbeat = {
  start(): void;
  /** Data arrived. */
  heard(): void;
  pong(id: number): void;
  /** Counts the connection as quiet until data arrives: the browser says that it is offline. */
  doubt(): void;
  stop(): void;
};

type Deps = {
  now: () => number;
  after: After;
  ping: (id: number) => void;
  onLatency: (milliseconds: number) => void;
  /** The other side does not answer at the moment, or answers again. */
  onQuiet: (isQuiet: boolean) => void;
  onSilence: () => void;
};

const BEAT_MS = 1000;
/**
 * Unanswered pings after which the user is told, and after which the connection is given up. Beats are
 * counted instead of time, because a browser may delay the timers of a hidden or busy page.
 */
const QUIET_AFTER = 2;
const SILENT_AFTER = 12;

/** A stopped heartbeat. */
export const makeHeartbeat = ({ now, after, ping, onLatency, onQuiet, onSilence }: Deps): Heartbeat => {
  const sentAt = new Map<number, number>();
  let count = 0;
  let unanswered = 0;
  let isQuiet = false;
  let cancel: (() => void) | undefined;
  const tell = (next: boolean) => {
    if (isQuiet === next) return;
    isQuiet = next;
    onQuiet(next);
  };
  const beat = () => {
    if (unanswered >= SILENT_AFTER) return onSilence();
    if (unanswered >= QUIET_AFTER) tell(true);
    count += 1;
    unanswered += 1;
    sentAt.set(count, now());
    ping(count);
    cancel = after(BEAT_MS, beat);
  };
  const stop = () => {
    cancel?.();
    unanswered = 0;
    sentAt.clear();
    tell(false);
  };
  return {
    start: () => {
      stop();
      cancel = after(0, beat);
    },
    heard: () => {
      unanswered = 0;
      tell(false);
    },
    pong: (id) => {
      const sent = sentAt.get(id);
      if (sent === undefined) return;
      for (const earlier of sentAt.keys()) if (earlier <= id) sentAt.delete(earlier);
      onLatency(Math.round(now() - sent));
    },
    doubt: () => tell(true),
    stop,
  };
};
