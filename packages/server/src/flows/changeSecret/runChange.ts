import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import type { ChangeKind, PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { createMany } from '../../engine/operations/write.ts';
import type { Database } from '../../platform/database.ts';
import type { Language, Lookup } from '../../platform/i18n.ts';
import { FinalFailure, type Run, RunError, reasonOf, type Settled } from '../../platform/jobs/defineJob.ts';
import { stopped } from '../../platform/jobs/runOnce.ts';
import { findRun } from '../../platform/jobs/runs.ts';
import {
  type ChangeSecretPlan,
  changeSecretPlan,
} from '../../resources/accounts/changesecretautomation/statements.ts';
import {
  addExecution,
  beginExecution,
  endExecution,
  lostExecutions,
} from '../../resources/accounts/changesecretexecution/statements.ts';
import {
  accountsToChange,
  accountsToPush,
  beforeMissing,
  countDoubts,
  forgetSecrets,
  missingAccounts,
  putOffDoubts,
  targetsOfChanges,
  targetsOfDoubts,
} from '../../resources/accounts/changesecretrecord/statements.ts';
import { carryOut, type WorkPace } from '../machineWork/carryOut.ts';
import { accountsOfWork, priorities } from '../machineWork/statements.ts';
import { assetsOf } from '../machineWork/targets.ts';
import type { MailFrame } from '../notifications/mail/mailFrame.ts';
import { organizationContext, systemContext } from '../systemContext.ts';
import { planChanges, planPushes } from './journal.ts';
import { type Ending, type TellDeps, tellRecipients } from './report/tellRecipients.ts';
import { settleLeft, settleUntouched } from './settle.ts';
import { snapshotOf } from './snapshot.ts';

export type ChangeDeps = TellDeps & {
  db: Database;
  lookup: Lookup;
  frameOf: () => MailFrame;
  pace?: WorkPace;
};

type Wish = {
  plan: string;
  org: string;
  trigger: PlanTrigger;
  language?: Language | undefined;
  trust: boolean;
};

/** What is done to the accounts of records, and parameters of methods beyond those of their plan. */
type Making = { kind: ChangeKind; params?: MethodParams };

/** Most accounts whose new secrets are stored in one transaction. */
const atOnce = 200;
/** Most accounts that could not be created of which the log tells why. */
const mostRefusals = 20;
/** Most runs without an end that one run of the search handles. */
const mostLost = 200;
/** Most changes that one run of the search handles. */
const mostDoubts = 1000;
const zero = '00000000-0000-0000-0000-000000000000';

/** Seconds that a runner gets for a change: four sign-ins and a command. */
const changeSeconds = 120;
const searchSeconds = 60;

/**
 * Creates the accounts of a plan that its assets do not have, without secrets, in the name of the installation. Those that
 * are refused, such as one whose name an account of the asset has, are left out.
 */
const createMissing = async (plan: ChangeSecretPlan, run: Run, deps: ChangeDeps): Promise<void> => {
  const choice = {
    ...{ org: plan.org_id, usernames: plan.accounts, secretType: plan.secret_type },
    assets: assetsOf({ ...plan, org: plan.org_id }),
  };
  const counts = { created: 0, refused: 0 };
  for (let after = beforeMissing; ; ) {
    run.signal.throwIfAborted();
    const missing = await missingAccounts(choice, after, atOnce, deps.db);
    const last = missing.at(-1);
    if (!last) break;
    after = last;
    await deps.db.transaction(async (db) => {
      const ctx = organizationContext(plan.org_id, { ...deps, db });
      const outcomes = await createMany(
        ctx.engine.resource(account),
        missing.map(({ asset, username }) => ({
          ...{ asset, username, name: `${username}-${plan.secret_type}`, secret_type: plan.secret_type },
        })),
        ctx,
      );
      for (const [index, { errors }] of outcomes.entries()) {
        counts[errors ? 'refused' : 'created'] += 1;
        if (errors && counts.refused <= mostRefusals)
          run.log(
            `account ${missing[index]?.username} not created: ${Object.values(errors).flat().join(' ')}`,
          );
      }
    });
  }
  if (counts.created > 0) run.log(`accounts created: ${counts.created}`);
  if (counts.refused > 0) run.log(`accounts not created: ${counts.refused}`);
};

/** Stores the new secrets of all accounts of a plan; another attempt adds what is missing. */
const planAll = async (plan: ChangeSecretPlan, run: Run, deps: ChangeDeps): Promise<number> => {
  const ctx = systemContext(deps)(deps.db);
  const choice = {
    org: plan.org_id,
    usernames: plan.accounts,
    secretType: plan.secret_type,
    assets: assetsOf({ ...plan, org: plan.org_id }),
  };
  let left = 0;
  for (let after = zero; ; ) {
    run.signal.throwIfAborted();
    const accounts = (await accountsToChange(choice, after, atOnce, deps.db)).map(({ id }) => id);
    const last = accounts.at(-1);
    if (last === undefined) return left;
    left += accounts.length - (await planChanges({ plan, work: run.id, accounts }, ctx));
    after = last;
  }
};

/** Lets runners make the changes of a run. */
const makeChanges = async (
  { org, language, trust, kind, params }: Pick<Wish, 'org' | 'language' | 'trust'> & Making,
  run: Run,
  deps: ChangeDeps,
): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator ?? null;
  const work = {
    ...{ kind, orgId: org, userId: creator },
    ...{ priority: priorities.secrets, parallel: 50 },
    // A change that was given is never given again: what came of it is found out.
    ...{ seconds: changeSeconds, isRepeatable: false, trustsFirst: trust },
    targets: targetsOfChanges(run.id, kind, params),
  };
  await carryOut(run, work, { ...deps, language: language ?? deps.config.GATEHOUSE_LANGUAGE });
};

