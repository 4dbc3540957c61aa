import type { celerytaskexecution } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import type { Jobs } from '../../../platform/jobs/createJobs.ts';
import { formatDuration, instantOf } from '../../../platform/time.ts';
import { shownError } from '../../shownError.ts';
import { allBackgroundTasks } from '../celerytask/relations.ts';

type Execution = Row<typeof celerytaskexecution>;

const waits = (row: Execution): boolean => row.state === 'queued' || row.state === 'running';

/** Seconds a run took, or has taken so far; 0 before it starts. */
const secondsOf = (row: Execution): number => {
  const start = instantOf(row.date_start);
  if (!start) return 0;
  const end = instantOf(row.date_finished) ?? new Date();
  return Math.max(0, Math.round((end.getTime() - start.getTime()) / 10) / 100);
};

/** Name of a job as users read it. */
export const titleOf = (name: string, ctx: Pick<Context, 't'>): string => {
  const key = `jobs.${name}.name`;
  const title = ctx.t(key);
  return title === key ? name : title;
};

/** Runs of background tasks: users see those that they started, super administrators all of them. */
export const taskExecutionBehaviour = ({
  jobs,
}: {
  jobs: Pick<Jobs, 'declared'>;
}): Behaviour<typeof celerytaskexecution> => ({
  visibleTo: ({ actor }) => {
    if (actor.isSuperuser) return undefined;
    return isUuid(actor.id) ? sql`t.creator = ${actor.id}::uuid` : sql`false`;
  },
  filters: {
    task_id: (value) =>
      isUuid(value)
        ? sql`t.name = (select k.name from ${allBackgroundTasks} k where k.id = ${value}::uuid)`
        : sql`false`,
  },
  computed: {
    task_name: (rows, ctx) => rows.map(({ name }) => titleOf(name, ctx)),
    error: (rows, ctx) => rows.map((row) => shownError(row, ctx)),
    args: (rows) => rows.map(() => []),
    time_cost: (rows) => rows.map(secondsOf),
    timedelta: (rows) => rows.map((row) => (row.date_start ? formatDuration(secondsOf(row)) : null)),
    is_finished: (rows) => rows.map((row) => !waits(row)),
    is_success: (rows) => rows.map((row) => row.state === 'done'),
    is_stoppable: (rows) =>
      rows.map(
        (row) => waits(row) && jobs.declared().some((job) => job.name === row.name && job.isStoppable),
      ),
  },
});
