import { getPeriodTask, switchPeriodTask } from '@gatehouse/contract/calls/ops.ts';
import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { runStatsOf } from '../../platform/jobs/runStats.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { switchTask } from '../../resources/ops/celerytask/statements.ts';
import { titleOf } from '../../resources/ops/celerytaskexecution/index.ts';

type Task = { id: string; name: string; is_enabled: boolean };

const findTask = async (name: string, jobs: Jobs, ctx: Context) => {
  const [task] = await ctx.db.rows<Task>(
    sql`select t.id::text as id, t.name, t.is_enabled from ${await visibleRows('ops.celerytask', ctx)} t where t.name = ${name}`,
  );
  const schedule = jobs.declared().find((job) => job.name === name)?.schedule;
  if (!task || !schedule) throw new AppError('object_does_not_exist');
  return { task, schedule };
};

const shown = async ({ name, is_enabled }: Task, ctx: Context) => {
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

/** Registers reading a scheduled task and switching its schedule on or off, on all servers at once. */
export const addPeriodTaskRoutes = (ports: HttpPorts, jobs: Jobs): void => {
  bind(ports, getPeriodTask, async ({ ctx, params }) =>
    shown((await findTask(params.name, jobs, ctx)).task, ctx),
  );
  bind(ports, switchPeriodTask, async ({ ctx, params, body }) => {
    const { task, schedule } = await findTask(params.name, jobs, ctx);
    const { enabled = task.is_enabled } = await body();
    if (enabled === task.is_enabled) return shown(task, ctx);
    if (!enabled && schedule.isNeeded) throw new ValidationError({ enabled: [{ key: 'task_is_needed' }] });
    await switchTask(task.name, enabled, ctx.db);
    await jobs.plan(task.name, enabled, ctx.db);
    const label = ctx.t('ops.celerytask.fields.enabled');
    const [before, after] = [!enabled, enabled].map((isOn) => ctx.t(`common.words.${isOn ? 'yes' : 'no'}`));
    const resource = ctx.engine.resource(celerytask);
    const diff = { [label]: [before ?? '', after ?? ''] satisfies [string, string] };
    await ctx.engine.record(
      [{ action: 'update', resource, row: task, display: titleOf(task.name, ctx), diff }],
      ctx,
    );
    return shown({ ...task, is_enabled: enabled }, ctx);
  });
};