const change = async (plan: ChangeSecretPlan, wish: Wish, run: Run, deps: ChangeDeps): Promise<void> => {
  if (plan.secret_strategy === 'specific' && !plan.secret) throw new RunError('change_secret_no_secret');
  if (plan.kind === 'push_account') await createMissing(plan, run, deps);
  const left = await planAll(plan, run, deps);
  if (left > 0 && run.attempt === 1) run.log(`accounts whose last change is not settled: ${left}`);
  await makeChanges({ ...wish, kind: plan.kind }, run, deps);
};

/** Repeats what did not succeed before. */
export const retrySecretChange = async (
  wish: Pick<Wish, 'org' | 'language' | 'trust'> & Making,
  run: Run,
  deps: ChangeDeps,
): Promise<void> => {
  try {
    await makeChanges(wish, run, deps);
  } catch (error) {
    // Another attempt takes over, unless a user stopped the run or nothing more can be done.
    if (run.signal.reason === stopped || error instanceof FinalFailure)
      await settleUntouched([run.id], deps.db);
    throw error;
  }
  await settleUntouched([run.id], deps.db);
};

/** Records how a run ended and tells the recipients of its plan, once. */
const finish = (
  id: string,
  ending: Ending,
  { plan, deps }: { plan: ChangeSecretPlan | undefined; deps: ChangeDeps },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if ((await endExecution(id, ending, tx)) && plan) await tellRecipients(id, { plan, ending }, tx, deps);
  });

