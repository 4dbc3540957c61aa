import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import type { ExplainStep } from '@gatehouse/contract/perms/explain.ts';
import { type SettingName, settingCategories, settingSpecs } from '@gatehouse/contract/settings/catalogue.ts';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { instantOf } from '../../platform/time.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { usernameOf } from '../connect/rules.ts';
import { actionsIn, type ExplainedAccess, explainPermissions } from './access.ts';
import type { Question } from './question.ts';
import { type RoleDeps, roleStep } from './roleStep.ts';
import { type CommandPart, commandStep, connectionStep, methodStep, signInStep } from './ruleSteps.ts';
import { type SignInLimits, type SignInPart, signInPart } from './signInSteps.ts';
import { plainStep, type Step, verdictOf } from './steps.ts';

type Explanation = AnswerInput<typeof explainAccess>;

/** What explaining asks besides the database. */
export type ExplainDeps = SignInLimits & RoleDeps & { ruleBook: RuleBook };

/** What a caller needs to see of a step. */
const needs = {
  limits: settingCategories.security_login_limit.permission,
  address: settingCategories.security_login_limit.permission,
  sign_in: 'acls.view_loginacl',
  method: 'acls.view_connectmethodacl',
  connection: 'acls.view_loginassetacl',
  command: 'acls.view_commandfilteracl',
} as const satisfies Partial<Record<ExplainStep, string>>;

/** Command filters that an answer names. */
const mostFilters = 50;

const assetStep = ({ asset, account, protocol }: Question): Step => {
  if (!asset.is_active) return plainStep('asset', 'asset_inactive');
  if (!asset.protocols.some(({ name }) => name === protocol)) return plainStep('asset', 'protocol_missing');
  const isOpen = account !== '@ANON' || ['web', 'custom'].includes(asset.category);
  return plainStep('asset', isOpen ? undefined : 'anonymous');
};

/** The code is asked for after the rules that refuse, and before those that make a sign-in wait. */
const withCode = (code: Step, rules: readonly Step[]): Step[] =>
  rules.some(({ outcome, reason }) => outcome === 'reject' && !reason) ? [...rules, code] : [code, ...rules];

const seesSetting = (name: string, { actor }: Context): boolean =>
  can(actor, settingCategories[settingSpecs[name as SettingName].category].permission);

type Parts = { signIn: SignInPart['facts']; command?: CommandPart };

const stepsOf = async (
  question: Question,
  access: ExplainedAccess,
  deps: ExplainDeps,
  ctx: Context,
): Promise<Parts & { steps: Step[]; hidden: ExplainStep[] }> => {
  const { ruleBook } = deps;
  const sees = (step: keyof typeof needs) => can(ctx.actor, needs[step]);
  const account = usernameOf(access.asked, question.typed);
  const signIn = await signInPart({ question, limits: deps, db: ctx.db }, sees('address'));
  const rules = sees('sign_in') ? [await signInStep(question, ruleBook, ctx)] : [];
  const steps: Step[] = [...signIn.before, ...withCode(signIn.mfa, rules), ...signIn.sessions];
  steps.push(await roleStep(signIn.candidate, question, deps, ctx.db), assetStep(question));
  steps.push(plainStep('permission', access.reason));
  if (question.method && sees('method')) steps.push(await methodStep(question, ruleBook, ctx));
  if (sees('connection')) steps.push(await connectionStep(question, account, ruleBook, ctx));
  const command = sees('command') ? await commandStep(question, account, deps, ctx) : undefined;
  if (command) steps.push(command.step);
  for (const step of steps) step.settings = step.settings.filter((name) => seesSetting(name, ctx));
  const hidden = (Object.keys(needs) as (keyof typeof needs)[]).filter((step) => !sees(step));
  return { signIn: signIn.facts, ...(command && { command }), steps, hidden };
};

/**
 * What would happen if a user connected, and why: the decisions of sign-in, connection and command gate in their order,
 * made by the code that makes them there. What the caller may not see is left out, and said to be.
 */
export const explainQuestion = async (
  question: Question,
  deps: ExplainDeps,
  ctx: Context,
): Promise<Explanation> => {
  const { user, asset, now } = question;
  const access = await explainPermissions(question, ctx.db);
  const { steps, hidden, signIn, command } = await stepsOf(question, access, deps, ctx);
  const filters = command?.filters ?? [];
  return {
    ...verdictOf(steps),
    steps,
    hidden,
    sign_in: signIn,
    user: {
      ...{ id: user.id, name: user.name, username: user.username },
      date_expired: instantOf(user.date_expired)?.toISOString() ?? null,
    },
    asset: { id: asset.id, name: asset.name, address: asset.address },
    account: access.account
      ? {
          alias: access.account.alias,
          username: access.account.username,
          actions: actionsIn(access.account.actions),
        }
      : null,
    date: now.toISOString(),
    grants: access.grants,
    grants_count: access.count,
    filters: filters.slice(0, mostFilters).map(({ id, name, action }) => ({ id, name, action })),
    filters_count: filters.length,
    command: command?.matched ?? null,
  };
};
