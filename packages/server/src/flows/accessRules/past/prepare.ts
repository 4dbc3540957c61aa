import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { tryCommandFilter } from '@gatehouse/contract/calls/acls.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { CommandFilterRule, LimitRule } from '@gatehouse/contract/policy/rules.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import type { RuleSet } from '@gatehouse/policy/limits/compileRules.ts';
import type { Context } from '../../../engine/context.ts';
import { checkedValues } from '../../../engine/operations/draft.ts';
import { findRow } from '../../../engine/operations/read.ts';
import { insideOrganization } from '../../../engine/organizationScope.ts';
import type { Resource, Row } from '../../../engine/resource.ts';
import { visibleRows } from '../../../engine/visibleRows.ts';
import type { Settings } from '../../../platform/settings.ts';
import { readGroups } from '../../../resources/acls/commandgroup/statements.ts';
import { storagesToRead } from '../../storages/askStorages.ts';
import { passesUnknown } from '../passesUnknown.ts';
import type { RuleBook } from '../ruleBook.ts';
import { rulesWith } from './draftRules.ts';
import { tryOnCommands } from './pastCommands.ts';
import { tryOnConnections, tryOnMethods } from './pastSessions.ts';
import { tryOnSignIns } from './pastSignIns.ts';
import type { Findings, Trial } from './trial.ts';

type Wish = BodyOf<typeof tryCommandFilter>;

/** What preparing a trial needs. */
export type TrialDeps = { ruleBook: RuleBook; settings: Settings; zone: string };

/** A trial whose rule has been checked. */
export type Prepared = {
  resource: Resource;
  rule: { id: string; name: string };
  /** Context of the organization that the rule belongs to, or of the request where it applies in all. */
  inside: Context;
  run: (trial: Trial) => Promise<Findings>;
};

type Checked<Rule> = { draft: Rule; inside: Context; inForce: readonly Rule[] };

/**
 * The rule to be tried: a stored one, or a draft after the checks of a write. It is tried as an active one, whether or
 * not it is.
 */
const checkRule = async <Rule extends LimitRule, D extends ResourceDefinition>(
  { id, rule }: Wish,
  resource: Resource<D>,
  { ctx, inForce }: { ctx: Context; inForce: (org: string) => Promise<RuleSet<Rule>> },
): Promise<Checked<Rule> & { values: Partial<Row> }> => {
  if (!id && !rule) throw fieldError('rule', 'required');
  const before = id ? await findRow(resource, id, ctx) : undefined;
  const org = String((before as Row | undefined)?.org_id ?? ctx.org.id);
  const inside = resource.orgScoped ? insideOrganization(org, ctx) : ctx;
  const values = rule ? ((await checkedValues(resource, rule, before, ctx)) as Partial<Row>) : {};
  const { rules } = await inForce(org);
  const stored = rules.find((one) => one.id === before?.id);
  if (before && !stored) throw new AppError('object_does_not_exist', { resource: resource.definition.name });
  const draft = { reviewers: [], ...stored, ...values, is_active: true } as unknown as Rule;
  return { draft, values, inside, inForce: rules };
};

/** Checks a command filter. */
export const prepareCommandFilter = async (
  wish: Wish,
  { ruleBook, settings, zone }: TrialDeps,
  ctx: Context,
): Promise<Prepared> => {
  const resource = ctx.engine.resource(commandfilteracl);
  const checked = await checkRule<CommandFilterRule, typeof commandfilteracl>(wish, resource, {
    ctx,
    inForce: ruleBook.filters,
  });
  const { inside, values, inForce } = checked;
  const chosen = values.command_groups as string[] | undefined;
  const draft = {
    ...checked.draft,
    ...(chosen && { command_groups: await readGroups(chosen, ctx.db) }),
  };
  const sources = {
    commands: await visibleRows('terminal.command', inside),
    storages: await storagesToRead(inside),
    sessions: await visibleRows('terminal.session', inside),
  };
  const run = async (trial: Trial) => {
    const rules = await rulesWith(inForce, draft, { db: trial.lookUp, zone });
    const about = { sources, org: inside.org.id, rules, draft };
    return tryOnCommands({ ...trial, ...about, passesUnknown: passesUnknown(settings) });
  };
  return { resource, rule: draft, inside, run };
};

/** Checks a rule about connections. */
export const prepareAssetRule = async (
  wish: Wish,
  { ruleBook, zone }: TrialDeps,
  ctx: Context,
): Promise<Prepared> => {
  const resource = ctx.engine.resource(loginassetacl);
  const { draft, inside, inForce } = await checkRule(wish, resource, { ctx, inForce: ruleBook.assetLogins });
  const sessions = await visibleRows('terminal.session', inside);
  const run = async (trial: Trial) => {
    const rules = await rulesWith(inForce, draft, { db: trial.lookUp, zone });
    return tryOnConnections({ ...trial, sessions, org: inside.org.id, rules, draft });
  };
  return { resource, rule: draft, inside, run };
};

/** Checks a rule about ways to connect. */
export const prepareMethodRule = async (
  wish: Wish,
  { ruleBook, zone }: TrialDeps,
  ctx: Context,
): Promise<Prepared> => {
  const resource = ctx.engine.resource(connectmethodacl);
  const { draft, inside, inForce } = await checkRule(wish, resource, { ctx, inForce: ruleBook.methods });
  const sessions = await visibleRows('terminal.session', inside);
  const run = async (trial: Trial) => {
    const rules = await rulesWith(inForce, draft, { db: trial.lookUp, zone });
    return tryOnMethods({ ...trial, sessions, org: undefined, rules, draft });
  };
  return { resource, rule: draft, inside, run };
};

/** Checks a rule about sign-ins. */
export const prepareLoginRule = async (
  wish: Wish,
  { ruleBook, zone }: TrialDeps,
  ctx: Context,
): Promise<Prepared> => {
  const resource = ctx.engine.resource(loginacl);
  const { draft, inside, inForce } = await checkRule(wish, resource, { ctx, inForce: ruleBook.logins });
  const logs = await visibleRows('audits.userloginlog', inside);
  const run = async (trial: Trial) => {
    const rules = await rulesWith(inForce, draft, { db: trial.lookUp, zone });
    return tryOnSignIns({ ...trial, logs, rules, draft });
  };
  return { resource, rule: draft, inside, run };
};
