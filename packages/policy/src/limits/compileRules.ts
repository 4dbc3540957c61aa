import { type Ip, ipOf } from '@gatehouse/contract/network/ipGroup.ts';
import type { LimitReason, LimitRequest, LimitRule } from '@gatehouse/contract/policy/rules.ts';
import type { Facts } from '@gatehouse/contract/policy/selector.ts';
import { type CompiledSelector, compileSelector, type NodeKeys } from '../selector/compileSelector.ts';
import { type CompiledConditions, compileConditions, type Moment, momentIn } from './conditions.ts';
import { inOrder } from './inOrder.ts';
import { inBoth, indexRows } from './rowIndex.ts';

/** What rules are read against: the tree of nodes and the time zone of the server. */
export type RuleSurroundings = { tree: NodeKeys; zone: string };

type Compiled<Rule extends LimitRule> = {
  rule: Rule;
  users: CompiledSelector;
  assets: CompiledSelector | undefined;
  accounts: ReadonlySet<string> | undefined;
  conditions: CompiledConditions;
};

/** A rule that applies; not surely where it is for some addresses and that of the user is not known. */
type Candidate<Rule extends LimitRule> = { rule: Rule; isSure: boolean };

/** Rules of one kind, in the order in which they decide. */
export type RuleSet<Rule extends LimitRule> = {
  readonly rules: readonly Rule[];
  /** The active rules that apply to a request, the deciding one first. */
  applying(request: LimitRequest): Generator<Rule>;
  /** The same, with those that would apply if the user were elsewhere, where it is not known where the user is. */
  candidates(request: LimitRequest): Generator<Candidate<Rule>>;
  /** The first rule that applies; every other one in order, with the reason why it does not decide. */
  explain(request: LimitRequest): { rule?: Rule; passedOver: { rule: string; reason: LimitReason }[] };
  /** The rules after one was added or changed. */
  with(rule: Rule): RuleSet<Rule>;
  /** The rules after one was deleted. */
  without(id: string): RuleSet<Rule>;
};

const compile = <Rule extends LimitRule>(rule: Rule, { tree }: RuleSurroundings): Compiled<Rule> => ({
  rule,
  users: compileSelector(rule.users, tree),
  assets: rule.assets === undefined ? undefined : compileSelector(rule.assets, tree),
  accounts: rule.accounts && new Set(rule.accounts),
  conditions: compileConditions(rule.rules),
});

const isForAccount = (accounts: ReadonlySet<string> | undefined, account: string | undefined): boolean =>
  accounts === undefined ||
  accounts.has('@ALL') ||
  accounts.has('*') ||
  (account !== undefined && accounts.has(account));

type Place = { account: string | undefined; ip: Ip | undefined; moment: Moment };

const reasonByPlace = (
  { accounts, conditions }: Compiled<LimitRule>,
  { account, ip, moment }: Place,
): LimitReason | undefined => {
  if (!isForAccount(accounts, account)) return 'account';
  if (!conditions.isFrom(ip)) return 'address';
  return conditions.isAt(moment) ? undefined : 'period';
};

const reasonByRow = (
  { rule, users, assets }: Compiled<LimitRule>,
  { user, asset }: LimitRequest,
): LimitReason | undefined => {
  if (!rule.is_active) return 'inactive';
  if (!users.matches(user)) return 'user';
  return assets && !(asset && assets.matches(asset)) ? 'asset' : undefined;
};

const everyRow: CompiledSelector = { matches: () => true };
const noAsset: Facts = { id: '', version: '', attributes: {} };

const inSet = <Rule extends LimitRule>(
  compiled: readonly Compiled<Rule>[],
  surroundings: RuleSurroundings,
  momentOf: (now: Date) => Moment,
): RuleSet<Rule> => {
  const ordered = [...compiled].sort((a, b) => inOrder(a.rule, b.rule));
  const active = ordered.filter(({ rule }) => rule.is_active);
  const users = indexRows(active.map((one) => one.users));
  const assets = indexRows(active.map((one) => one.assets ?? everyRow));
  const placeOf = ({ account, address, now }: LimitRequest): Place => ({
    account,
    ip: ipOf(address),
    moment: momentOf(now),
  });
  const others = (id: string) => compiled.filter(({ rule }) => rule.id !== id);
  return {
    rules: ordered.map(({ rule }) => rule),
    *applying(request) {
      for (const { rule, isSure } of this.candidates(request)) if (isSure) yield rule;
    },
    *candidates(request) {
      const place = placeOf(request);
      for (const at of inBoth(users.of(request.user), assets.of(request.asset ?? noAsset))) {
        const one = active[at];
        const reason = one && reasonByPlace(one, place);
        if (one && !reason) yield { rule: one.rule, isSure: true };
        else if (one && reason === 'address' && !place.ip && one.conditions.isAt(place.moment))
          yield { rule: one.rule, isSure: false };
      }
    },
    explain(request) {
      const place = placeOf(request);
      const passedOver: { rule: string; reason: LimitReason }[] = [];
      let deciding: Rule | undefined;
      for (const one of ordered) {
        const reason = reasonByRow(one, request) ?? reasonByPlace(one, place);
        if (reason) passedOver.push({ rule: one.rule.id, reason });
        else if (deciding) passedOver.push({ rule: one.rule.id, reason: 'decided_before' });
        else deciding = one.rule;
      }
      return deciding ? { rule: deciding, passedOver } : { passedOver };
    },
    with: (rule) => inSet([...others(rule.id), compile(rule, surroundings)], surroundings, momentOf),
    without: (id) => inSet(others(id), surroundings, momentOf),
  };
};

/**
 * Compiles rules of one kind (decision 0364). They are found by users and assets without looking at each; a
 * changed rule makes a new set, which shares the others.
 */
export const compileRules = <Rule extends LimitRule>(
  rules: readonly Rule[],
  surroundings: RuleSurroundings,
): RuleSet<Rule> =>
  inSet(
    rules.map((rule) => compile(rule, surroundings)),
    surroundings,
    momentIn(surroundings.zone),
  );
