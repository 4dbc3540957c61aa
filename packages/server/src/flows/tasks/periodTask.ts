import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { switchTask } from '../../resources/ops/celerytask/statements.ts';
import { titleOf } from '../../resources/ops/celerytaskexecution/index.ts';

/** A task with a schedule. */
export type PeriodTask = { id: string; name: string; is_enabled: boolean; isNeeded: boolean };

/** The scheduled task with a name. */
export const findPeriodTask = async (name: string, jobs: Jobs, ctx: Context): Promise<PeriodTask> => {
  const [task] = await ctx.db.rows<Omit<PeriodTask, 'isNeeded'>>(
    sql`select t.id::text as id, t.name, t.is_enabled from ${await visibleRows('ops.celerytask', ctx)} t where t.name = ${name}`,
  );
  const schedule = jobs.declared().find((job) => job.name === name)?.schedule;
  if (!task || !schedule) throw new AppError('object_does_not_exist');
  return { ...task, isNeeded: schedule.isNeeded === true };
};

/** Switches the schedule of a task on or off, on all servers at once. */
export const switchSchedule = async (
  task: PeriodTask,
  enabled: boolean,
  jobs: Jobs,
  ctx: Context,
): Promise<void> => {
  if (enabled === task.is_enabled) return;
  if (!enabled && task.isNeeded) throw fieldError('enabled', 'task_is_needed');
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
};
