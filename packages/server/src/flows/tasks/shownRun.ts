import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { ListedRun } from '../../platform/jobs/runStats.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { titleOf } from '../../resources/ops/celerytaskexecution/index.ts';
import { shownError } from '../../resources/shownError.ts';

/** A moment as users read it; null stays null. */
export const shownTime = (at: string | null, ctx: Context): string | null => {
  const instant = instantOf(at);
  return instant && formatDatetime(instant, ctx.zone);
};

type Shown = Pick<ListedRun, 'name' | 'error' | 'reason' | 'date_published' | 'date_finished'>;

/** A run with its title, error and times as users read them. */
export const shownRun = <R extends Shown>({ reason, ...run }: R, ctx: Context) => ({
  ...run,
  error: shownError({ error: run.error, reason }, ctx),
  title: titleOf(run.name, ctx),
  date_published: shownTime(run.date_published, ctx) ?? '',
  date_finished: shownTime(run.date_finished, ctx),
});

/** Stops a run on whichever server it is. */
export const stopRun = async (id: string, jobs: Jobs, ctx: Context): Promise<void> => {
  if (!(await jobs.stop(id, ctx.db))) throw new AppError('run_not_stoppable');
};
