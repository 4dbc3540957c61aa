import type { ExplainStep } from '@gatehouse/contract/perms/explain.ts';
import type {
  AssetLoginRule,
  CommandFilterRule,
  DecidingRule,
  ExplainedVerdict,
  LimitRequest,
} from '@gatehouse/contract/policy/rules.ts';
import { explainCommand } from '@gatehouse/policy/commands/explainCommand.ts';
import { gateOutcome, isUnknown } from '@gatehouse/policy/commands/gateOutcome.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import { explain, explainMethod, filtersOf } from '@gatehouse/policy/limits/decide.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { everywhere, insideOrganization } from '../../engine/organizationScope.ts';
import type { Settings } from '../../platform/settings.ts';
import { isUnlicensed } from '../../resources/tickets/licensed.ts';
import { userFacts } from '../accessRules/facts.ts';
import { passesUnknown } from '../accessRules/passesUnknown.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { connectMethodValues } from '../components/connectMethods.ts';
import { factsOf } from '../connect/rules.ts';
import { mayRenewLicence } from '../signIn/gate/rules.ts';
import { type AskedFor, heldApproval } from '../tickets/confirmations/held.ts';
import { levelsOf, reviewersAmong } from '../tickets/confirmations/open.ts';
import { hasTooMany } from '../tickets/open.ts';
import type { Question } from './question.ts';
import { passedOverOf, plainStep, ruleOf, type Step } from './steps.ts';

type Deciding = Pick<Step, 'outcome' | 'reason' | 'reviewers'>;
type Review = { type: AskedFor['type']; heldFor?: ((rule: string) => AskedFor) | undefined };

/** What such a rule does without a licence: it refuses, except the sign-in of a user who may renew it. */
const unlicensed = async (
  { type, reviewers, applicant }: { type: AskedFor['type']; reviewers: readonly string[]; applicant: string },
  inside: Context,
): Promise<Deciding> => {
  if (type !== 'login_confirm' || !(await mayRenewLicence(applicant, inside.db)))
    return { outcome: 'reject', reason: 'unlicensed', reviewers: [] };
  const told = await reviewersAmong(reviewers, applicant, inside);
  return { outcome: 'notice', reason: null, reviewers: told.map(displayOf) };
};

/** What a rule that asks for a review does: an earlier approval may hold, and where nobody counts it refuses. */
const reviewOf = async (
  { reviewers, rule }: Pick<ExplainedVerdict<DecidingRule>, 'reviewers' | 'rule'>,
  { type, heldFor }: Review,
  { user: { id: applicant }, isNow }: Question,
  inside: Context,
): Promise<Deciding> => {
  if (rule && heldFor && (await heldApproval(heldFor(rule.id), inside.db)))
    return { outcome: 'accept', reason: 'approved', reviewers: [] };
  if (isUnlicensed(inside)) return unlicensed({ type, reviewers, applicant }, inside);
  const levels = await levelsOf({ type, reviewers, applicant }, inside);
  if (levels.some((level) => level.length === 0))
    return { outcome: 'reject', reason: 'no_reviewer', reviewers: [] };
  if (isNow && (await hasTooMany(applicant, inside)))
    return { outcome: 'reject', reason: 'too_many_reviews', reviewers: [] };
  return { outcome: 'review', reason: null, reviewers: (levels[0] ?? []).map(displayOf) };
};

const decidingOf = async <Rule extends DecidingRule>(
  verdict: Pick<ExplainedVerdict<Rule>, 'outcome' | 'reviewers' | 'isWithoutReviewer' | 'rule'>,
  review: Review,
  question: Question,
  inside: Context,
): Promise<Deciding> => {
  const { outcome, reviewers, rule, isWithoutReviewer } = verdict;
  if (outcome === 'none') return { outcome: 'pass', reason: null, reviewers: [] };
  if (outcome === 'review') return reviewOf({ reviewers, ...(rule && { rule }) }, review, question, inside);
  if (outcome !== 'notice' && outcome !== 'warning')
    return { outcome, reason: isWithoutReviewer ? 'no_reviewer' : null, reviewers: [] };
  const told = await reviewersAmong(reviewers, question.user.id, inside);
  return { outcome, reason: null, reviewers: told.map(displayOf) };
};

const ruleStep = async <Rule extends DecidingRule>(
  step: ExplainStep,
  rules: RuleSet<Rule>,
  request: LimitRequest | undefined,
  review: Review,
  asked: { question: Question; inside: Context },
): Promise<Step> => {
  if (!request) return plainStep(step);
  const verdict = explain(rules, request);
  return {
    ...plainStep(step),
    ...(await decidingOf<Rule>(verdict, review, asked.question, asked.inside)),
    rule: verdict.rule ? ruleOf(verdict.rule) : null,
    ...passedOverOf(verdict.passedOver, rules.rules),
  };
};

