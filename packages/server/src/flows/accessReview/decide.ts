import type { accessReviewActions } from '@gatehouse/contract/actions/perms.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { refuseForbidden } from '../../engine/abilities.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { diffOf, recordChanges } from '../../engine/operations/audit.ts';
import { findRow } from '../../engine/operations/read.ts';
import { updateRow } from '../../engine/operations/store.ts';
import { update } from '../../engine/operations/write.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { instantOf } from '../../platform/time.ts';

type Review = Row<typeof accessreview>;
type Permission = Row<typeof assetpermission>;
type Decision = BodyOf<(typeof accessReviewActions)['shapes']['decide']>;

const dayMs = 86_400_000;

/**
 * Locks a review and its permission, the permission first: its deletion locks them in that order, too. A review that
 * another request has decided meanwhile is refused.
 */
const lockBoth = async (
  review: Review,
  action: 'decide' | 'restore',
  ctx: Context,
): Promise<{ review: Review; permission: Permission }> => {
  const resource = ctx.engine.resource(accessreview);
  const permission = await findRow(ctx.engine.resource(assetpermission), review.permission, ctx, {
    lock: true,
  });
  const locked = await findRow(resource, review.id, ctx, { lock: true });
  await refuseForbidden(resource, action, [locked], ctx);
  return { review: locked, permission };
};

/** Acts on each of the reviews, in the order of their permissions, so that two requests never wait for each other. */
const onEach = async (
  ids: readonly string[],
  action: 'decide' | 'restore',
  act: (found: { review: Review; permission: Permission }) => Promise<Values<typeof accessreview>>,
  ctx: Context,
): Promise<void> => {
  const resource = ctx.engine.resource(accessreview);
  const reviews: Review[] = [];
  for (const id of new Set(ids)) reviews.push(await findRow(resource, id, ctx));
  for (const review of reviews.toSorted((a, b) => (a.permission < b.permission ? -1 : 1))) {
    const found = await lockBoth(review, action, ctx);
    const values = await act(found);
    const row = await updateRow(resource, review.id, values, ctx);
    const change = { before: found.review, after: row, linksBefore: undefined, linksAfter: undefined };
    const diff = diffOf(resource, { ...change, names: Object.keys(values) }, ctx);
    await recordChanges(resource, 'update', [{ row, diff }], ctx);
  }
};

const setEnd = (permission: Permission, date_expired: string, ctx: Context): Promise<unknown> =>
  update(ctx.engine.resource(assetpermission), permission.id, { date_expired }, 'patch', ctx);

/** Confirms reviewed permissions, or lets them expire at once or in some days: never later than they would. */
export const decide = async ({ ids, verdict, days, comment }: Decision, ctx: Context): Promise<'ok'> => {
  const now = new Date();
  const decided = {
    decided_by: displayOf(ctx.actor),
    date_decided: now.toISOString(),
    comment: comment ?? '',
    open_for: null,
  };
  const keep = async (): Promise<Values<typeof accessreview>> => ({ ...decided, status: 'kept' });
  const expire = async ({ permission }: { permission: Permission }): Promise<Values<typeof accessreview>> => {
    const end = instantOf(permission.date_expired) ?? now;
    const date_ends = new Date(Math.min(end.getTime(), now.getTime() + (days ?? 0) * dayMs)).toISOString();
    if (end.toISOString() !== date_ends) await setEnd(permission, date_ends, ctx);
    return { ...decided, status: 'expired', date_ends, date_ended_before: end.toISOString() };
  };
  await onEach(ids, 'decide', verdict === 'keep' ? keep : expire, ctx);
  return 'ok';
};

/**
 * Gives permissions that are about to expire their former ends again, unless those were changed since; their reviews
 * are open again.
 */
export const restore = async (ids: readonly string[], ctx: Context): Promise<'ok'> => {
  const back = async ({
    review,
    permission,
  }: {
    review: Review;
    permission: Permission;
  }): Promise<Values<typeof accessreview>> => {
    if (instantOf(permission.date_expired)?.getTime() !== instantOf(review.date_ends)?.getTime())
      throw new AppError('review_not_restorable');
    const before = instantOf(review.date_ended_before);
    if (before) await setEnd(permission, before.toISOString(), ctx);
    return {
      status: 'open',
      decided_by: '',
      date_decided: null,
      date_ends: null,
      date_ended_before: null,
      open_for: review.permission,
    };
  };
  await onEach(ids, 'restore', back, ctx);
  return 'ok';
};
