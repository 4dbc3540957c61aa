import { accountCheckoutActions } from '@gatehouse/contract/actions/accounts.ts';
import { checkOutAccount } from '@gatehouse/contract/calls/accounts/checkouts.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { accountcheckout } from '@gatehouse/contract/resources/accounts/accountcheckout.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { sealedAccount } from '../../resources/accounts/account/secrets.ts';
import {
  endCheckout,
  extendCheckout,
  releaseCheckout,
  reopenReturn,
} from '../../resources/accounts/accountcheckout/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { accessOf } from '../access/evaluate.ts';
import { refuseWithheld } from '../access/withheld.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { checkOut, refuseByRules } from './checkOut.ts';
import { startReturn } from './returns.ts';
import { logCheckout, tellHolder, tellRelease } from './tell.ts';

type Deps = { jobs: Pick<Jobs, 'enqueue'>; ruleBook: RuleBook };
type Checkout = Row<typeof accountcheckout>;

/** Routes served here instead of by the engine. */
export const replacedByCheckout: readonly string[] = checkOutAccount.addresses;

const over = (): AppError => new AppError('permission_denied', {}, { messageKey: 'checkout_over' });

const shown = async (id: string, ctx: Context) => {
  const resource = ctx.engine.resource(accountcheckout);
  return presentOne(resource, await findRow(resource, id, ctx), ctx);
};

/** The secret for the holder, to whom permission and rules must still open the account. */
const secretFor = async ({ id, org_id: org, account }: Checkout, { ruleBook }: Deps, ctx: Context) => {
  await refuseWithheld(account, ctx);
  const row = await sealedAccount(account, ctx.db);
  if (!row) throw new AppError('object_does_not_exist');
  const checkout = await findRow(ctx.engine.resource(accountcheckout), id, ctx);
  const { accounts } = await accessOf(ctx.actor, checkout.asset, ctx.db);
  if (!accounts.some((one) => one.id === account)) throw new AppError('perm_account_invalid');
  await refuseByRules({ asset: checkout.asset, username: row.username }, ruleBook, ctx);
  await logCheckout({ id, org, account }, 'viewed', ctx);
  const { username, secret_type } = row;
  return { id, username, secret_type, secret: (await openedSecret(row.secret, ctx)) ?? '' };
};

/** Takes a check-out from its holder; where it has ended, gives the account free although its secret was not changed. */
const release = async ({ id, status }: Checkout, deps: Deps, ctx: Context): Promise<void> => {
  if (status === 'held') {
    const ended = await endCheckout(id, 'administrator', ctx.db);
    if (!ended) throw over();
    await startReturn(ended, deps, ctx);
    await logCheckout(ended, 'taken', ctx);
    if (ended.user !== ctx.actor.id) await tellHolder(ended, displayOf(ctx.actor), ctx);
    return;
  }
  const freed = await releaseCheckout(id, ctx.db);
  if (!freed) throw over();
  await logCheckout(freed, 'released', ctx);
  await tellRelease(freed, ctx);
};

/** Registers exclusive check-outs of accounts. */
export const addCheckouts = (ports: HttpPorts, deps: Deps): void => {
  bind(ports, checkOutAccount, async ({ ctx, body }) => shown(await checkOut(await body(), deps, ctx), ctx));
  implement(ports, accountCheckoutActions, {
    extend: async ({ ctx, row }) => {
      const { id, org_id: org, account } = await row({ lock: true });
      if (!(await extendCheckout(id, ctx.db))) throw over();
      await logCheckout({ id, org, account }, 'extended', ctx);
      return shown(id, ctx);
    },
    checkIn: async ({ ctx, row }) => {
      const ended = await endCheckout((await row({ lock: true })).id, 'holder', ctx.db);
      if (!ended) throw over();
      await startReturn(ended, deps, ctx);
      await logCheckout(ended, 'in', ctx);
      return shown(ended.id, ctx);
    },
    secret: async ({ ctx, row }) => secretFor(await row(), deps, ctx),
    release: async ({ ctx, row }) => {
      const checkout = await row({ lock: true });
      await release(checkout, deps, ctx);
      return shown(checkout.id, ctx);
    },
    retry: async ({ ctx, row }) => {
      const again = await reopenReturn((await row({ lock: true })).id, ctx.db);
      if (!again) throw over();
      await startReturn(again, deps, ctx);
      await logCheckout(again, 'retried', ctx);
      return shown(again.id, ctx);
    },
  });
};