/** What rules about signing in do. */
export const signInStep = async (question: Question, ruleBook: RuleBook, ctx: Context): Promise<Step> => {
  const { user, address, now, isNow } = question;
  const facts = await userFacts(user.id, undefined, ctx.db);
  const request = facts && { user: facts, address, now };
  const type = 'login_confirm';
  const heldFor = (rule: string) => ({ type, rule, applicant: user.id, ip: address }) as const;
  const asked = { question, inside: everywhere(ctx) };
  const review = { type, heldFor: isNow ? heldFor : undefined } as const;
  return ruleStep('sign_in', await ruleBook.logins(), request, review, asked);
};

/** What rules about ways to connect do. */
export const methodStep = async (question: Question, ruleBook: RuleBook, ctx: Context): Promise<Step> => {
  const { user, address, now, method } = question;
  if (!connectMethodValues.has(method)) return plainStep('method', 'method_unknown');
  const facts = await userFacts(user.id, undefined, ctx.db);
  if (!facts) return plainStep('method');
  const rules = await ruleBook.methods();
  const { rule, passedOver } = explainMethod(rules, { user: facts, address, now }, method);
  return {
    ...plainStep('method'),
    ...(rule && { outcome: 'reject' as const, rule: ruleOf(rule) }),
    ...passedOverOf(passedOver, rules.rules),
  };
};

/** What rules about connecting to assets do; `account` is the username on the asset. */
export const connectionStep = async (
  question: Question,
  account: string,
  ruleBook: RuleBook,
  ctx: Context,
): Promise<Step> => {
  const { user, asset, address, now, isNow } = question;
  const type = 'login_asset_confirm';
  const rules: RuleSet<AssetLoginRule> = await ruleBook.assetLogins(asset.org_id);
  const facts = await factsOf(user.id, asset.id, ctx.db);
  const request = facts && { ...facts, account, address, now };
  const connection = { type, applicant: user.id, asset: asset.id, account, ip: address } as const;
  const heldFor = isNow ? (rule: string) => ({ ...connection, rule }) : undefined;
  const inside = insideOrganization(asset.org_id, ctx);
  return ruleStep('connection', rules, request, { type, heldFor }, { question, inside });
};

/** What command filters do, those in force, and what the line matches. */
export type CommandPart = {
  step: Step;
  filters: readonly CommandFilterRule[];
  matched?: { line: string; group: string; matched: string; is_unparsed: boolean };
};

type Explained = ReturnType<typeof explainCommand<CommandFilterRule>>;

/** What the gate does with a line whatever rule speaks about it, where that is what decides. */
const beyondRules = ({ verdict, isInvalid }: Explained, passes: boolean): Deciding | undefined => {
  if (isInvalid) return { outcome: 'reject', reason: 'group_invalid', reviewers: [] };
  const outcome = gateOutcome({ outcome: verdict.outcome, isUnknown: isUnknown(verdict) }, passes);
  if (outcome === 'unknown') return { outcome: 'reject', reason: 'unknown_refused', reviewers: [] };
  if (outcome === verdict.outcome) return undefined;
  return { outcome: 'warning', reason: 'unknown_passes', reviewers: [] };
};

/** What command filters do with a line; without one, which of them would judge. */
export const commandStep = async (
  question: Question,
  account: string,
  { ruleBook, settings }: { ruleBook: RuleBook; settings: Settings },
  ctx: Context,
): Promise<CommandPart> => {
  const { user, asset, address, now, command } = question;
  const rules = await ruleBook.filters(asset.org_id);
  const facts = await factsOf(user.id, asset.id, ctx.db);
  if (!facts) return { step: plainStep('command'), filters: [] };
  const request = { ...facts, account, address, now };
  const filters = filtersOf(rules, request);
  const others = rules.explain(request).passedOver.filter(({ reason }) => reason !== 'decided_before');
  if (!command) return { step: { ...plainStep('command'), ...passedOverOf(others, rules.rules) }, filters };
  const explained = explainCommand(command, filters);
  const { verdict, passedOver } = explained;
  const { filter, group, matched = '', isUnparsed } = verdict;
  const beyond = filters.length > 0 ? beyondRules(explained, passesUnknown(settings)) : undefined;
  const inside = insideOrganization(asset.org_id, ctx);
  const decided = { reviewers: filter?.reviewers ?? [], isWithoutReviewer: false };
  const deciding =
    beyond ??
    (await decidingOf(
      { ...decided, outcome: verdict.outcome },
      { type: 'command_confirm' },
      question,
      inside,
    ));
  return {
    step: {
      ...plainStep('command', undefined, beyond && !explained.isInvalid ? ['SECURITY_UNKNOWN_COMMAND'] : []),
      ...deciding,
      rule: filter && !beyond ? ruleOf(filter) : null,
      ...passedOverOf([...passedOver, ...others], rules.rules),
    },
    filters,
    matched: { line: command, group: group?.name ?? '', matched, is_unparsed: isUnparsed },
  };
};
