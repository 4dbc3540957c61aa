/** A rule that was looked at and did not decide, with the reason. */
export type PassedOver<Reason extends string> = { rule: string; reason: Reason };

/** What a set of rules says to a request, and why. */
export type Verdict<Outcome extends string, Reason extends string> = {
  outcome: Outcome;
  /** Ids of the rules that decided, together; none when no rule applies. */
  decidedBy: readonly string[];
  /** The other rules, in their order. */
  passedOver: readonly PassedOver<Reason>[];
};
