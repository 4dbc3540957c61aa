import type { PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { Context, Engine } from '../../engine/context.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Config } from '../../platform/config.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { FinalFailure, type Run, RunError, reasonOf, type Settled } from '../../platform/jobs/defineJob.ts';
import { stopped } from '../../platform/jobs/runOnce.ts';
import { type BackupPlan, backupPlan } from '../../resources/accounts/accountbackupautomation/statements.ts';
import {
  addRun,
  beginRun,
  endRun,
  lostBackups,
  noteDelivered,
} from '../../resources/accounts/accountbackupexecution/statements.ts';
import type { Licence } from '../licence/licence.ts';
import { publishMessage } from '../notifications/publish.ts';
import { organizationContext } from '../systemContext.ts';
import { archiveName } from './archiveName.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import { forgetAccounts, hasAccounts, keepAccounts, keptAccounts } from './keptAccounts.ts';
import { countAccounts, readAccounts } from './readAccounts.ts';
import { addresseesOf } from './receivers.ts';
import { snapshotOf } from './snapshot.ts';
import { accountWorkbook, isTooOdd } from './workbook.ts';

export type BackupDeps = DeliverDeps & {
  db: Database;
  engine: Engine;
  vault: Vault;
  blobs: Blobs;
  config: Config;
  licence: Pick<Licence, 'isValid'>;
};

/** What ending a run needs. */
type EndDeps = Pick<BackupDeps, 'db' | 'engine' | 'config' | 'blobs'>;

type Wish = { plan: string; org: string; trigger: PlanTrigger };
type Ended = { status: 'success' | 'failure' | 'stopped'; failures: Message[] };

/** Half of the progress is reading, the other half sending. */
const READ_PERCENT = 50;

type Work = { plan: BackupPlan; started: string; delivered: string[]; run: Run; deps: BackupDeps };

/** Reads the accounts of a plan once and keeps them; returns how many secrets a workbook cannot hold. */
const keepOnce = async ({ plan, run, deps }: Work, ctx: Context): Promise<void> => {
  if (await hasAccounts(run.id, deps)) return run.log('goes on with the accounts that were read before');
  const total = await countAccounts(plan.types, ctx);
  const progress = (count: number) => run.progress((READ_PERCENT * count) / Math.max(1, total));
  const counted = async function* () {
    let odd = 0;
    for await (const part of readAccounts(plan.types, ctx, progress)) {
      run.signal.throwIfAborted();
      odd += part.rows.filter(({ secret }) => isTooOdd(secret)).length;
      yield part;
    }
    if (odd > 0) throw new RunError('backup_secret_unfit', { count: odd });
  };
  await keepAccounts(run, counted(), deps);
  run.log(`accounts read: ${total}`);
};

/** Sends every receiver its file; one that cannot be reached does not keep the others from theirs. */
const sendAll = async (work: Work, ctx: Context): Promise<Message[]> => {
  const { plan, started, delivered, run, deps } = work;
  const addressees = addresseesOf(plan);
  const name = archiveName(plan.name, started, run.id);
  const titles = {
    secret: ctx.t('common.fields.secret'),
    rest: ctx.t('automation.secretRest'),
  };
  const failures: Message[] = [];
  for (const [index, to] of addressees.entries()) {
    run.signal.throwIfAborted();
    const key = `${to.kind}:${to.id}`;
    const open = () =>
      accountWorkbook(keptAccounts(run.id, deps), { part: to.part, titles, signal: run.signal });
    try {
      if (!delivered.includes(key)) {
        const parcel = { to, run: run.id, plan: plan.name, name, open };
        await deliver(parcel, { password: plan.zip_encrypt_password, deps, ctx, signal: run.signal });
        await noteDelivered(run.id, key, deps.db);
      }
      run.log(`sent to ${to.name} (${to.part})`);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      failures.push(error.reason);
      run.log(
        `not sent to ${to.name} (${to.part}): ${ctx.t(`errors.${error.reason.key}`, error.reason.params)}`,
      );
    }
    run.progress(READ_PERCENT + (READ_PERCENT * (index + 1)) / addressees.length);
  }
  return failures;
};

const backUp = async (work: Work): Promise<Message[]> => {
  const { plan, deps } = work;
  if (!deps.licence.isValid()) throw new RunError('licence_required');
  if (plan.types.length === 0) throw new RunError('backup_no_types');
  addresseesOf(plan);
  const ctx = organizationContext(plan.org_id, deps);
  await keepOnce(work, ctx);
  return sendAll(work, ctx);
};

/** Notes the end of a run once, tells subscribers of a failure, and removes what was kept for it. */
const finish = async (
  id: string,
  ended: Ended,
  { plan, deps }: { plan: BackupPlan | undefined; deps: EndDeps },
) => {
  await deps.db.transaction(async (tx) => {
    if (!(await endRun(id, ended, tx)) || ended.status !== 'failure' || !plan) return;
    const t = (key: string, params = {}) =>
      deps.engine.lookup(deps.config.GATEHOUSE_LANGUAGE, key, params) ?? key;
    const cause = ended.failures.map(({ key, params }) => t(`errors.${key}`, params)).join('\n');
    const params = { plan: plan.name, cause };
    await publishMessage({ key: 'account_backup_failed', params }, tx, { org: plan.org_id });
  });
  await forgetAccounts(id, deps);
};

/** Runs a backup plan: reads the accounts of its types, and sends each receiver its part of their secrets. */
export const runAccountBackup = async (wish: Wish, run: Run, deps: BackupDeps): Promise<void> => {
  const plan = await backupPlan(wish.plan, deps.db);
  if (!plan) throw new FinalFailure('backup_plan_gone');
  const { id: planId, name, org_id: org } = plan;
  const fresh = { id: run.id, plan: planId, org, name, trigger: wish.trigger };
  await addRun({ ...fresh, snapshot: snapshotOf(plan) }, deps.db);
  const begun = await beginRun(run.id, deps.db);
  if (!begun) throw new FinalFailure('backup_plan_gone');
  const about = { plan, deps };
  let failures: Message[];
  try {
    failures = await backUp({ ...about, ...begun, run });
  } catch (error) {
    if (run.signal.reason === stopped) await finish(run.id, { status: 'stopped', failures: [] }, about);
    const reason = run.signal.aborted ? undefined : reasonOf(error);
    // Anything without words for users is tried again.
    if (!reason) throw error;
    failures = [reason];
  }
  await finish(run.id, { status: failures.length > 0 ? 'failure' : 'success', failures }, about);
  const [first] = failures;
  if (first) throw new FinalFailure(first.key, first.params);
};

/** What remains of a run that no attempt follows. */
export const settleAccountBackup = async (
  { plan: of }: { plan: string | null },
  { id, isStopped }: Pick<Settled, 'id' | 'isStopped'>,
  deps: EndDeps,
): Promise<void> => {
  const plan = of === null ? undefined : await backupPlan(of, deps.db);
  const ended: Ended = isStopped
    ? { status: 'stopped', failures: [] }
    : { status: 'failure', failures: [{ key: 'backup_interrupted', params: {} }] };
  await finish(id, ended, { plan, deps });
};

/** Most runs without an end that are settled in one pass. */
const mostLost = 200;

/** Ends the runs whose background task ended without them, or was lost; returns how many there were. */
export const settleLostBackups = async (deps: EndDeps): Promise<number> => {
  const lost = await lostBackups(mostLost, deps.db);
  for (const run of lost) await settleAccountBackup(run, run, deps);
  return lost.length;
};