/** Runs a plan: stores new secrets, has runners change them, and records which outcomes are unknown. */
export const runSecretChange = async (wish: Wish, run: Run, deps: ChangeDeps): Promise<void> => {
  const { db } = deps;
  const plan = await changeSecretPlan(wish.plan, db);
  if (!plan) throw new FinalFailure('change_secret_plan_gone');
  const fresh = {
    id: run.id,
    kind: plan.kind,
    automation: plan.id,
    org: plan.org_id,
    name: plan.name,
    trigger: wish.trigger,
  };
  await addExecution({ ...fresh, snapshot: await snapshotOf(plan, db) }, db);
  await beginExecution(run.id, db);
  const about = { plan, deps };
  let failures: Message[] = [];
  try {
    await change(plan, wish, run, deps);
  } catch (error) {
    if (run.signal.reason === stopped) {
      await settleUntouched([run.id], db);
      await finish(run.id, { status: 'stopped', failures: [] }, about);
    }
    const reason = run.signal.aborted ? undefined : reasonOf(error);
    // An error without a text for users is retried.
    if (!reason) throw error;
    failures = [reason];
  }
  await settleUntouched([run.id], db);
  await finish(run.id, { status: failures.length > 0 ? 'failure' : 'success', failures }, about);
  const [first] = failures;
  if (first) throw new FinalFailure(first.key, first.params);
};

type PushWish = {
  org: string;
  accounts: readonly string[];
  assets: readonly string[];
  params: MethodParams;
  language: Language;
  trust: boolean;
};

/** Pushes accounts with the secrets that they have. */
export const pushChosen = async (wish: PushWish, run: Run, deps: ChangeDeps): Promise<void> => {
  let left = 0;
  for (const secretType of ['password', 'ssh_key'] as const)
    for (let after: string | undefined = zero; after !== undefined; ) {
      run.signal.throwIfAborted();
      const found: string[] = (await accountsToPush({ ...wish, secretType }, after, atOnce, deps.db)).map(
        ({ id }) => id,
      );
      left += found.length - (await planPushes({ secretType, work: run.id, accounts: found }, deps));
      after = found.at(-1);
    }
  if (left > 0 && run.attempt === 1) run.log(`accounts whose last change is not settled: ${left}`);
  await retrySecretChange({ ...wish, kind: 'push_account' }, run, deps);
};

/** Ends a run that no attempt follows any more; the search settles its changes. */
export const settleSecretChange = async (
  { plan: of }: { plan: string | null },
  { id, isStopped }: Pick<Settled, 'id' | 'isStopped'>,
  deps: ChangeDeps,
): Promise<void> => {
  await settleUntouched([id], deps.db);
  const plan = of === null ? undefined : await changeSecretPlan(of, deps.db);
  const ending: Ending = isStopped
    ? { status: 'stopped', failures: [] }
    : { status: 'failure', failures: [{ key: 'change_secret_interrupted', params: {} }] };
  await finish(id, ending, { plan, deps });
};

const putOff = async (work: string, db: Database): Promise<void> =>
  putOffDoubts(await accountsOfWork(work, db), db);

/** Finds out which secrets are valid after changes with an unknown outcome. */
export const findSecrets = async (run: Run, deps: ChangeDeps): Promise<void> => {
  const { db } = deps;
  await settleLeft(db);
  for (const lost of await lostExecutions(mostLost, db)) await settleSecretChange(lost, lost, deps);
  if ((await countDoubts(db)) === 0) return;
  const work = {
    ...{ kind: 'find_secret' as const, orgId: SYSTEM_ORG_ID, userId: null },
    ...{ priority: priorities.secrets, parallel: 50 },
    ...{
      seconds: searchSeconds,
      isRepeatable: true,
      trustsFirst: false,
      targets: targetsOfDoubts(mostDoubts),
    },
  };
  try {
    await carryOut(run, work, { ...deps, language: deps.config.GATEHOUSE_LANGUAGE });
  } finally {
    // Changes that are still due were not examined, or the search found nothing.
    await putOff(run.id, db);
  }
};

/** The most records whose secrets are removed at once. */
const forgottenAtOnce = 1000;

/** Removes the secrets of changes that were settled long ago. */
export const forgetOldSecrets = async (run: Run, { db }: ChangeDeps): Promise<void> => {
  for (let gone = forgottenAtOnce; gone === forgottenAtOnce; ) {
    run.signal.throwIfAborted();
    gone = await forgetSecrets(forgottenAtOnce, db);
  }
};
