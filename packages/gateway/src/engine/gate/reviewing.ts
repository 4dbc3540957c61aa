import type { HeldLine } from '../screen/heldLine.ts';
import { backInLine, type GateTexts, waitingBelow } from './notices.ts';
import type { Review, ReviewEnd, Reviews } from './reviews.ts';

/** Asks reviewers while the user sees how long it takes. */
export type Reviewing = {
  /** `stands`: whether the rules in force still ask for it. */
  ask: (review: Review, line: HeldLine, stands: () => boolean) => Promise<ReviewEnd>;
  isWaiting: () => boolean;
  /** The user gives up. */
  cancel: () => void;
  /** Whether the user gave up the last review. */
  isCancelled: () => boolean;
  /** Other rules are in force: a review that they do not ask for is withdrawn. */
  recheck: () => void;
  /** Whether the last review was withdrawn for that. */
  isOvertaken: () => boolean;
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
  let isOvertaken = false;
  let stillStands = () => true;

  const show = (line: HeldLine, began: number, isFirst: boolean) => {
    if (line.isFull) return;
    const elapsed_s = Math.floor((now() - began) / 1000);
    deps.say(waitingBelow(deps.texts.waiting(elapsed_s), line, isFirst));
  };

  return {
    ask: async (review, line, stands) => {
      const controller = new AbortController();
      current = controller;
      isCancelled = false;
      isOvertaken = false;
      stillStands = () => {
        try {
          return stands();
        } catch {
          // Rules that fail ask for no review: the line is decided anew, and refused.
          return false;
        }
      };
      const began = now();
      show(line, began, true);
      const timer = setInterval(() => show(line, began, false), TICK_MS);
      try {
        return await deps.reviews.ask(review, controller.signal);
      } catch (error) {
        if (isOvertaken) return { outcome: 'closed', by: '' };
        throw error;
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
    recheck: () => {
      if (current === null || current.signal.aborted || stillStands()) return;
      isOvertaken = true;
      current.abort();
    },
    isOvertaken: () => isOvertaken && !isCancelled,
  };
};
