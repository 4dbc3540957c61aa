import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { importLicence } from '@gatehouse/contract/calls/settings.ts';
import type { LimitVerdict, LoginRule } from '@gatehouse/contract/policy/rules.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { decide } from '@gatehouse/policy/limits/decide.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Database } from '../../../platform/database.ts';
import { addressWithPlace, placeOf } from '../../../platform/places/places.ts';
import { isTicketFor } from '../../../resources/tickets/ticket/statements.ts';
import { permissionsOfUser } from '../../access/permissions.ts';
import { neededFacts, userFacts } from '../../accessRules/facts.ts';
import type { RuleBook } from '../../accessRules/ruleBook.ts';
import type { User } from '../../identify/user.ts';
import type { Licence } from '../../licence/licence.ts';
import { notify } from '../../notifications/notify.ts';
import { heldApproval } from '../../tickets/confirmations/held.ts';
import { openConfirmation } from '../../tickets/confirmations/open.ts';
import { type Outcome, outcomeOf } from '../../tickets/confirmations/outcome.ts';
import type { Origin } from '../log.ts';
import type { Pending } from '../pending.ts';

/** What login rules decide about a sign-in. */
export type RuleVerdict = LimitVerdict<LoginRule>;

/** What deciding about sign-ins needs. */
export type RuleDeps = { db: Database; ruleBook: RuleBook; licence: Pick<Licence, 'isValid'> };

const unruled: RuleVerdict = { outcome: 'none', reviewers: [], isWithoutReviewer: false };

/** What the login rules decide about a user who signs in now (reference 02 §6.2). */
export const judgeSignIn = async (
  user: Pick<User, 'id'>,
  { remoteAddr }: Origin,
  { db, ruleBook }: Pick<RuleDeps, 'db' | 'ruleBook'>,
): Promise<RuleVerdict> => {
  const rules = await ruleBook.logins();
  const facts = await neededFacts(rules, () => userFacts(user.id, undefined, db));
  return facts ? decide(rules, { user: facts, address: remoteAddr, now: new Date() }) : unruled;
};

/**
 * Why a sign-in that waited for a reviewer does not continue: refused or withdrawn, not decided in time, or no user is
 * left who could decide.
 */
type ReviewEnd = 'review_refused' | 'review_timed_out' | 'review_deserted';

/** How a review ended that let nobody in. */
export const reviewEndOf = (outcome: Outcome | undefined): ReviewEnd => {
  if (outcome?.state !== 'closed' || outcome.isRevoked) return 'review_refused';
  return outcome.isDeserted ? 'review_deserted' : 'review_timed_out';
};

/**
 * Why a rule ends a sign-in: it refuses, it has nobody who could decide or the licence for that is missing, or no
 * reviewer approved.
 */
export type RuleRefusal = {
  code: 'acl_not_allow' | 'no_reviewer' | 'too_many_reviews' | 'review_unlicensed' | ReviewEnd;
  /** Name of the rule, for the login log. */
  rule: string;
};

/**
 * How a sign-in goes on under the rules: `rule` names the one that lets it in, or that asked for `approval`, the ticket
 * whose approval does.
 */
export type RuleStep =
  | {
      step: 'enter';
      approval?: string;
      rule?: string;
      notice?: { reviewers: readonly string[] };
    }
  | { step: 'refuse'; refusal: RuleRefusal }
  | { step: 'wait'; ticket: string; reviewers: string[]; rule: string };

const stateOfTicket = async (
  { ticket, reviewers }: { ticket: string; reviewers: string[] },
  rule: LoginRule,
  { db }: RuleDeps,
): Promise<RuleStep> => {
  const outcome = await outcomeOf(ticket, db);
  if (outcome?.state === 'approved') return { step: 'enter', approval: ticket, rule: rule.name };
  if (outcome?.state === 'pending') return { step: 'wait', ticket, reviewers, rule: rule.name };
  return { step: 'refuse', refusal: { code: reviewEndOf(outcome), rule: rule.name } };
};

