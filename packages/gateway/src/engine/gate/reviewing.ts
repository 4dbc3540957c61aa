import type { HeldLine } from '../screen/heldLine.ts';
import { backInLine, type GateTexts, waitingBelow } from './notices.ts';
import type { Review, ReviewEnd, Reviews } from './reviews.ts';

/** Asks reviewers while the user sees how long it takes. */
export type Reviewing = {
  ask: (review: Review, line: HeldLine) => Promise<ReviewEnd>;
  isWaiting: () => boolean;
  /** The user gives up. */
  cancel: () => void;
  /** Whether the user gave up the last review. */
  isCancelled: () => boolean;
};

const TICK_MS = 1_000;

/** Starts without a review. */
export const createReviewing = (deps: {
  reviews: Reviews;
  texts: GateTexts;
  say: (text: string) => void;
  now?: () => number;
}): Reviewing => {
  const { now = Date.now } = deps;
  let current: AbortController | null = null;
  let isCancelled = false;

  const show = (line: HeldLine, began: number, isFirst: boolean) => {
    if (line.isFull) return;
    const elapsed_s = Math.floor((now() - began) / 1000);
    deps.say(waitingBelow(deps.texts.waiting(elapsed_s), line, isFirst));
  };

  return {
    ask: async (review, line) => {
      const controller = new AbortController();
      current = controller;
      isCancelled = false;
      const began = now();
      show(line, began, true);
      const timer = setInterval(() => show(line, began, false), TICK_MS);
      try {
        return await deps.reviews.ask(review, controller.signal);
      } finally {
        clearInterval(timer);
        current = null;
        if (!line.isFull) deps.say(backInLine(line));
      }
    },
    isWaiting: () => current !== null,
    cancel: () => {
      isCancelled = current !== null;
      current?.abort();
    },
    isCancelled: () => isCancelled,
  };
};
