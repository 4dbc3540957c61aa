import type { After } from './clock.ts';

/** Plans retries with growing delays, while the gateway may still be waiting for the page. */
export type Retry = {
  /** Plans the next attempt; false when `windowMs` have passed since the first one. */
  next(windowMs: number, attempt: () => void): boolean;
  /** Starts over with the shortest delay: the session goes on, or a retry at once was requested. */
  reset(): void;
  stop(): void;
};

const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** A new plan, without attempts. */
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
