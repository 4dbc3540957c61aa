import { rawOf } from '../../engine/resource/row.ts';

/** Who approves at one level. */
export type Rule = { strategy: string; assignees: string[] };

/** The strategy that names its approvers. */
export const CHOSEN_USERS = 'custom_user';
const USUAL: Rule = { strategy: 'super_admin', assignees: [] };

/** Rules as a form edits them, from the wire's. */
export const rulesOfRow = (value: unknown): Rule[] =>
  (Array.isArray(value) ? value : []).map((rule: Record<string, unknown>) => ({
    strategy: String(rawOf(rule.strategy)),
    assignees: (rule.assignees_read_only as string[] | null) ?? [],
  }));

/** One rule for each level: those there are, then the usual one; what is beyond the levels goes. */
export const rulesUpTo = (value: unknown, levels: number): Rule[] => {
  const rules = (value ?? []) as Rule[];
  return Array.from({ length: levels || 1 }, (_, at) => rules[at] ?? USUAL);
};

/** Rules as they are sent: names only where names count. */
export const rulesToWire = (value: unknown, levels: number) =>
  rulesUpTo(value, levels).map(({ strategy, assignees }) =>
    strategy === CHOSEN_USERS ? { strategy, assignees } : { strategy },
  );
