import { AppError } from '@gatehouse/contract/errors.ts';
import type { CheckoutFacts, Withheld } from '@gatehouse/contract/policy/checkout.ts';
import { withheldFrom } from '@gatehouse/policy/access/withheld.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { openCheckouts } from '../../resources/accounts/accountcheckout/relations.ts';

/** What is read of the check-outs of an account. */
export type CheckoutColumns = {
  checkout_required: boolean;
  checkout_minutes: number;
  checkout: string | null;
  held_by: string | null;
  holder: string | null;
  checkout_state: string | null;
  checkout_until: string | null;
  can_extend: boolean | null;
};

/** The columns for accounts of alias `t`, joined with their open check-outs of alias `o`. */
export const checkoutColumns = sql`t.checkout_required, t.checkout_minutes::int as checkout_minutes, o.id::text as checkout, o."user"::text as held_by,
  o.user_display as holder, o.status as checkout_state, o.date_expired as checkout_until, o.can_extend`;

/** The check-outs of an account; undefined where it neither takes nor has one. */
export const checkoutFacts = (row: CheckoutColumns): CheckoutFacts | undefined => {
  const { checkout: id, checkout_required: required, checkout_minutes: minutes } = row;
  if (id === null) return required ? { required, minutes, open: null } : undefined;
  const open = {
    ...{ id, user: row.held_by, holder: row.holder ?? '', can_extend: row.can_extend === true },
    state: (row.checkout_state ?? 'failed') as NonNullable<CheckoutFacts['open']>['state'],
    until: instantOf(row.checkout_until ?? '') ?? new Date(0),
  };
  return { required, minutes, open };
};

/** Those of some accounts that check-outs keep from a user, or from an application, which is none. */
export const withheldAmong = async (
  ids: readonly string[],
  user: string | undefined,
  db: Database,
): Promise<ReadonlyMap<string, Withheld>> => {
  const rows = await db.rows<CheckoutColumns & { id: string }>(
    sql`select t.id::text as id, ${checkoutColumns} from ${allAccounts} t left join ${openCheckouts} o on o.account = t.id
      where t.id = any(${uuids(ids)}) and (t.checkout_required or o.id is not null)`,
  );
  const now = new Date();
  return new Map(
    rows.flatMap(({ id, ...row }) => {
      const facts = checkoutFacts(row);
      const withheld = facts && withheldFrom(facts, user, now);
      return withheld ? [[id, withheld] as const] : [];
    }),
  );
};

const messageKeys = {
  checkout_needed: 'account_checkout_needed',
  checked_out: 'account_checked_out',
  changing: 'account_changing',
  change_failed: 'account_change_failed',
} as const satisfies Record<Withheld['why'], string>;

/** The refusal of an account that a check-out withholds: who holds it, and until when. */
export const withheldError = ({ why, holder, until }: Withheld, { zone }: Pick<Context, 'zone'>): AppError =>
  new AppError(
    'account_withheld',
    { holder, until: until ? formatDatetime(until, zone) : '' },
    { messageKey: messageKeys[why] },
  );

/** Refuses the secret of an account to a caller from whom a check-out keeps it. */
export const refuseWithheld = async (
  account: string,
  ctx: Context,
  passes: readonly Withheld['why'][] = [],
): Promise<void> => {
  const withheld = (await withheldAmong([account], ctx.actor.id, ctx.db)).get(account);
  if (withheld && !passes.includes(withheld.why)) throw withheldError(withheld, ctx);
};
