import { AppError, type Message } from '@gatehouse/contract/errors.ts';
import type { accountcheckout } from '@gatehouse/contract/resources/accounts/accountcheckout.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { can } from '../../../engine/permission.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { rankRefusals } from '../../rank.ts';

type Checkout = Row<typeof accountcheckout>;

const refused = (messageKey: string): AppError => new AppError('permission_denied', {}, { messageKey });

const isHeld = ({ status, date_expired }: Checkout): boolean =>
  status === 'held' && (instantOf(date_expired)?.getTime() ?? 0) > Date.now();

/** What only the holder may do, while the check-out lasts. */
const byHolder = (rows: readonly Checkout[], ctx: Context) =>
  rows.map((row) => {
    if (row.user === null || row.user !== ctx.actor.id) return refused('checkout_of_another');
    return isHeld(row) ? undefined : refused('checkout_over');
  });

const extendable = (rows: readonly Checkout[]) =>
  rows.map(({ is_extended, date_limit, date_expired }) =>
    is_extended || (instantOf(date_limit) ?? 0) <= (instantOf(date_expired) ?? 0)
      ? refused('checkout_not_extendable')
      : undefined,
  );

const unsettled = (rows: readonly Checkout[]) =>
  rows.map(({ status }) =>
    status === 'returned' || status === 'released' ? refused('checkout_over') : undefined,
  );

const failed = (rows: readonly Checkout[]) =>
  rows.map(({ status }) => (status === 'failed' ? undefined : refused('checkout_not_failed')));

/** A check-out is not taken from a user who outranks the caller. */
const outranked = (rows: readonly Checkout[], ctx: Context) =>
  rankRefusals(
    rows.map((row) => ({ user: isHeld(row) ? (row.user ?? '') : '', org: row.org_id })),
    ctx,
  );

/** Exclusive check-outs: one's own, or all of them for those who may view them. */
export const accountCheckoutBehaviour = (): Behaviour<typeof accountcheckout> => ({
  visibleTo: (ctx) =>
    can(ctx.actor, 'accounts.view_accountcheckout')
      ? undefined
      : sql`t."user" = ${isUuid(ctx.actor.id) ? ctx.actor.id : null}::uuid`,
  filters: {
    account_id: (value) => (isUuid(value) ? sql`t.account = ${value}::uuid` : sql`false`),
    asset_id: (value) => (isUuid(value) ? sql`t.asset = ${value}::uuid` : sql`false`),
  },
  refusals: {
    extend: [byHolder, extendable],
    checkIn: [byHolder],
    secret: [byHolder],
    release: [unsettled, outranked],
    retry: [failed],
  },
  computed: {
    error: (rows, ctx) =>
      rows.map(({ failure }) => {
        const { key, params } = (failure ?? {}) as Partial<Message>;
        return key === undefined ? '' : ctx.t(`errors.${key}`, params);
      }),
  },
});
