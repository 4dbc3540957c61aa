import type {
  CommandFilterRule,
  ConnectMethodRule,
  DecidingRule,
  ExplainedVerdict,
  LimitReason,
  LimitRequest,
  LimitVerdict,
} from '@gatehouse/contract/policy/rules.ts';
import type { PassedOver } from '@gatehouse/contract/policy/verdict.ts';
import type { RuleSet } from './compileRules.ts';

/** What a rule decides for a user. A review that only the user could grant is refused. */
export const verdictOf = <Rule extends DecidingRule>(
  rule: Rule | undefined,
  userId: string,
): LimitVerdict<Rule> => {
  if (!rule) return { outcome: 'none', reviewers: [], isWithoutReviewer: false };
  const reviewers = rule.reviewers.filter((id) => id !== userId);
  const isWithoutReviewer = rule.action === 'review' && reviewers.length === 0;
  return { outcome: isWithoutReviewer ? 'reject' : rule.action, rule, reviewers, isWithoutReviewer };
};

/** From what lets pass without a word to what refuses. */
const byStrictness = ['none', 'accept', 'notice', 'warning', 'review', 'reject'];

const strictnessOf = ({ outcome }: LimitVerdict<DecidingRule>): number => byStrictness.indexOf(outcome);

/**
 * What the rules about signing in, or about connecting to assets, decide. Where it is not known where the user is,
 * the strictest of what they would decide somewhere.
 */
export const decide = <Rule extends DecidingRule>(
  rules: RuleSet<Rule>,
  request: LimitRequest,
): LimitVerdict<Rule> => {
  let decided = verdictOf<Rule>(undefined, request.user.id);
  for (const { rule, isSure } of rules.candidates(request)) {
    const verdict = verdictOf<Rule>(rule, request.user.id);
    if (strictnessOf(verdict) > strictnessOf(decided)) decided = verdict;
    if (isSure) break;
  }
  return decided;
};

/** The same decision, with the reason why every other rule did not decide. */
export const explain = <Rule extends DecidingRule>(
  rules: RuleSet<Rule>,
  request: LimitRequest,
): ExplainedVerdict<Rule> => {
  const verdict = decide(rules, request);
  const { rule } = verdict;
  const reasons = new Map(rules.explain(request).passedOver.map((one) => [one.rule, one.reason]));
  const passedOver = rules.rules
    .filter(({ id }) => id !== rule?.id)
    .map(({ id }) => ({ rule: id, reason: reasons.get(id) ?? ('decided_before' as const) }));
  return { ...verdict, decidedBy: rule ? [rule.id] : [], passedOver };
};

/**
 * Ways to connect that rules take away from a user, each with the rule that does; where it is not known where the user
 * is, those that they take away somewhere.
 */
export const refusedMethods = (
  rules: RuleSet<ConnectMethodRule>,
  request: LimitRequest,
): ReadonlyMap<string, ConnectMethodRule> => {
  const refused = new Map<string, ConnectMethodRule>();
  for (const { rule } of rules.candidates(request))
    for (const method of rule.connect_methods) if (!refused.has(method)) refused.set(method, rule);
  return refused;
};

/** The rule that takes a way to connect away from a user, if one does; the others in order, with the reason. */
export const explainMethod = (
  rules: RuleSet<ConnectMethodRule>,
  request: LimitRequest,
  method: string,
): { rule?: ConnectMethodRule; passedOver: PassedOver<LimitReason>[] } => {
  const rule = refusedMethods(rules, request).get(method);
  const reasons = new Map(rules.explain(request).passedOver.map((one) => [one.rule, one.reason]));
  const reasonOf = ({ id, connect_methods }: ConnectMethodRule): LimitReason => {
    const reason = reasons.get(id) ?? 'decided_before';
    return reason === 'decided_before' && !connect_methods.includes(method) ? 'method' : reason;
  };
  const others = rules.rules.filter((one) => one !== rule);
  const passedOver = others.map((one) => ({ rule: one.id, reason: reasonOf(one) }));
  return rule ? { rule, passedOver } : { passedOver };
};

/** The command filters in force for a session, in the order in which they decide. */
export const filtersOf = (
  rules: RuleSet<CommandFilterRule>,
  request: LimitRequest,
): readonly CommandFilterRule[] => [...rules.applying(request)];
