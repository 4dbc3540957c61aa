import type { Message } from '@gatehouse/contract/errors.ts';
import { type JobEnd, stagesOf } from '@gatehouse/contract/ops/jobs.ts';
import { type SQL, sql } from 'drizzle-orm';
import { displayOf } from '../../engine/context.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Cache } from '../../platform/cache.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Lookup } from '../../platform/i18n.ts';
import { FinalFailure, type Run, reasonOf, type Settled } from '../../platform/jobs/defineJob.ts';
import { stopped } from '../../platform/jobs/runOnce.ts';
import { recordQueued } from '../../platform/jobs/runs.ts';
import { logJobEnd } from '../../resources/audits/joblog/statements.ts';
import { storedJob } from '../../resources/ops/job/statements.ts';
import { withdrawApprovalOf } from '../../resources/ops/jobapproval/statements.ts';
import {
  beginJobRun,
  endJobRun,
  goingJobRuns,
  type JobRun,
  jobRuns,
  lostJobRuns,
} from '../../resources/ops/jobexecution/statements.ts';
import { storedUsers } from '../../resources/users/user/statements.ts';
import { releaseUploadOf, removePastUploads } from '../fileTransfer/uploads.ts';
import { carryOut, type WorkPace } from '../machineWork/carryOut.ts';
import { hasWork } from '../machineWork/results.ts';
import { type EndCounts, type Ended, endWork, priorities, type Work } from '../machineWork/statements.ts';
import type { SystemDeps } from '../systemContext.ts';
import { refuseUnapproved } from './approval/verify.ts';
import { type JudgeDeps, type JudgedHost, judgeHosts } from './judgeHosts.ts';
import { wayOf } from './modules/modules.ts';
import { packedPlaybook } from './playbookRuns.ts';
import { jobRun, longestCommandSeconds, MOST_RUNS } from './runJob.ts';
import { noteRun } from './startRun.ts';
import { tellRefused, tellWaits, tellWarned } from './tellRules.ts';

/** What is needed to carry out jobs. */
export type JobDeps = JudgeDeps &
  SystemDeps & {
    lookup: Lookup;
    cache: Pick<Cache, 'increment'>;
    blobs: Blobs;
    pace?: WorkPace | undefined;
  };

type Wish = { org: string; job?: string | undefined; language?: JobLanguage | undefined };
type JobLanguage = Config['GATEHOUSE_LANGUAGE'];

/** Most machines of one run under way at once. */
const mostParallel = 100;

/** The run; a scheduled one is recorded here, in the name of the job's user. */
const runOf = async ({ id }: Run, wish: Wish, db: Database): Promise<JobRun | undefined> => {
  const job = wish.job === undefined ? undefined : await storedJob(wish.job, db);
  if (job) {
    const [user] = await storedUsers([job.creator], db);
    const creator = user ? displayOf(user) : '';
    const payload = { org: job.org_id, job: job.id };
    await recordQueued({ id, name: jobRun.name, payload, by: creator, creator: job.creator }, db);
    const { org_id: org, definition } = job;
    const run = { id, org, job: job.id, definition, parameters: {}, creator: job.creator, remoteAddr: '' };
    await noteRun(run, creator, db);
  }
  return (await jobRuns([id], db))[0];
};

/** A schedule waits while enough earlier runs of its user go on, as long as it is tried again; then it is refused. */
const refuseTooMany = async (run: JobRun, { attempt }: Run, db: Database): Promise<void> => {
  if ((await goingJobRuns(run.creator, db, run.id)) < MOST_RUNS) return;
  if (attempt <= jobRun.retries) throw new Error('Too many runs of this user go on.');
  throw new FinalFailure('too_many_runs', { max: MOST_RUNS });
};

/** The machines of a run as targets of work on machines. */
const targetsOf = (hosts: readonly JudgedHost[], method: string): SQL => {
  const rows = hosts.map(({ asset, name, account, skipped }) => ({
    ...{ asset, name, account: account?.id ?? null },
    skipped: skipped ?? null,
  }));
  return sql`(select x.asset, x.account, x.name, ${method}::text as method, '{}'::jsonb as params, null::int as port,
      nullif(x.skipped, 'null'::jsonb) as skipped
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(asset uuid, account uuid, name text, skipped jsonb))`;
};

/** Judges the machines; informs subscribers of a command that rules refuse, and reviewers of one that they watch. */
const admit = async (run: JobRun, deps: JobDeps): Promise<JudgedHost[]> => {
  const judged = await judgeHosts(run, run.definition.assets, deps);
  if (judged.refused) throw new FinalFailure(judged.refused.key, judged.refused.params);
  if (judged.forbidden > 0) throw new FinalFailure('job_assets_forbidden', { count: judged.forbidden });
  const refused = judged.hosts.find(
    (host) => host.skipped === undefined && host.judgement.outcome === 'refused',
  );
  if (refused && refused.skipped === undefined) {
    await tellRefused(run, refused, deps.db);
    const rule = refused.judgement.rule?.name ?? '';
    const unread = run.definition.type === 'playbook' ? 'job_playbook_unread' : 'job_command_unread';
    throw new FinalFailure(rule ? 'job_command_refused' : unread, {
      rule,
      asset: refused.name,
    });
  }
  await tellWarned(run, judged.hosts, deps.db);
  return judged.hosts;
};

