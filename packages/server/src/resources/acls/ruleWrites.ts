import { fieldError } from '@gatehouse/contract/errors.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../../engine/context.ts';
import type { Filter, Resource, Row } from '../../engine/resource.ts';
import { selectorHits } from '../../engine/selector/selectorHits.ts';

/** Whether a valid licence is there. */
export type RuleDeps = { isLicensed: () => boolean };

/** The part of a rule that says what it does and who is asked or told. */
type Deed = { action?: string | undefined; reviewers?: readonly string[] | undefined };

type RuleWrite = {
  resource: Resource;
  before: (Row & { action: string }) | undefined;
  values: Deed;
  ctx: Context;
};

/** Actions that ask or tell reviewers. */
const withReviewers = ['review', 'notice', 'warning'];

const hasReviewers = async ({ resource, before, values, ctx }: RuleWrite): Promise<boolean> => {
  if (values.reviewers) return values.reviewers.length > 0;
  if (!before) return false;
  // Users who have left the organization are not among those that a rule shows.
  const [shown] = await ctx.engine.present(resource, [before], ['reviewers'], ctx);
  const { reviewers } = (shown ?? {}) as { reviewers?: unknown[] };
  return (reviewers?.length ?? 0) > 0;
};

/** Refuses an action that needs a missing licence, and one whose reviewers are missing. */
export const checkDeed = async (write: RuleWrite, { isLicensed }: RuleDeps): Promise<void> => {
  const { before, values } = write;
  const action = values.action ?? before?.action ?? '';
  // A rule made under a licence that has ended can still be changed in other respects.
  if (action === 'review' && before?.action !== 'review' && !isLicensed())
    throw fieldError('action', 'invalid_choice', { value: action });
  const isTouched = values.action !== undefined || values.reviewers !== undefined;
  if (isTouched && withReviewers.includes(action) && !(await hasReviewers(write)))
    throw fieldError('reviewers', 'reviewers_required');
};

/** The accounts of a rule as stored: the mark of a list of names says nothing that the names do not. */
export const namedAccounts = (accounts: readonly string[]): string[] => {
  const named = accounts.filter((word) => word !== '@SPEC');
  if (named.length === 0) throw fieldError('accounts', 'empty_list');
  return named;
};

/** Tells OPTIONS only actions that can be chosen. */
export const describeActions = (meta: FieldMeta | undefined, { isLicensed }: RuleDeps): void => {
  if (!meta?.choices || isLicensed()) return;
  meta.choices = meta.choices.filter(({ value }) => value !== 'review');
};

/** Rules that hit a user, who is named by id, name or username. */
export const hitsUser = (rule: string): Filter =>
  selectorHits(rule, { name: 'users', to: 'users.user', columns: ['name', 'username'] });

/** Rules that hit an asset, which is named by id, name or address. */
export const hitsAsset = (rule: string): Filter =>
  selectorHits(rule, { name: 'assets', to: 'assets.asset', columns: ['name', 'address'] });
