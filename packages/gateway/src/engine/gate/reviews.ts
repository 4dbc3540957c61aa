import type { CommandDoubt } from '@gatehouse/contract/wire/terminal.ts';
import type { Rule } from './ruling.ts';

/** What reviewers are shown of a line, and what keeps it from telling all that may run; absent: nothing does. */
export type Shown = { command: string; doubt?: CommandDoubt };

/** A line that waits for a decision of a reviewer. */
export type Review = Shown & { rule: Rule };

/** How a review ended, and who decided. */
export type ReviewEnd = { outcome: 'approved' | 'rejected' | 'closed' | 'timeout'; by: string };

/** Asks the reviewers of a rule. */
export type Reviews = {
  /** When the signal is aborted the question is withdrawn. */
  ask: (review: Review, signal: AbortSignal) => Promise<ReviewEnd>;
};
