import type { PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Language, Lookup } from '../../platform/i18n.ts';
import { FinalFailure, type Run, reasonOf, type Settled } from '../../platform/jobs/defineJob.ts';
import { stopped } from '../../platform/jobs/runOnce.ts';
import { findRun } from '../../platform/jobs/runs.ts';
import { type GatherPlan, gatherPlan } from '../../resources/accounts/gatheraccountsautomation/statements.ts';
import {
  addSearch,
  beginSearch,
  endSearch,
  lostSearches,
} from '../../resources/accounts/gatheraccountsexecution/statements.ts';
import { changesOfRun, presentOn } from '../../resources/accounts/gatheredaccount/statements.ts';
import type { PlanRunEnd } from '../../resources/accounts/planRun/statements.ts';
import { carryOut, type WorkPace } from '../machineWork/carryOut.ts';
import { planReceivers } from '../machineWork/planReceivers.ts';
import { planSnapshot } from '../machineWork/planSnapshot.ts';
import { priorities } from '../machineWork/statements.ts';
import { assetsOf, targetsOfAssets } from '../machineWork/targets.ts';
import { notify } from '../notifications/notify.ts';
import { organizationContext, type SystemDeps, systemContext } from '../systemContext.ts';
import { createFound } from './syncFound.ts';

type EndDeps = SystemDeps & { db: Database };
export type SearchDeps = EndDeps & { lookup: Lookup; pace?: WorkPace };

type Wish = {
  plan: string;
  org: string;
  trigger: PlanTrigger;
  language?: Language | undefined;
  trust: boolean;
};

/** Seconds that a runner gets for a machine. */
const seconds = 120;
/** Most accounts that a message names. */
const mostNamed = 30;

/** Lets runners look for accounts on the machines of a plan. */
const search = async (plan: GatherPlan, wish: Wish, run: Run, deps: SearchDeps): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator ?? null;
  const work = {
    ...{ kind: 'gather_accounts' as const, orgId: plan.org_id, userId: creator },
    ...{ priority: priorities.usual, parallel: 50, seconds, isRepeatable: true, trustsFirst: wish.trust },
    targets: targetsOfAssets('gather_accounts', { ...plan, org: plan.org_id }),
  };
  await carryOut(run, work, { ...deps, language: wish.language ?? deps.config.GATEHOUSE_LANGUAGE });
};

/** Creates accounts for what was found, in the name of the installation. */
const createAccounts = async (plan: GatherPlan, run: Run, deps: SearchDeps): Promise<void> => {
  const { db } = deps;
  const org = { id: plan.org_id, name: '', isRoot: false };
  const within = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work({ ...systemContext(deps)(tx), org }));
  const { created, refused } = await createFound(
    presentOn(plan.org_id, assetsOf({ ...plan, org: plan.org_id })),
    db,
    within,
  );
  if (created > 0) run.log(`accounts created: ${created}`);
  if (refused) run.log(`not all accounts were created: ${Object.values(refused).flat().join(' ')}`);
};

/** Ends a run, however it went; tells the recipients once what appeared and disappeared until then. */
const end = (
  id: string,
  ending: PlanRunEnd,
  { plan, deps }: { plan: GatherPlan | undefined; deps: EndDeps },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (!(await endSearch(id, ending, tx)) || !plan || plan.recipients.length === 0) return;
    const { added, removed, names } = await changesOfRun({ id, org: plan.org_id }, mostNamed, tx);
    if (added + removed === 0) return;
    const more = added + removed - names.length;
    const params = { plan: plan.name, added, removed, names: `${names.join(', ')}${more > 0 ? ', …' : ''}` };
    const ctx = organizationContext(plan.org_id, { ...deps, db: tx });
    const receivers = (await planReceivers(plan, ctx)).map((one) => one.id);
    await notify(receivers, { key: 'accounts_found', params }, tx, { org: plan.org_id });
  });

/** Runs a plan: looks for accounts on its machines, creates those that are unknown if it says so, tells its recipients. */
export const runAccountSearch = async (wish: Wish, run: Run, deps: SearchDeps): Promise<void> => {
  const { db } = deps;
  const plan = await gatherPlan(wish.plan, db);
  if (!plan) throw new FinalFailure('change_secret_plan_gone');
  const fresh = { id: run.id, automation: plan.id, org: plan.org_id, name: plan.name, trigger: wish.trigger };
  await addSearch({ ...fresh, snapshot: await planSnapshot(plan, db) }, db);
  await beginSearch(run.id, db);
  const about = { plan, deps };
  let failures: Message[] = [];
  try {
    await search(plan, wish, run, deps);
  } catch (error) {
    if (run.signal.reason === stopped) await end(run.id, { status: 'stopped', failures: [] }, about);
    const reason = run.signal.aborted ? undefined : reasonOf(error);
    // An error without a text for users is retried.
    if (!reason) throw error;
    failures = [reason];
  }
  if (plan.is_sync_account) await createAccounts(plan, run, deps);
  await end(run.id, { status: failures.length > 0 ? 'failure' : 'success', failures }, about);
  const [cause] = failures;
  if (cause) throw new FinalFailure(cause.key, cause.params);
};

/** Ends a run that no attempt follows any more. */
export const settleAccountSearch = async (
  { plan: of }: { plan: string | null },
  { id, isStopped }: Pick<Settled, 'id' | 'isStopped'>,
  deps: EndDeps,
): Promise<void> => {
  const plan = of === null ? undefined : await gatherPlan(of, deps.db);
  const ending: PlanRunEnd = isStopped
    ? { status: 'stopped', failures: [] }
    : { status: 'failure', failures: [{ key: 'search_interrupted', params: {} }] };
  await end(id, ending, { plan, deps });
};

/** Most runs without an end that are settled in one pass. */
const mostLost = 200;

/** Ends the runs whose background task ended without them, or was lost; returns how many there were. */
export const settleLostSearches = async (deps: EndDeps): Promise<number> => {
  const lost = await lostSearches(mostLost, deps.db);
  for (const run of lost) await settleAccountSearch(run, run, deps);
  return lost.length;
};
