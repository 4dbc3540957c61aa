import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Database } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { logJobRun } from '../../resources/audits/joblog/statements.ts';
import { storedJob } from '../../resources/ops/job/statements.ts';
import { outdateStanding } from '../../resources/ops/jobapproval/statements.ts';
import {
  addJobRun,
  goingJobRuns,
  materialOf,
  type NewJobRun,
} from '../../resources/ops/jobexecution/statements.ts';
import { nameOfPlaybook } from '../../resources/ops/playbook/files.ts';
import { rhythmOf } from '../../resources/planSchedule.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { needsApproval } from './approval/needed.ts';
import { askForRun, type RequestDeps, scheduleApproval } from './approval/request.ts';
import { jobRun, MOST_RUNS } from './runJob.ts';
import { parametersOf, withParameters } from './variables.ts';

/** A run that names its playbook, so that lists show it even when it is gone. */
const withPlaybook = async <R extends Pick<NewJobRun, 'definition' | 'creator'>>(
  run: R,
  db: Database,
): Promise<R> => {
  const { definition, creator } = run;
  if (definition.type !== 'playbook' || !definition.playbook) return run;
  const name = await nameOfPlaybook({ id: definition.playbook, creator }, db);
  return { ...run, definition: { ...definition, playbook_name: name ?? '' } };
};

/** Records a run, with its entry in the job log, unless it is already recorded. */
export const noteRun = async (wish: NewJobRun, creator: string, db: Database): Promise<void> => {
  const run = await withPlaybook(wish, db);
  if (!(await addJobRun(run, db))) return;
  const material = withParameters(materialOf(run.definition), run.definition, run.parameters);
  const { type = 'adhoc' } = run.definition;
  await logJobRun({ id: run.id, org: run.org, creator, type, material }, db);
};

/** The current definition of a job, in the form that its runs keep. */
export const snapshotOf = (row: Row<typeof job>): JobSnapshot => ({
  name: row.name,
  type: row.type,
  playbook: row.playbook,
  module: row.module,
  args: row.args,
  runas: row.runas,
  runas_policy: row.runas_policy,
  timeout: Number(row.timeout),
  chdir: row.chdir,
  assets: row.assets,
  instant: row.instant,
  use_parameter_define: row.use_parameter_define,
  parameters_define: row.parameters_define,
  canary: row.canary,
  canary_next: row.canary_next,
  batch: row.batch,
});

/** What is needed to start runs. */
export type StartDeps = RequestDeps & { jobs: Pick<Jobs, 'enqueue'> };

type Wished = { org: string; job: string | null; definition: JobSnapshot; parameters: unknown };

/**
 * Starts a run in the name of the caller, unless enough of theirs go on; returns its id. One that needs approval is
 * recorded and waits for that.
 */
export const startRun = async (
  { org, job: jobId, definition: wished, parameters }: Wished,
  { jobs, settings, cache }: StartDeps,
  ctx: Context,
): Promise<string> => {
  // An approval holds for one run: repeating a run asks anew.
  const { approval: _used, schedule: _planned, ...definition } = wished;
  const made = { org, job: jobId, definition, parameters, creator: ctx.actor.id, remoteAddr: ctx.remoteAddr };
  if (await needsApproval(definition, settings, ctx.db)) {
    const id = randomUUID();
    await askForRun(await withPlaybook({ id, ...made }, ctx.db), { settings, cache }, ctx);
    return id;
  }
  if ((await goingJobRuns(ctx.actor.id, ctx.db)) >= MOST_RUNS)
    throw new AppError('too_many_runs', { max: MOST_RUNS });
  const id = await jobs.enqueue(jobRun, { org, language: ctx.language }, starterOf(ctx));
  if (!id) throw new AppError('task_waits_already');
  await noteRun({ id, ...made }, displayOf(ctx.actor), ctx.db);
  return id;
};

/** Starts a run and records that in the operate log; returns its row, as a client sees it. */
export const beginRun = async (wish: Wished, deps: StartDeps, ctx: Context) => {
  const id = await startRun(wish, deps, ctx);
  const resource = ctx.engine.resource(jobexecution);
  const row = await findRow(resource, id, ctx);
  const parameters = JSON.stringify(parametersOf(wish.definition, wish.parameters));
  const diff: Record<string, [string, string]> = {
    [ctx.t('ops.jobexecution.fields.material')]: ['', row.material],
    ...(parameters !== '{}' && { [ctx.t('ops.jobexecution.fields.parameters')]: ['', parameters] }),
  };
  await ctx.engine.record([{ action: 'create', resource, row, display: wish.definition.name, diff }], ctx);
  return { ...(await presentOne(resource, row, ctx)), id, task_id: id };
};

/** Requests approval of the schedule of a job that was saved, so that it need not wait for its first run. */
const askForSchedule = async (id: string, deps: RequestDeps, ctx: Context): Promise<void> => {
  const stored = await storedJob(id, ctx.db);
  const { definition, org_id: org, creator } = stored ?? {};
  if (!definition?.schedule || !org || !creator) return outdateStanding(id, ctx.db);
  if (await needsApproval(definition, deps.settings, ctx.db)) {
    const wish = await withPlaybook({ org, creator, definition, parameters: {}, job: id }, ctx.db);
    await scheduleApproval(wish, deps, ctx);
  }
};

/** Schedules jobs, in the transaction that saves or deletes them. */
export const scheduleJobs = ({
  jobs,
  settings,
  cache,
}: RequestDeps & { jobs: Pick<Jobs, 'planFor' | 'unplanFor'> }) => ({
  schedule: async (row: Row<typeof job>, ctx: Context): Promise<void> => {
    const { db } = ctx;
    const rhythm = rhythmOf(row, true);
    if (rhythm)
      await jobs.planFor(jobRun, row.id, { ...rhythm, payload: { org: row.org_id, job: row.id } }, db);
    else await jobs.unplanFor(jobRun, [row.id], db);
    if (!row.instant) await askForSchedule(row.id, { settings, cache }, ctx);
  },
  unschedule: (ids: readonly string[], { db }: Context): Promise<void> => jobs.unplanFor(jobRun, ids, db),
});
