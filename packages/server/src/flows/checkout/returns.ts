import type { Message } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { Run } from '../../platform/jobs/defineJob.ts';
import { sealedAccount } from '../../resources/accounts/account/secrets.ts';
import {
  accountToChange,
  expireCheckouts,
  failReturn,
  lostReturns,
  noteReturnWork,
  type Returned,
  settleChanged,
  settleFailed,
} from '../../resources/accounts/accountcheckout/statements.ts';
import { changeBegan, isChangeOpen } from '../../resources/accounts/changesecretrecord/ofAccount.ts';
import { planChanges, type SecretPlan } from '../changeSecret/journal.ts';
import { type ChangeDeps, retrySecretChange } from '../changeSecret/runChange.ts';
import { organizationContext, systemContext } from '../systemContext.ts';
import { returnChange } from './returnRuns.ts';
import { logCheckout, tellFailure, tellHolder } from './tell.ts';

/** Most check-outs that one transaction handles. */
const atOnce = 100;

/** Has the secret of a returned account changed, in the transaction that ends its check-out. */
export const startReturn = async (
  { id, org }: Returned,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  ctx: Context,
): Promise<void> => {
  const work = await jobs.enqueue(returnChange, { checkout: id, org }, { db: ctx.db });
  if (work) await noteReturnWork(id, work, ctx.db);
};

/** Takes note of how the secrets of returned accounts were changed, whatever task or search found that out. */
export const settleReturns = (deps: ChangeDeps): Promise<void> =>
  deps.db.transaction(async (db) => {
    await settleChanged(db);
    for (const failed of await settleFailed(db)) {
      const ctx = organizationContext(failed.org, { ...deps, db });
      await logCheckout(failed, 'failed', ctx);
      await tellFailure(failed, ctx);
    }
  });

/** Marks a check-out whose account cannot get another secret. */
const giveUp = (checkout: string, failure: Message, deps: ChangeDeps): Promise<void> =>
  deps.db.transaction(async (db) => {
    const failed = await failReturn(checkout, failure, db);
    if (!failed) return;
    const ctx = organizationContext(failed.org, { ...deps, db });
    await logCheckout(failed, 'failed', ctx);
    await tellFailure(failed, ctx);
  });

/** Stores the new secret, unless an earlier attempt has; false where no change can begin now. */
const planReturn = async (
  checkout: string,
  account: string,
  run: Run,
  deps: ChangeDeps,
): Promise<boolean> => {
  const { db } = deps;
  if (await changeBegan(run.id, db)) return true;
  const secretType = (await sealedAccount(account, db))?.secret_type;
  if (secretType !== 'password' && secretType !== 'ssh_key') {
    await giveUp(checkout, { key: 'checkout_secret_type' }, deps);
    return false;
  }
  const plan: SecretPlan = {
    kind: 'change_secret',
    secret_type: secretType,
    secret_strategy: 'random',
    secret: null,
    password_rules: {},
    ssh_key_change_strategy: 'set_jms',
  };
  const ctx = systemContext(deps)(db);
  if ((await planChanges({ plan, work: run.id, accounts: [account], execution: null }, ctx)) > 0) return true;
  // An earlier change or push is not settled: the scheduled task begins anew until it is.
  if (await isChangeOpen(account, db)) run.log('the last change of this account is not settled');
  return false;
};

/** Changes the secret of a returned account. */
export const changeReturned = async (
  { checkout, org }: { checkout: string; org: string },
  run: Run,
  deps: ChangeDeps,
): Promise<void> => {
  const due = await accountToChange(checkout, run.id, deps.db);
  if (!due || !(await planReturn(checkout, due.account, run, deps))) return;
  const language = deps.config.GATEHOUSE_LANGUAGE;
  try {
    await retrySecretChange({ org, language, trust: false, kind: 'change_secret' }, run, deps);
  } finally {
    await settleReturns(deps);
  }
};

/** Ends check-outs whose time is over, and begins changes that were lost. */
export const returnAccounts = async (run: Run, deps: ChangeDeps): Promise<void> => {
  const { db } = deps;
  for (let ended = atOnce; ended === atOnce; ) {
    run.signal.throwIfAborted();
    ended = await db.transaction(async (tx) => {
      const expired = await expireCheckouts(atOnce, tx);
      for (const one of expired) {
        const ctx = organizationContext(one.org, { ...deps, db: tx });
        await startReturn(one, deps, ctx);
        await logCheckout(one, 'expired', ctx);
        await tellHolder(one, undefined, ctx);
      }
      return expired.length;
    });
  }
  await settleReturns(deps);
  await db.transaction(async (tx) => {
    for (const lost of await lostReturns(atOnce, tx))
      await startReturn(lost, deps, organizationContext(lost.org, { ...deps, db: tx }));
  });
};
