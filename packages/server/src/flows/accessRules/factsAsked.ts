import type { LimitRule } from '@gatehouse/contract/policy/rules.ts';

/** Whether rules are for some only, by what these are: a change of a user or an asset may then change whom they hit. */
export type FactsAsked = { users: boolean; assets: boolean };

const everyAccount = new Set(['@ALL', '*']);

/** What the active ones of some rules ask about. Names of accounts follow from users as well as from assets. */
export const factsAskedBy = (rules: readonly LimitRule[]): FactsAsked => {
  const active = rules.filter(({ is_active }) => is_active);
  const isByAccount = active.some(
    ({ accounts }) => accounts !== undefined && !accounts.some((name) => everyAccount.has(name)),
  );
  return {
    users: isByAccount || active.some(({ users }) => users?.type === 'attrs'),
    assets: isByAccount || active.some(({ assets }) => assets?.type === 'attrs'),
  };
};
