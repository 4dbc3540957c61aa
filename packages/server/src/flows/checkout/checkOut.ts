import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { checkOutAccount } from '@gatehouse/contract/calls/accounts/checkouts.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { allows } from '@gatehouse/policy/access/compileAccess.ts';
import { withheldFrom } from '@gatehouse/policy/access/withheld.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { isUuid } from '../../platform/database.ts';
import { type AccountToCheckOut, lockToCheckOut } from '../../resources/accounts/account/statements.ts';
import { openCheckout } from '../../resources/accounts/accountcheckout/statements.ts';
import { isChangeOpen } from '../../resources/accounts/changesecretrecord/ofAccount.ts';
import { accessOf } from '../access/evaluate.ts';
import { withheldError } from '../access/withheld.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { assetRows } from '../connect/place/placeOf.ts';
import { refuseUse } from '../connect/rules.ts';
import { logCheckout } from './tell.ts';

/** The account of an id that the caller may use on its asset; any other does not exist for the caller. */
const grantedAccount = async (id: string, ctx: Context) => {
  const account = isUuid(id) ? await lockToCheckOut(id, ctx.db) : undefined;
  if (!account || (!ctx.org.isRoot && account.org_id !== ctx.org.id))
    throw new AppError('object_does_not_exist');
  const { accounts } = await accessOf(ctx.actor, account.asset, ctx.db);
  const granted = accounts.find((one) => one.id === account.id && allows(one.actions, 'connect'));
  if (!granted) throw new AppError('object_does_not_exist');
  return { account, granted };
};

/**
 * Refuses what connection rules keep the caller from: with the secret in hand, the caller would need no connection
 * that a rule could refuse, or for which a reviewer is asked.
 */
export const refuseByRules = async (
  { asset: id, username }: Pick<AccountToCheckOut, 'asset' | 'username'>,
  ruleBook: RuleBook,
  ctx: Context,
): Promise<void> => {
  const [asset] = await assetRows([id], ctx.db);
  if (!asset) throw new AppError('object_does_not_exist');
  const use = {
    user: ctx.actor,
    asset: { id: asset.id, org_id: asset.org_id, display: `${asset.name}(${asset.address})` },
    ...{ username, address: ctx.remoteAddr, method: '', ticket: null },
  };
  await refuseUse(use, ruleBook, ctx);
};

/** How long a check-out lasts whose request does not say, in minutes. */
const usualMinutes = 30;

/** Checks an account out for the caller; returns the id of the check-out. */
export const checkOut = async (
  { account: id, reason, minutes }: BodyOf<typeof checkOutAccount>,
  { ruleBook }: { ruleBook: RuleBook },
  ctx: Context,
): Promise<string> => {
  const { account, granted } = await grantedAccount(id, ctx);
  const { checkout } = granted;
  if (!checkout) throw fieldError('account', 'checkout_not_offered');
  const withheld = withheldFrom(checkout, ctx.actor.id, new Date());
  if (!withheld) throw fieldError('account', 'checkout_yours');
  if (withheld.why !== 'checkout_needed') throw withheldError(withheld, ctx);
  const limit = account.checkout_minutes;
  if ((minutes ?? 0) > limit) throw fieldError('minutes', 'max_value', { max: limit });
  if (!account.has_secret) throw fieldError('account', 'checkout_no_secret');
  if (await isChangeOpen(account.id, ctx.db)) throw fieldError('account', 'checkout_change_open');
  await refuseByRules(account, ruleBook, ctx);
  const made = await openCheckout(
    {
      ...{ account: account.id, asset: account.asset, org: account.org_id, reason, limit },
      ...{ user: ctx.actor.id, userDisplay: displayOf(ctx.actor) },
      minutes: minutes ?? Math.min(usualMinutes, limit),
    },
    ctx.db,
  );
  if (!made) throw new AppError('conflict');
  await logCheckout({ id: made, org: account.org_id, account: account.id }, 'out', ctx);
  return made;
};
