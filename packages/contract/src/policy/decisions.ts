/**
 * What a rule did: it rejected, accepted, or let pass and told its reviewers (`warning` for commands, `notice` for
 * connections); or a reviewer approved or refused what it held, it still waits, or it ended without a decision.
 */
export const ruleVerdicts = [
  'reject',
  'accept',
  'notice',
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
