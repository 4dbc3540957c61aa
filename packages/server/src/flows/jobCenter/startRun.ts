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
import {
  addJobRun,
  goingJobRuns,
  materialOf,
  type NewJobRun,
} from '../../resources/ops/jobexecution/statements.ts';
import { nameOfPlaybook } from '../../resources/ops/playbook/files.ts';
import { rhythmOf } from '../../resources/planSchedule.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { jobRun, MOST_RUNS } from './runJob.ts';
import { parametersOf, withParameters } from './variables.ts';

/** A run that names its playbook, so that lists show it even when it is gone. */
const withPlaybook = async (run: NewJobRun, db: Database): Promise<NewJobRun> => {
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

type Wished = { org: string; job: string | null; definition: JobSnapshot; parameters: unknown };

/** Starts a run in the name of the caller, unless enough of theirs go on; returns its id. */
export const startRun = async (
  { org, job: jobId, definition, parameters }: Wished,
  jobs: Pick<Jobs, 'enqueue'>,
  ctx: Context,
): Promise<string> => {
  if ((await goingJobRuns(ctx.actor.id, ctx.db)) >= MOST_RUNS)
    throw new AppError('too_many_runs', { max: MOST_RUNS });
  const id = await jobs.enqueue(jobRun, { org, language: ctx.language }, starterOf(ctx));
  if (!id) throw new AppError('task_waits_already');
  const run = {
    id,
    org,
    job: jobId,
    definition,
    parameters,
    creator: ctx.actor.id,
    remoteAddr: ctx.remoteAddr,
  };
  await noteRun(run, displayOf(ctx.actor), ctx.db);
  return id;
};

/** Starts a run and records that in the operate log; returns its row, as a client sees it. */
export const beginRun = async (wish: Wished, jobs: Pick<Jobs, 'enqueue'>, ctx: Context) => {
  const id = await startRun(wish, jobs, ctx);
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

/** Schedules jobs, in the transaction that saves or deletes them. */
export const scheduleJobs = ({ jobs }: { jobs: Pick<Jobs, 'planFor' | 'unplanFor'> }) => ({
  schedule: async (row: Row<typeof job>, { db }: Context): Promise<void> => {
    const rhythm = rhythmOf(row, true);
    if (rhythm)
      await jobs.planFor(jobRun, row.id, { ...rhythm, payload: { org: row.org_id, job: row.id } }, db);
    else await jobs.unplanFor(jobRun, [row.id], db);
  },
  unschedule: (ids: readonly string[], { db }: Context): Promise<void> => jobs.unplanFor(jobRun, ids, db),
});
