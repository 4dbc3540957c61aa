import { taskExecutionActions } from '@gatehouse/contract/actions/ops.ts';
import { runTaskAgain, watchTasks } from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import { displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Database } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { latestFailures, queueLoads } from '../../platform/jobs/runStats.ts';
import { livingWorkers } from '../../platform/jobs/workers.ts';
import { titleOf } from '../../resources/ops/celerytaskexecution/index.ts';
import { findSeenRun } from './access.ts';
import { shownRun, shownTime, stopRun } from './shownRun.ts';

type Deps = { jobs: Jobs; unhurried: Database };

/** Maximum number of failures in an overview. */
const mostListed = 50;

/** Routes served here instead of by the engine. */
export const replacedByTasks: readonly string[] = runTaskAgain.addresses;

/** The payload of an earlier run, if the job still takes it. */
export const payloadFor = (name: string, payload: object, jobs: Jobs) => {
  const job = jobs.declared().find((known) => known.name === name);
  if (!job) throw new AppError('task_not_found_error');
  const parsed = job.payload.safeParse(payload);
  if (!parsed.success) throw new AppError('task_args_error');
  return { job, payload: parsed.data };
};

const addRunAgain = (ports: HttpPorts, { jobs }: Deps): void =>
  bind(ports, runTaskAgain, async ({ ctx, query }) => {
    const { from } = query;
    if (from === undefined) throw new AppError('task_args_error');
    const run = await findSeenRun(from, ctx.actor, ctx.db).catch(() => {
      throw new AppError('task_not_found_error');
    });
    const { job, payload } = payloadFor(run.name, run.payload, jobs);
    const starter = { db: ctx.db, by: displayOf(ctx.actor), creator: ctx.actor.id };
    const id = await jobs.enqueue(job, payload, starter);
    if (!id) throw new AppError('task_waits_already');
    return { task_id: id };
  });

const addMonitor = (ports: HttpPorts, { jobs }: Deps): void =>
  bind(ports, watchTasks, async ({ ctx }) => {
    const [loads, workers, failures] = await ctx.db.together([
      () => queueLoads(ctx.db),
      () => livingWorkers(ctx.db),
      () => latestFailures(mostListed, ctx.db),
    ]);
    return {
      queues: jobs.declared().map(({ name, concurrency }) => {
        const load = loads.find((found) => found.name === name);
        return {
          name,
          title: titleOf(name, ctx),
          most: concurrency,
          waiting: load?.waiting ?? 0,
          running: load?.running ?? 0,
          failed: load?.failed ?? 0,
          oldest: shownTime(load?.oldest ?? null, ctx),
        };
      }),
      servers: workers.map((worker) => ({ ...worker, date_seen: shownTime(worker.date_seen, ctx) ?? '' })),
      failures: failures.map(({ progress: _progress, ...run }) => shownRun(run, ctx)),
    };
  });

/** Registers running tasks again, stopping runs, and the monitor of all of them. */
export const addTaskRoutes = (ports: HttpPorts, deps: Deps): void => {
  const { jobs } = deps;
  implement(ports, taskExecutionActions, {
    stop: async ({ ctx, row }) => stopRun((await row()).id, jobs, ctx),
  });
  addRunAgain(ports, deps);
  addMonitor(ports, deps);
};
