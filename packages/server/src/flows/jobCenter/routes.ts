import {
  continueJob,
  explainVariables,
  getPlaybookRunners,
  hintUsernames,
  rerunJob,
  startJob,
  stopJob,
} from '@gatehouse/contract/calls/jobCenter/jobs.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { isEnded, jobVariables } from '@gatehouse/contract/ops/jobs.ts';
import { job } from '@gatehouse/contract/resources/ops/job.ts';
import { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, refusedByHand } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Cache } from '../../platform/cache.ts';
import { isUuid } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { refuseSwitchedOff } from '../../resources/ops/job/index.ts';
import { statesOfRuns } from '../../resources/ops/jobexecution/index.ts';
import { keepUpload } from '../fileTransfer/uploads.ts';
import { resultsOf } from '../machineWork/results.ts';
import { beginStage, pausedStage } from '../machineWork/stages.ts';
import { endWork } from '../machineWork/statements.ts';
import { addJobApprovals } from './approval/routes.ts';
import { finishRun, stoppedByUser } from './carryOutJob.ts';
import { addHostRoutes } from './hostRoutes.ts';
import { isCommandExecutionOn, usernamesOn } from './ownAssets.ts';
import { playbookRunnersOf } from './playbookRuns.ts';
import { beginRun, snapshotOf } from './startRun.ts';

type Deps = { jobs: Jobs; settings: Settings; cache: Cache };

/** Routes served here instead of by the engine. */
export const replacedByJobCenter: readonly string[] = startJob.addresses;

const failedStates: ReadonlySet<string> = new Set([
  'failed',
  'unreachable',
  'refused',
  'unsupported',
  'timeout',
  'lost',
  'stopped',
]);

/** Assets on which a run did not succeed. */
const failedOn = async (run: string, ctx: Context): Promise<string[]> =>
  (await resultsOf([run], ctx.db)).filter(({ state }) => failedStates.has(state)).map(({ asset }) => asset);

const addStarts = (ports: HttpPorts, deps: Deps): void => {
  const isOn = () => isCommandExecutionOn(deps.settings);
  bind(ports, startJob, async ({ ctx, body }) => {
    refuseSwitchedOff(isOn);
    const { job: id, parameters, dry_run } = await body();
    const row = await findRow(ctx.engine.resource(job), id, ctx);
    const definition = { ...snapshotOf(row), ...(dry_run && { dry_run }) };
    if (dry_run && definition.type !== 'playbook') throw fieldError('dry_run', 'job_no_dry_run');
    return beginRun({ org: row.org_id, job: row.id, definition, parameters }, deps, ctx);
  });
  bind(ports, rerunJob, async ({ ctx, params, query }) => {
    const run = await findRow(ctx.engine.resource(jobexecution), params.id, ctx);
    const { type, upload } = run.definition;
    if (type !== 'upload_file') refuseSwitchedOff(isOn);
    if (!isEnded((await statesOfRuns([run], ctx))[0] ?? run.status)) throw new AppError('job_goes_on');
    const assets = query.hosts === 'all' ? run.definition.assets : await failedOn(run.id, ctx);
    if (assets.length === 0) throw new AppError('job_nothing_failed');
    if (upload !== undefined && !(await keepUpload(upload, ctx.db)))
      throw new AppError('transfer_files_gone');
    const { org_id: org, job: jobId, parameters } = run;
    return beginRun({ org, job: jobId, definition: { ...run.definition, assets }, parameters }, deps, ctx);
  });
};

const addStop = (ports: HttpPorts, { jobs }: Deps): void =>
  bind(ports, stopJob, async ({ ctx, body }) => {
    const { task_id: id } = await body();
    if (id === undefined)
      return whole({ status: 400, body: { error: { task_id: [ctx.t('errors.required')] } } });
    if (!isUuid(id)) return whole(refusedByHand('job_not_started', ctx));
    const run = await findRow(ctx.engine.resource(jobexecution), id, ctx).catch(() => undefined);
    // What waits for its approval is not in the queue.
    const isStopped = run && (run.status === 'waiting' || (await jobs.stop(run.id, ctx.db)));
    if (!isStopped) return whole(refusedByHand('run_not_stoppable', ctx));
    // Works whichever server follows the run, even if that server is gone.
    await endWork(run.id, ctx.db);
    await finishRun(run.id, stoppedByUser, ctx.db);
    return { task_id: run.id };
  });

const addContinue = (ports: HttpPorts, { settings }: Deps): void =>
  bind(ports, continueJob, async ({ ctx, params, query }) => {
    const resource = ctx.engine.resource(jobexecution);
    const row = await findRow(resource, params.id, ctx);
    if (row.definition.type !== 'upload_file') refuseSwitchedOff(() => isCommandExecutionOn(settings));
    const pause = await pausedStage(row.id, ctx.db);
    // A page that is out of date, or a request that is repeated, is about a stage that has begun.
    const after = Number(query.stage ?? pause?.stage);
    if (!pause || !(await beginStage(row.id, after, ctx.db))) throw new AppError('job_not_paused');
    const diff: Record<string, [string, string]> = { [ctx.t('jobs.continued')]: ['', String(pause.next)] };
    await ctx.engine.record([{ action: 'update', resource, row, display: row.definition.name, diff }], ctx);
    return { task_id: row.id };
  });

/** Registers the routes that start, repeat, continue and stop job runs, and those that help to write jobs. */
export const addJobCenter = (ports: HttpPorts, deps: Deps): void => {
  addStarts(ports, deps);
  addStop(ports, deps);
  addContinue(ports, deps);
  addHostRoutes(ports);
  addJobApprovals(ports, deps);
  bind(
    ports,
    explainVariables,
    async ({ ctx }) =>
      Object.fromEntries(
        jobVariables.map((name) => [name, ctx.t(`jobs.variables.${name.replace('.', '_')}`)]),
      ) as Record<(typeof jobVariables)[number], string>,
  );
  bind(ports, getPlaybookRunners, async ({ ctx }) => {
    const said = await playbookRunnersOf(ctx.db);
    return { is_ready: said === 'ready', reason: said === 'ready' ? '' : ctx.t(`errors.${said}`) };
  });
  bind(ports, hintUsernames, async ({ ctx, body }) => usernamesOn(await body(), ctx));
};
