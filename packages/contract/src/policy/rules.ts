import type { CommandGroup } from './command.ts';
import type { AssetFacts, Selector, UserFacts } from './selector.ts';
import type { PassedOver } from './verdict.ts';

/** Hours of a weekday, 0 is Sunday: `00:00~07:30、10:00~13:00`; an empty text means never on that day. */
export type DayPeriod = { id: number | string; value: string };

/** When and from where a rule applies; what is missing or empty always applies. */
export type RuleConditions = { ip_group?: readonly string[]; time_period?: readonly DayPeriod[] };

/** What every rule that limits access has in common (reference 04 §16.1). */
export type LimitRule = {
  id: string;
  name: string;
  /** 1 to 100; 100 decides first. */
  priority: number;
  is_active: boolean;
  users: Selector;
  /** Only rules about assets have assets and accounts. */
  assets?: Selector;
  /** Usernames, or `@ALL` or `*`. */
  accounts?: readonly string[];
  rules?: RuleConditions | null;
};

/** What a rule does when it decides. `notice` and `warning` let pass and tell the reviewers. */
export type LimitAction = 'reject' | 'accept' | 'review' | 'notice' | 'warning';

/** A rule with an action and reviewers: users who may decide, without those who are disabled or strangers. */
export type DecidingRule<Action extends LimitAction = LimitAction> = LimitRule & {
  action: Action;
  reviewers: readonly string[];
};

/** A rule about signing in. */
export type LoginRule = DecidingRule<'reject' | 'accept' | 'review' | 'notice'>;
/** A rule about connecting to assets. */
export type AssetLoginRule = LoginRule & Required<Pick<LimitRule, 'assets' | 'accounts'>>;
/** A rule that takes ways to connect away. */
export type ConnectMethodRule = LimitRule & { connect_methods: readonly string[] };
/** A rule about commands. */
export type CommandFilterRule = DecidingRule<'reject' | 'accept' | 'review' | 'warning'> &
  Required<Pick<LimitRule, 'assets' | 'accounts'>> & { command_groups: readonly CommandGroup[] };

/** What a user wants to do, as far as rules ask about it. */
export type LimitRequest = {
  user: UserFacts;
  asset?: AssetFacts;
  /** Username on the asset; the typed name for `@INPUT`. */
  account?: string;
  /** Where the user is; empty if that is not known: then the strictest decision counts. */
  address: string;
  now: Date;
};

/**
 * Why a rule did not decide; `decided_before` means that another did. `method` and `command` are about what a rule
 * takes away or matches.
 */
export const limitReasons = [
  'inactive',
  'user',
  'asset',
  'account',
  'address',
  'period',
  'method',
  'command',
  'decided_before',
] as const;

/** One of these reasons. */
export type LimitReason = (typeof limitReasons)[number];

/**
 * The decision of rules on a request. A `review` that nobody could decide is a `reject` with
 * `isWithoutReviewer`, never passed over.
 */
export type LimitVerdict<Rule extends DecidingRule> = {
  outcome: Rule['action'] | 'none';
  rule?: Rule;
  /** Who may decide, or is told: the reviewers without the user who asks. */
  reviewers: readonly string[];
  isWithoutReviewer: boolean;
};

/** A verdict with the rules that did not decide, in order. */
export type ExplainedVerdict<Rule extends DecidingRule> = LimitVerdict<Rule> & {
  decidedBy: readonly string[];
  passedOver: readonly PassedOver<LimitReason>[];
};