const workOf = (
  run: JobRun,
  hosts: readonly JudgedHost[],
  { isScheduled, files }: { isScheduled: boolean; files: Buffer | undefined },
): Work => {
  const { timeout, instant } = run.definition;
  const [first, second] = hosts;
  return {
    kind: 'run_command',
    orgId: run.org_id,
    userId: run.creator,
    priority: first && !second ? priorities.one : instant ? priorities.instant : priorities.usual,
    parallel: mostParallel,
    seconds: timeout > 0 ? timeout : longestCommandSeconds,
    isRepeatable: false,
    // A user who starts a run connects, as in a terminal, and may be the first; a schedule is not (decision 0431).
    trustsFirst: !isScheduled,
    files,
    targets: targetsOf(hosts, wayOf(run.definition)?.method ?? ''),
    stages: {
      upTo: stagesOf(run.definition, hosts.filter((host) => host.skipped === undefined).length),
      firstWaits: Boolean(run.definition.canary) && run.definition.canary_next !== 'success',
    },
  };
};

/** The log entry of a machine: how the command ended, and its output, as far as a log holds it. */
const tell = ({ name, state, exit_code, output }: Ended, usual: string): string => {
  if (state === 'skipped' || (exit_code === null && output === '')) return usual;
  const code = exit_code === null ? '' : ` | rc=${exit_code}`;
  return `${name} | ${state.toUpperCase()}${code} >>\n${output.trimEnd()}`;
};

const failed = ['failed', 'unreachable', 'refused', 'unsupported', 'lost', 'stopped'] as const;

/** Throws unless the command succeeded on every machine that was not left out. */
const judge = (ended: EndCounts): void => {
  const ok = ended.ok ?? 0;
  const bad = failed.reduce((sum, state) => sum + (ended[state] ?? 0), 0);
  const late = ended.timeout ?? 0;
  if (bad > 0) throw new FinalFailure('job_partly', { ok, failed: bad + late });
  if (late > 0) throw new FinalFailure('job_timed_out', { ok, failed: late });
  if (ok === 0) throw new FinalFailure('job_nowhere', { skipped: ended.skipped ?? 0 });
};

type Outcome = { status: JobEnd; failure: Message | null };

const outcomeOf = (reason: Message): Outcome => ({
  status: reason.key === 'job_timed_out' ? 'timeout' : 'failed',
  // The outcome is reported for each machine.
  failure: reason.key === 'job_partly' || reason.key === 'job_timed_out' ? null : reason,
});

/** Records once how a run ended, for its user and in the job log. */
export const finishRun = (id: string, outcome: Outcome, db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    const seconds = await endJobRun(id, outcome, tx);
    const isSuccess = outcome.status === 'success';
    if (seconds !== undefined) await logJobEnd({ id, isSuccess, seconds }, tx);
    if (seconds !== undefined) await releaseUploadOf(id, isSuccess, tx);
    if (seconds !== undefined) await withdrawApprovalOf(id, tx);
  });

/** Ends a run that a user stops. */
export const stoppedByUser: Outcome = { status: 'failed', failure: { key: 'job_stopped' } };

/** Carries out a run of a job; a further attempt continues to follow the work of an earlier one. */
export const carryOutJob = async (wish: Wish, task: Run, deps: JobDeps): Promise<void> => {
  const { db, lookup, config, pace } = deps;
  const run = await runOf(task, wish, db);
  if (!run) throw new FinalFailure('job_gone');
  await beginJobRun(run.id, db);
  const language = wish.language ?? config.GATEHOUSE_LANGUAGE;
  try {
    const isScheduled = wish.job !== undefined;
    const isBegun = await hasWork(run.id, db);
    if (isScheduled && !isBegun) await refuseTooMany(run, task, db);
    const playbook = isBegun ? undefined : await packedPlaybook(run, db);
    // Judged are the files that run, which may change meanwhile where they are kept.
    if (!isBegun) await refuseUnapproved(run, { isScheduled, files: playbook?.files }, deps);
    const hosts = isBegun ? [] : await admit(run, deps);
    const work = workOf(run, hosts, { isScheduled, files: playbook?.packed });
    const tellPaused = (next: number, tx: Database) => tellWaits(run, next, tx);
    await carryOut(task, work, { db, lookup, language, pace, tell, tellPaused, judge });
  } catch (error) {
    if (task.signal.reason === stopped) await finishRun(run.id, stoppedByUser, db);
    // An error without a text for users is retried; so is a run whose server stops.
    const reason = task.signal.aborted ? undefined : reasonOf(error);
    if (!reason) throw error;
    await finishRun(run.id, outcomeOf(reason), db);
    throw error instanceof FinalFailure ? error : new FinalFailure(reason.key, reason.params);
  }
  await finishRun(run.id, { status: 'success', failure: null }, db);
  // Files that nothing needs any more do not wait for the next tidying.
  if (run.definition.upload) await removePastUploads(deps).catch(() => undefined);
};

/** Ends a run that no attempt follows any more. */
export const settleJob = (
  { id, isStopped }: Pick<Settled, 'id' | 'isStopped'>,
  { db }: Pick<JobDeps, 'db'>,
): Promise<void> =>
  finishRun(id, isStopped ? stoppedByUser : { status: 'failed', failure: { key: 'job_interrupted' } }, db);

/** The most runs settled in one pass. */
const mostSettled = 500;

/** Ends the runs whose background task ended without them, or was lost; returns how many there were. */
export const settleLostRuns = async (db: Database, signal: AbortSignal): Promise<number> => {
  const lost = await lostJobRuns(mostSettled, db);
  for (const id of lost) {
    signal.throwIfAborted();
    await endWork(id, db);
    await settleJob({ id, isStopped: false }, { db });
  }
  return lost.length;
};
