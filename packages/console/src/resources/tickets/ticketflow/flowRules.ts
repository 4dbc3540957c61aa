import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';

type FlowRule = RowOf<typeof ticketflow>['rules'][number];

/** Approvers of one level. */
export type Rule = { strategy: FlowRule['strategy']['value']; assignees: string[] };

/** The strategy with named approvers. */
export const CHOSEN_USERS = 'custom_user';
const USUAL: Rule = { strategy: 'super_admin', assignees: [] };

/** Rules as the form has them. */
export const rulesOfRow = (rules: readonly FlowRule[]): Rule[] =>
  rules.map(({ strategy, assignees_read_only }) => ({
    strategy: strategy.value,
    assignees: assignees_read_only ?? [],
  }));

/** One rule for each level: the existing ones, then default ones. Rules above the last level are dropped. */
export const rulesUpTo = (value: unknown, levels: number): Rule[] => {
  const rules: readonly Rule[] = Array.isArray(value) ? value : [];
  return Array.from({ length: levels || 1 }, (_, at) => rules[at] ?? USUAL);
};

/** Rules as sent to the server; approvers are sent only if the strategy names them. */
export const rulesToWire = (value: unknown, levels: number) =>
  rulesUpTo(value, levels).map(({ strategy, assignees }) =>
    strategy === CHOSEN_USERS ? { strategy, assignees } : { strategy },
  );
