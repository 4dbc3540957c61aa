import { VIRTUAL } from '@gatehouse/contract/accounts/accountChoice.ts';
import { actionBits, type PermissionAction } from '@gatehouse/contract/permissions/actionBits.ts';
import type {
  AccessReason,
  AccessRequest,
  AccessRule,
  AccessVerdict,
  AssetAccount,
  GrantedAccount,
} from '@gatehouse/contract/policy/access.ts';
import { withheldFrom } from './withheld.ts';

/** The permissions between a user and an asset, ready to decide requests. */
export type CompiledAccess = {
  /** Every account that a permission grants; none means no access. */
  accounts: GrantedAccount[];
  /** Union of the protocols the permissions carry. */
  protocols: string[];
  /** Whether the user may do this now, and which permissions decide. */
  decide(request: AccessRequest): AccessVerdict;
};

/** The asset's accounts and the username, to which permissions refer; the id of the user, to whom check-outs do. */
export type AccessFacts = { accounts: readonly AssetAccount[]; username: string; user?: string };

type Grant = { actions: number; until: Date; isOwn: boolean; rules: Set<AccessRule> };

/** Whether the bits hold an action. */
export const allows = (bits: number, action: PermissionAction): boolean =>
  (bits & (1 << actionBits.indexOf(action))) !== 0;

/**
 * Aliases that a permission grants on an asset with these accounts; true for those granted as the user's own.
 */
const aliasesOf = (rule: AccessRule, { accounts, username }: AccessFacts): Map<string, boolean> => {
  const named = new Set(rule.accounts);
  const aliases = new Map<string, boolean>();
  for (const account of accounts)
    if (named.has('@ALL') || named.has(account.username)) aliases.set(account.name, false);
  if (named.has('@USER')) {
    const own = accounts.filter((account) => account.username === username);
    for (const alias of own.length ? own.map((account) => account.name) : ['@USER']) aliases.set(alias, true);
  }
  for (const alias of ['@INPUT', '@ANON']) if (named.has(alias)) aliases.set(alias, false);
  return aliases;
};

const grantsOf = (rules: readonly AccessRule[], facts: AccessFacts): Map<string, Grant> => {
  const grants = new Map<string, Grant>();
  for (const rule of rules)
    for (const [alias, isOwn] of aliasesOf(rule, facts)) {
      const found = grants.get(alias);
      if (!found) {
        grants.set(alias, { actions: rule.actions, until: rule.date_expired, isOwn, rules: new Set([rule]) });
        continue;
      }
      found.actions |= rule.actions;
      if (rule.date_expired > found.until) found.until = rule.date_expired;
      found.isOwn ||= isOwn;
      found.rules.add(rule);
    }
  return grants;
};

const virtualAccount = (alias: string, username: string) => ({
  id: null,
  name: alias,
  username: alias === '@USER' ? username : alias,
  secret_type: 'password',
  has_secret: false,
});

const timeReason = (rule: AccessRule, now: Date): AccessReason | undefined => {
  if (!rule.is_active) return 'inactive';
  if (rule.date_start > now) return 'not_started';
  return rule.date_expired <= now ? 'expired' : undefined;
};

const carries = (rule: AccessRule, protocol: string): boolean =>
  rule.protocols.includes('all') || rule.protocols.includes(protocol);

/** One permission that grants everything, else two that do so together; undefined when none do. */
const decidingRules = (
  rules: readonly AccessRule[],
  grant: Grant,
  { protocol, action }: AccessRequest,
): AccessRule[] | undefined => {
  const granting = rules.filter((rule) => grant.rules.has(rule) && allows(rule.actions, action));
  const whole = granting.find((rule) => carries(rule, protocol));
  if (whole) return [whole];
  const other = rules.find((rule) => carries(rule, protocol));
  return granting[0] && other && [granting[0], other];
};

/**
 * False for an account named like a virtual one: it would be used, with its secret, where a permission means
 * the virtual account.
 */
const isReal = ({ name, username }: AssetAccount): boolean =>
  ![name, username].some((word) => VIRTUAL.some((virtual) => virtual === word));

/** A check-out ends what it opens, however long a permission lasts. */
const untilOf = (account: AssetAccount | undefined, until: Date): Date => {
  const open = account?.checkout?.open;
  return open?.state === 'held' && open.until < until ? open.until : until;
};

/**
 * Compiles the permissions that link a user with an asset (reference 04 §13.4). Permissions add up: one may
 * grant the account and another the protocol.
 */
export const compileAccess = (
  rules: readonly AccessRule[],
  { accounts: stored, username, user }: AccessFacts,
): CompiledAccess => {
  const facts = { accounts: stored.filter(isReal), username };
  const grants = grantsOf(rules, facts);
  const byName = new Map(facts.accounts.map((account) => [account.name, account]));
  const accounts = [...grants].map(
    ([alias, grant]): GrantedAccount => ({
      alias,
      ...(byName.get(alias) ?? virtualAccount(alias, facts.username)),
      is_own: grant.isOwn,
      actions: grant.actions,
      date_expired: untilOf(byName.get(alias), grant.until),
    }),
  );
  const reasonOf = (rule: AccessRule, grant: Grant | undefined, request: AccessRequest): AccessReason => {
    const byTime = timeReason(rule, request.now);
    if (byTime) return byTime;
    if (!grant?.rules.has(rule)) return 'account';
    if (!allows(rule.actions, request.action)) return 'action';
    return carries(rule, request.protocol) ? 'not_needed' : 'protocol';
  };
  const decide = (request: AccessRequest): AccessVerdict => {
    const requested = request.account;
    const account = accounts.find(
      ({ alias, id, name }) => alias === requested || id === requested || name === requested,
    );
    const grant = account && grants.get(account.alias);
    const live = rules.filter((rule) => !timeReason(rule, request.now));
    const deciding = grant && decidingRules(live, grant, request);
    const passedOver = rules
      .filter((rule) => !deciding?.includes(rule))
      .map((rule) => ({ rule: rule.id, reason: reasonOf(rule, grant, request) }));
    const decidedBy = deciding?.map(({ id }) => id) ?? [];
    const withheld = account?.checkout && withheldFrom(account.checkout, user, request.now);
    if (deciding && withheld) return { outcome: 'withheld', withheld, decidedBy, passedOver };
    if (account && deciding) return { outcome: 'allow', account, decidedBy, passedOver };
    const ended = rules.filter((rule) => (timeReason(rule, request.now) ?? 'expired') === 'expired');
    const wasAllowed = grant && decidingRules(ended, grant, request);
    return { outcome: wasAllowed ? 'expired' : 'deny', decidedBy: [], passedOver };
  };
  return { accounts, protocols: [...new Set(rules.flatMap((rule) => rule.protocols))], decide };
};
