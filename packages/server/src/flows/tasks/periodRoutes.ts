import { getPeriodTask, switchPeriodTask } from '@gatehouse/contract/calls/ops.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { runStatsOf } from '../../platform/jobs/runStats.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { titleOf } from '../../resources/ops/celerytaskexecution/index.ts';
import { findPeriodTask, type PeriodTask, switchSchedule } from './periodTask.ts';

const shown = async ({ name, is_enabled }: PeriodTask, ctx: Context) => {
  const [stats] = await runStatsOf([name], ctx.db);
  const last = instantOf(stats?.last);
  return {
    name,
    task: name,
    description: titleOf(name, ctx),
    enabled: is_enabled,
    last_run_at: last && formatDatetime(last, ctx.zone),
    total_run_count: stats?.total ?? 0,
  };
};

/** Registers the routes that show a scheduled task and switch its schedule on or off. */
export const addPeriodTaskRoutes = (ports: HttpPorts, jobs: Jobs): void => {
  bind(ports, getPeriodTask, async ({ ctx, params }) =>
    shown(await findPeriodTask(params.name, jobs, ctx), ctx),
  );
  bind(ports, switchPeriodTask, async ({ ctx, params, body }) => {
    const task = await findPeriodTask(params.name, jobs, ctx);
    const { enabled = task.is_enabled } = await body();
    await switchSchedule(task, enabled, jobs, ctx);
    return shown({ ...task, is_enabled: enabled }, ctx);
  });
};
