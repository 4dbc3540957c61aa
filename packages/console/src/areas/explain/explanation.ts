import type { AnswerOf, CallRequest } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { ExplainStep, StepOutcome } from '@gatehouse/contract/perms/explain.ts';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';

const address = 'POST /api/v1/perms/explain/';

/** What would happen, and why, as the server tells it. */
export type Explanation = AnswerOf<Calls[typeof address]>;

/** A step of an explanation. */
export type Step = Explanation['steps'][number];

/** A permission between the user and the asset. */
export type Grant = Explanation['grants'][number];

/** What is asked. */
export type Question = CallRequest<Calls[typeof address], typeof address>['body'];

/** Accounts without a name that permissions may grant. */
export const virtualAccounts = ['@INPUT', '@USER', '@ANON'] as const;

type Look = { kind: StatusKind; glyph: GlyphName };

/** How the end of a step is drawn. */
export const stepLooks: Record<StepOutcome, Look> = {
  pass: { kind: 'ok', glyph: 'done' },
  accept: { kind: 'ok', glyph: 'done' },
  notice: { kind: 'warn', glyph: 'warn' },
  warning: { kind: 'warn', glyph: 'warn' },
  review: { kind: 'wait', glyph: 'wait' },
  reject: { kind: 'bad', glyph: 'bad' },
};

/** How the whole is drawn. */
export const outcomeLooks: Record<Explanation['outcome'], Look> = {
  allow: { kind: 'ok', glyph: 'done' },
  review: { kind: 'wait', glyph: 'wait' },
  reject: { kind: 'bad', glyph: 'bad' },
};

/** The page of a rule of each step. */
export const ruleRoutes: Partial<Record<ExplainStep, string>> = {
  sign_in: 'UserLoginAclDetail',
  method: 'ConnectMethodAclDetail',
  connection: 'AssetAclDetail',
  command: 'CommandFilterAclDetail',
};

/** The steps that a refusal before them makes idle. */
export const notReached = ({ steps }: Explanation): ReadonlySet<Step> => {
  const refusing = steps.findIndex(({ outcome }) => outcome === 'reject');
  return new Set(refusing < 0 ? [] : steps.slice(refusing + 1));
};
