import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import type { ExplainReason, ExplainStep, StepOutcome } from '@gatehouse/contract/perms/explain.ts';
import type { LimitReason, LimitRule } from '@gatehouse/contract/policy/rules.ts';
import type { PassedOver } from '@gatehouse/contract/policy/verdict.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';

/** A step of an explanation, as answers tell it. */
export type Step = AnswerInput<typeof explainAccess>['steps'][number];

/** Rules that a step names among those passed over. */
const mostRules = 50;

/** Reasons of rules that are about other users or assets: the least interesting ones. */
const aboutOthers: ReadonlySet<LimitReason> = new Set(['user', 'asset']);

/** A step that no rule decides, with the settings that it depends on. */
export const plainStep = (
  step: ExplainStep,
  refusal?: ExplainReason,
  settings: readonly SettingName[] = [],
): Step => ({
  step,
  outcome: refusal ? 'reject' : 'pass',
  reason: refusal ?? null,
  rule: null,
  reviewers: [],
  passed_over: [],
  passed_over_count: 0,
  settings: [...settings],
});

/** The rules passed over, as answers tell them: those about the user and asset first, in the order of decision. */
export const passedOverOf = (
  passedOver: readonly PassedOver<LimitReason>[],
  rules: readonly LimitRule[],
): Pick<Step, 'passed_over' | 'passed_over_count'> => {
  const near = passedOver.filter(({ reason }) => !aboutOthers.has(reason));
  const far = passedOver.filter(({ reason }) => aboutOthers.has(reason));
  const shown = [...near, ...far].slice(0, mostRules);
  const ids = new Set(shown.map(({ rule }) => rule));
  const names = new Map(rules.filter(({ id }) => ids.has(id)).map(({ id, name }) => [id, name]));
  return {
    passed_over: shown.map(({ rule, reason }) => ({ id: rule, name: names.get(rule) ?? '', reason })),
    passed_over_count: passedOver.length,
  };
};

/** A rule as a step names it. */
export const ruleOf = ({ id, name, priority }: LimitRule): NonNullable<Step['rule']> => ({
  id,
  name,
  priority,
});

const refuses = (outcome: StepOutcome): boolean => outcome === 'reject';

/** What the steps come to, and the step that says so: the first that refuses, else the first that lets wait. */
export const verdictOf = (
  steps: readonly Step[],
): Pick<AnswerInput<typeof explainAccess>, 'outcome' | 'decided_by'> => {
  const refusing = steps.find(({ outcome }) => refuses(outcome));
  const waiting = steps.find(({ outcome }) => outcome === 'review');
  const outcome = refusing ? 'reject' : waiting ? 'review' : 'allow';
  return { outcome, decided_by: (refusing ?? waiting)?.step ?? null };
};