const codes = {
  no_reviewer: 'no_reviewer',
  too_many: 'too_many_reviews',
  unlicensed: 'review_unlicensed',
} as const;

const review = async (
  entry: { user: User; origin: Origin; pending?: Pending },
  { rule, reviewers }: { rule: LoginRule; reviewers: readonly string[] },
  deps: RuleDeps,
  ctx: Context,
): Promise<RuleStep> => {
  const { user, origin, pending } = entry;
  const place = { rule: rule.id, ip: origin.remoteAddr };
  const before = pending?.review;
  if (before && (await isTicketFor(before.ticket, place, deps.db))) return stateOfTicket(before, rule, deps);
  const asked = { type: 'login_confirm', applicant: user.id, ...place } as const;
  const held = await heldApproval(asked, deps.db);
  if (held) return { step: 'enter', approval: held.ticket, rule: rule.name };
  const input = { ...asked, city: placeOf(origin.remoteAddr), at: new Date(), reviewers, comment: rule.name };
  const opened = await deps.db.transaction((tx) => openConfirmation(input, { ...ctx, db: tx }));
  if (opened.outcome === 'opened')
    return {
      step: 'wait',
      ticket: opened.ticket.id,
      reviewers: opened.reviewers.map(displayOf),
      rule: rule.name,
    };
  return { step: 'refuse', refusal: { code: codes[opened.outcome], rule: rule.name } };
};

/** Whether a user may import a licence. */
export const mayRenewLicence = async (user: string, db: Database): Promise<boolean> =>
  (await permissionsOfUser(user, ROOT_ORG_ID, db)).has(importLicence.permission);

/**
 * Without a licence no reviewer can decide. Users who may renew it sign in all the same, and the reviewers are told:
 * otherwise a rule would lock everyone out of the page that ends this (docs/decisions/0399).
 */
const reviewUnlicensed = async (
  { id }: User,
  { rule, reviewers }: { rule: LoginRule; reviewers: readonly string[] },
  deps: RuleDeps,
): Promise<RuleStep> => {
  if (await mayRenewLicence(id, deps.db)) return { step: 'enter', rule: rule.name, notice: { reviewers } };
  return { step: 'refuse', refusal: { code: 'review_unlicensed', rule: rule.name } };
};

/** How the rules let a sign-in go on whose user is proven; a review opens one ticket for each sign-in. */
export const ruleStep = async (
  entry: { user: User; origin: Origin; pending?: Pending },
  deps: RuleDeps,
  ctx: Context,
): Promise<RuleStep> => {
  const { outcome, rule, reviewers, isWithoutReviewer } = await judgeSignIn(entry.user, entry.origin, deps);
  if (!rule) return { step: 'enter' };
  if (outcome === 'reject')
    return {
      step: 'refuse',
      refusal: { code: isWithoutReviewer ? 'no_reviewer' : 'acl_not_allow', rule: rule.name },
    };
  if (outcome === 'review' && !deps.licence.isValid())
    return reviewUnlicensed(entry.user, { rule, reviewers }, deps);
  if (outcome === 'review') return review(entry, { rule, reviewers }, deps, ctx);
  return { step: 'enter', rule: rule.name, ...(outcome === 'notice' && { notice: { reviewers } }) };
};

/** Tells the reviewers of a rule that a user signed in. */
export const tellSignIn = async (
  { user, origin, backend }: { user: User; origin: Origin; backend: SignInMethod },
  reviewers: readonly string[],
  db: Database,
): Promise<void> => {
  const params = {
    user: displayOf(user),
    ip: addressWithPlace(origin.remoteAddr),
    agent: origin.userAgent.slice(0, 256),
    method: backend,
  };
  await notify(reviewers, { key: 'rule_signed_in', params }, db);
};
