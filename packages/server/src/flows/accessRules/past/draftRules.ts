import type { LimitRequest, LimitRule } from '@gatehouse/contract/policy/rules.ts';
import { compileRules, type RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import type { Database } from '../../../platform/database.ts';
import { keysOfNodes } from '../../../resources/assets/node/statements.ts';
import { nodesIn } from '../ruleBook.ts';

/** The rules in force with a draft among them, in place of the rule that it would change. */
export const rulesWith = async <Rule extends LimitRule>(
  inForce: readonly Rule[],
  draft: Rule,
  { db, zone }: { db: Database; zone: string },
): Promise<RuleSet<Rule>> => {
  const rules = [...inForce.filter(({ id, is_active }) => id !== draft.id && is_active), draft];
  const nodes = nodesIn(rules);
  const keys = nodes.length > 0 ? await keysOfNodes(nodes, db) : new Map<string, string>();
  return compileRules(rules, { tree: { keyOf: (id) => keys.get(id) }, zone });
};

/** Whether a rule is among those that apply to a request. */
export const applies = <Rule extends LimitRule>(
  rule: Rule,
  rules: RuleSet<Rule>,
  request: LimitRequest,
): boolean => {
  for (const { id } of rules.applying(request)) if (id === rule.id) return true;
  return false;
};
