import type { LoginRule } from '@gatehouse/contract/policy/rules.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { decide } from '@gatehouse/policy/limits/decide.ts';
import type { Database } from '../../platform/database.ts';
import { userFacts } from './facts.ts';
import type { RuleBook } from './ruleBook.ts';

/** Milliseconds for which a decision is kept: as long as a change may take to be in force. */
const keptMs = 1_000;
/** Maximum number of decisions that are kept. */
const mostKept = 10_000;

/** Whether a login rule rejects what a user does from an address now. */
export type IsRefusedHere = (user: string, address: string) => Promise<boolean>;

/**
 * Decides about requests of users who do not sign in, because they hold an access key or a bearer token. Only a rule
 * that rejects counts: what waits for a reviewer or tells one needs a sign-in (docs/decisions/0401). Without such rules
 * this reads nothing.
 */
export const createRefusedHere = (deps: { db: Database; ruleBook: RuleBook }): IsRefusedHere => {
  let judged: RuleSet<LoginRule> | undefined;
  let rejects = false;
  const kept = new Map<string, { until: number; isRefused: Promise<boolean> }>();
  const decideFor = async (rules: RuleSet<LoginRule>, id: string, address: string): Promise<boolean> => {
    const user = await userFacts(id, undefined, deps.db);
    // Rules that cannot be asked about a user refuse.
    if (!user) return true;
    const { outcome, isWithoutReviewer } = decide(rules, { user, address, now: new Date() });
    return outcome === 'reject' && !isWithoutReviewer;
  };
  return async (user, address) => {
    const rules = await deps.ruleBook.logins();
    if (rules !== judged) {
      judged = rules;
      rejects = rules.rules.some((rule) => rule.is_active && rule.action === 'reject');
      kept.clear();
    }
    if (!rejects) return false;
    const key = `${user}|${address}`;
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.isRefused;
    if (kept.size >= mostKept) kept.clear();
    const isRefused = decideFor(rules, user, address);
    kept.set(key, { until: Date.now() + keptMs, isRefused });
    // A decision that failed is not kept.
    isRefused.catch(() => kept.delete(key));
    return isRefused;
  };
};
