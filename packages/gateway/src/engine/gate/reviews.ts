import type { CommandDoubt } from '@gatehouse/contract/wire/terminal.ts';
import type { Rule, Ruling } from './ruling.ts';

/** What reviewers are shown of a line, and what keeps it from telling all that may run; absent: nothing does. */
export type Shown = { command: string; doubt?: CommandDoubt };

/** A line that waits for a decision of a reviewer. */
export type Review = Shown & { rule: Rule };

/** How a review ended and who decided, or why no reviewer can be asked. */
export type ReviewEnd =
  | { outcome: 'approved' | 'rejected' | 'closed' | 'timeout'; by: string }
  | { outcome: 'unasked'; reason: string };

/** Asks the reviewers of a rule. */
export type Reviews = {
  /** When the signal is aborted the question is withdrawn. */
  ask: (review: Review, signal: AbortSignal) => Promise<ReviewEnd>;
};

/** What may run, with what the rules say about it. */
export type Reading = { text: string; ruling: Ruling };

/**
 * What reviewers are shown: the readings that the rules hold, whole, since that is what they decide about.
 * `isHidden`: a part was not shown by the machine; `isCut`: a part of it is not known any more.
 */
export const shownOf = (
  readings: readonly Reading[],
  ruling: Ruling,
  { isHidden, isCut }: { isHidden: boolean; isCut: boolean },
): Shown => {
  if (isHidden) return { command: '', doubt: 'hidden' };
  const held = readings.filter((reading) => reading.ruling.action === ruling.action);
  const command = [...new Set(held.map(({ text }) => text))].join('\n');
  const isOne = new Set(readings.map(({ text }) => text)).size <= 1;
  const isCertain = isOne && !isCut && !ruling.isUnknown && !ruling.isDependent;
  return isCertain ? { command } : { command, doubt: 'uncertain' };
};
