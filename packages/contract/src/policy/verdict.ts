/** A rule that was considered but did not decide, with the reason. */
export type PassedOver<Reason extends string> = { rule: string; reason: Reason };

/** The decision of a set of rules on a request, and why. */
export type Verdict<Outcome extends string, Reason extends string> = {
  outcome: Outcome;
  /** Ids of the rules that decided together; empty when no rule applies. */
  decidedBy: readonly string[];
  /** The other rules, in order. */
  passedOver: readonly PassedOver<Reason>[];
};
