import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import type { ExplainReason } from '@gatehouse/contract/perms/explain.ts';
import type { AccessVerdict, AssetAccount, GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import { compileAccess } from '@gatehouse/policy/access/compileAccess.ts';
import { bitNames } from '../../engine/fields/bits/bits.ts';
import type { Database } from '../../platform/database.ts';
import { accountsOf } from '../access/evaluate.ts';
import { type Link, linksBetween } from './links.ts';
import type { Question } from './question.ts';

type Answer = AnswerInput<typeof explainAccess>;
type Grant = Answer['grants'][number];

/** Permissions that an answer shows. */
const mostGrants = 100;

/** What permissions say about a question. */
export type ExplainedAccess = {
  account: GrantedAccount | undefined;
  /** Why no permission grants it. */
  reason: ExplainReason | undefined;
  grants: Grant[];
  count: number;
  /** The account by which rules know the connection, also where no permission grants it. */
  asked: Pick<GrantedAccount, 'alias' | 'username'>;
};

/** Names of the actions in bits. */
export const actionsIn = (bits: number): string[] => bitNames(actionBits, bits);

const askedOf = (
  { account, user }: Question,
  granted: GrantedAccount | undefined,
  accounts: readonly AssetAccount[],
): ExplainedAccess['asked'] => {
  const own = accounts.find(({ id, name }) => id === account || name === account);
  const username = account === '@USER' ? user.username : (own?.username ?? account);
  return granted ?? { alias: own?.name ?? account, username };
};

const reasonOf = (links: readonly Link[], verdict: AccessVerdict): ExplainReason | undefined => {
  if (verdict.outcome === 'allow') return undefined;
  if (verdict.outcome === 'expired' || verdict.outcome === 'withheld') return verdict.outcome;
  return links.length > 0 ? 'not_granted' : 'no_permission';
};

const grantsOf = (links: readonly Link[], verdict: AccessVerdict): Grant[] => {
  const reasons = new Map(verdict.passedOver.map(({ rule, reason }) => [rule, reason]));
  const rank = ({ id }: Link): number => {
    if (verdict.decidedBy.includes(id)) return 0;
    return reasons.get(id) === 'not_needed' ? 1 : 2;
  };
  return links
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostGrants)
    .map((link) => ({
      id: link.id,
      name: link.name,
      is_direct: link.is_direct,
      groups: link.groups,
      is_on_asset: link.is_on_asset,
      nodes: link.nodes,
      decides: verdict.decidedBy.includes(link.id),
      reason: reasons.get(link.id) ?? null,
      is_active: link.is_active,
      date_start: link.date_start.toISOString(),
      date_expired: link.date_expired.toISOString(),
      accounts: [...link.accounts],
      protocols: [...link.protocols],
      actions: actionsIn(link.actions),
    }));
};

const isInForce = (link: Link, now: Date): boolean =>
  link.is_active && link.date_start <= now && link.date_expired > now;

/**
 * What permissions say about a question, decided by the evaluator that decides connections (0364). It also gets the
 * permissions that are not in force, to say why they do not count.
 */
export const explainPermissions = async (question: Question, db: Database): Promise<ExplainedAccess> => {
  const { user, asset, account, protocol, now } = question;
  const links = await linksBetween([user.id], [asset.id], db);
  const accounts = await accountsOf(asset.id, db);
  const facts = { accounts, username: user.username, user: user.id };
  const request = { account, protocol, action: 'connect', now } as const;
  const verdict = compileAccess(links, facts).decide(request);
  // An account is used as far as permissions in force grant it, so others do not add actions to it.
  const inForce = links.filter((link) => isInForce(link, now));
  const granted = compileAccess(inForce, facts).decide(request).account;
  return {
    account: granted,
    reason: reasonOf(links, verdict),
    grants: grantsOf(links, verdict),
    count: links.length,
    asked: askedOf(question, granted, accounts),
  };
};
