import { AppError } from '@gatehouse/contract/errors.ts';
import type { GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import type { AssetLoginRule, ConnectMethodRule } from '@gatehouse/contract/policy/rules.ts';
import type { AssetFacts } from '@gatehouse/contract/policy/selector.ts';
import { decide, filtersOf, refusedMethods } from '@gatehouse/policy/limits/decide.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { insideOrganization } from '../../engine/organizationScope.ts';
import type { Database } from '../../platform/database.ts';
import { isUnlicensed } from '../../resources/tickets/licensed.ts';
import { isTicketFor } from '../../resources/tickets/ticket/statements.ts';
import { noteDecision, noteRefusal, type RuledConnection } from '../accessRules/connectionRecords.ts';
import { assetFacts, neededFacts, userFacts } from '../accessRules/facts.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { notify } from '../notifications/notify.ts';
import { heldApproval } from '../tickets/confirmations/held.ts';
import { openConfirmation, type Unopened } from '../tickets/confirmations/open.ts';

/** A connection that runs, with the address from which and the moment at which it began. */
type RunningConnection = {
  user: string;
  asset: { id: string; org_id: string };
  username: string;
  address: string;
  now: Date;
  method: string;
};

/** The username by which rules know an account: the typed one for `@INPUT`, the user's own for `@USER`. */
export const usernameOf = (
  { alias, username }: Pick<GrantedAccount, 'alias' | 'username'>,
  typed: string,
): string => (alias === '@INPUT' ? typed : username);

/** What rules ask about a user and an asset; undefined when one of them is gone. */
export const factsOf = async (
  user: string,
  asset: string,
  db: Database,
): Promise<{ user: NonNullable<Awaited<ReturnType<typeof userFacts>>>; asset: AssetFacts } | undefined> => {
  const found = await assetFacts(asset, db);
  const facts = found && (await userFacts(user, found.org, db));
  return facts && { user: facts, asset: found };
};

/** The refusal of what a rule wants a reviewer for whom nobody can ask. */
export const unopened = (why: Unopened, { name }: { name: string }): AppError =>
  new AppError('acl_reject', { rule: name }, { messageKey: `acl_${why}` });

/**
 * What a token becomes under the rules: usable at once, by the approval of an earlier ticket while one still holds, or
 * once a reviewer has approved its ticket.
 */
export type TokenState = { ticket?: string; approval?: string; until?: Date | undefined };

const review = async (
  connection: RuledConnection,
  { rule, reviewers }: { rule: AssetLoginRule; reviewers: readonly string[] },
  ctx: Context,
): Promise<TokenState> => {
  const { user, asset, username, address } = connection;
  const asked = {
    type: 'login_asset_confirm',
    rule: rule.id,
    applicant: user.id,
    asset: asset.id,
    account: username,
    ip: address,
  } as const;
  const held = await heldApproval(asked, ctx.db);
  if (held) return { approval: held.ticket, until: held.until };
  if (isUnlicensed(ctx)) {
    noteRefusal('loginassetacl', rule, connection, ctx);
    throw unopened('unlicensed', rule);
  }
  if (!ctx.query.has('create_ticket')) throw new AppError('acl_review', { rule: rule.name });
  const opened = await openConfirmation({ ...asked, org: asset.org_id, reviewers, comment: rule.name }, ctx);
  if (opened.outcome === 'opened') return { ticket: opened.ticket.id };
  noteRefusal('loginassetacl', rule, connection, ctx);
  throw unopened(opened.outcome, rule);
};

/**
 * What the asset-login rules do with a connection (reference 04 §17): throws the refusal for the client, opens a
 * ticket, or tells the reviewers.
 */
export const judgeByRules = async (
  connection: RuledConnection,
  ruleBook: RuleBook,
  ctx: Context,
): Promise<TokenState> => {
  const { user, asset, username, address } = connection;
  const rules = await ruleBook.assetLogins(asset.org_id);
  const facts = await neededFacts(rules, () => factsOf(user.id, asset.id, ctx.db));
  if (!facts) return {};
  const request = { ...facts, account: username, address, now: new Date() };
  const { outcome, rule, reviewers, isWithoutReviewer } = decide(rules, request);
  if (!rule) return {};
  if (outcome === 'reject') {
    noteRefusal('loginassetacl', rule, connection, ctx);
    const why = isWithoutReviewer ? { messageKey: 'acl_no_reviewer' } : {};
    throw new AppError('acl_reject', { rule: rule.name }, why);
  }
  if (outcome === 'review')
    return review(connection, { rule, reviewers }, insideOrganization(asset.org_id, ctx));
  if (outcome === 'none') return {};
  await noteDecision('loginassetacl', { rule, action: outcome }, connection, ctx);
  if (outcome === 'notice') {
    const params = { user: displayOf(user), asset: asset.display, account: username, ip: address };
    await notify(reviewers, { key: 'rule_connected', params }, ctx.db, { org: asset.org_id });
  }
  return {};
};

/**
 * Refuses the use of a token that the rules do not let through any more. One whose ticket was approved was let
 * through by a reviewer of the rule that asks, at the address about which it asked.
 */
export const refuseUse = async (
  use: RuledConnection & { method: string; ticket: string | null },
  ruleBook: RuleBook,
  ctx: Context,
): Promise<void> => {
  const { user, asset, username, address, method, ticket } = use;
  const taken = (await methodsTakenFrom(user.id, address, ruleBook, ctx.db)).get(method);
  if (taken) {
    noteRefusal('connectmethodacl', taken, use, ctx);
    throw new AppError('acl_reject', {}, { messageKey: 'method_taken' });
  }
  const rules = await ruleBook.assetLogins(asset.org_id);
  const facts = await neededFacts(rules, () => factsOf(user.id, asset.id, ctx.db));
  if (!facts) return;
  const { outcome, rule } = decide(rules, { ...facts, account: username, address, now: new Date() });
  if (!rule || (outcome !== 'reject' && outcome !== 'review')) return;
  if (outcome === 'review') {
    const asked = { rule: rule.id, ip: address };
    if (ticket && (await isTicketFor(ticket, asked, ctx.db))) return;
    const connection = { applicant: user.id, asset: asset.id, account: username };
    if (await heldApproval({ type: 'login_asset_confirm', ...asked, ...connection }, ctx.db)) return;
  }
  noteRefusal('loginassetacl', rule, use, ctx);
  throw new AppError(outcome === 'reject' ? 'acl_reject' : 'acl_review', { rule: rule.name });
};

/**
 * Whether the rules end a connection that runs: one of them would have refused it when it began, or takes its way to
 * connect away. A review asks before a connection begins, never again.
 */
export const isRuledOut = async (
  { user, asset, username, address, now, method }: RunningConnection,
  ruleBook: RuleBook,
  db: Database,
  read = factsOf,
): Promise<boolean> => {
  if ((await methodsTakenFrom(user, address, ruleBook, db)).has(method)) return true;
  const rules = await ruleBook.assetLogins(asset.org_id);
  const facts = await neededFacts(rules, () => read(user, asset.id, db));
  if (!facts) return false;
  const { outcome, isWithoutReviewer } = decide(rules, {
    ...facts,
    account: username,
    address,
    now,
  });
  return outcome === 'reject' && !isWithoutReviewer;
};

/** Ways to connect that rules take away from a user, each with the rule that does. */
export const methodsTakenFrom = async (
  user: string,
  address: string,
  ruleBook: RuleBook,
  db: Database,
): Promise<ReadonlyMap<string, ConnectMethodRule>> => {
  const rules = await ruleBook.methods();
  const facts = await neededFacts(rules, () => userFacts(user, undefined, db));
  return facts ? refusedMethods(rules, { user: facts, address, now: new Date() }) : new Map();
};

/** Command filters of a session, as components receive them, in the order in which they decide. */
export const filtersFor = async (
  { user, asset, username }: { user: string; asset: { id: string; org_id: string }; username: string },
  ruleBook: RuleBook,
  db: Database,
  read = factsOf,
) => {
  const rules = await ruleBook.filters(asset.org_id);
  const facts = await neededFacts(rules, () => read(user, asset.id, db));
  return facts ? filtersOf(rules, { ...facts, account: username, address: '', now: new Date() }) : [];
};
