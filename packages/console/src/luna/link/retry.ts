import type { After } from './clock.ts';

/** Retries with growing delays while the other side may still be waiting. */
export type Retry = {
  /** Plans the next attempt; false when the time to return is over. */
  next(windowMs: number, attempt: () => void): boolean;
  /** The connection is open: the next loss starts over. */
  reset(): void;
  stop(): void;
};

const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** A plan without failures. */
export const makeRetry = ({ now, after }: { now: () => number; after: After }): Retry => {
  let since: number | undefined;
  let attempts = 0;
  let cancel: (() => void) | undefined;
  return {
    next: (windowMs, attempt) => {
      since ??= now();
      if (now() - since > windowMs) return false;
      cancel = after(PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]!, attempt);
      attempts += 1;
      return true;
    },
    reset: () => {
      since = undefined;
      attempts = 0;
    },
    stop: () => cancel?.(),
  };
};
