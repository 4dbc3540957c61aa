/**
 * What a rule did: it rejected, accepted, warned or told; or a reviewer approved or refused what it held, it still
 * waits, or it ended without a decision.
 */
export const ruleVerdicts = [
  'reject',
  'accept',
  'warning',
  'approved',
  'refused',
  'pending',
  'closed',
] as const;

/** One of the verdicts of a rule. */
export type RuleVerdict = (typeof ruleVerdicts)[number];

/** Days that the page of a rule looks back. */
export const DECISION_DAYS = 7;
