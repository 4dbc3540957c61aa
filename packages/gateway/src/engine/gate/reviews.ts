import type { Rule } from './ruling.ts';

/** A line that waits for a decision of a reviewer. */
export type Review = { rule: Rule; command: string };

/** How a review ended, and who decided. */
export type ReviewEnd = { outcome: 'approved' | 'rejected' | 'closed' | 'timeout'; by: string };

/** Asks the reviewers of a rule. */
export type Reviews = {
  /** When the signal is aborted the question is withdrawn. */
  ask: (review: Review, signal: AbortSignal) => Promise<ReviewEnd>;
};
