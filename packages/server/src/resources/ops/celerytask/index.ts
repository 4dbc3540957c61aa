import { AppError } from '@gatehouse/contract/errors.ts';
import type { celerytask, TaskHealth } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';
import type { Jobs } from '../../../platform/jobs/createJobs.ts';
import { nextRun } from '../../../platform/jobs/nextRun.ts';
import { type RunStats, runStatsOf } from '../../../platform/jobs/runStats.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';

type Task = Row<typeof celerytask>;
type Deps = { jobs: Pick<Jobs, 'declared'>; config: { GATEHOUSE_TIME_ZONE: string } };

/** Length of a datetime without its offset. */
const localLength = 19;

const healthOf = (latest: readonly string[]): TaskHealth => {
  const [last, ...earlier] = latest.map((state) => state === 'done');
  if (last === false) return 'red';
  return earlier.includes(false) ? 'yellow' : 'green';
};

/** What the runs of each task add up to; read once for all fields of a request. */
const statsOf = async (rows: readonly Task[], ctx: Context): Promise<(RunStats | undefined)[]> => {
  const names = rows.map(({ name }) => name);
  const key = `task stats ${names.join(' ')}`;
  const known = (ctx.memo.get(key) ?? runStatsOf(names, ctx.db)) as Promise<RunStats[]>;
  ctx.memo.set(key, known);
  const stats = new Map((await known).map((found) => [found.name, found]));
  return names.map((name) => stats.get(name));
};

/** Background tasks with what their runs add up to (reference 06 §A.5). */
export const backgroundTaskBehaviour = ({ jobs, config }: Deps): Behaviour<typeof celerytask> => {
  const scheduleOf = ({ name }: Task) => jobs.declared().find((job) => job.name === name)?.schedule;
  const next = (row: Task, ctx: Context): string | null | undefined => {
    const schedule = scheduleOf(row);
    if (!schedule) return undefined;
    const at = row.is_enabled && nextRun(schedule.cron, config.GATEHOUSE_TIME_ZONE, new Date());
    return at ? formatDatetime(at, ctx.zone).slice(0, localLength) : null;
  };
  /** Names of the tasks that are called something with these words in the reader's language. */
  const called = (words: string, ctx: Context): string[] => {
    const wanted = words.toLowerCase();
    const names = jobs.declared().map(({ name }) => name);
    return names.filter((name) => ctx.t(`jobs.${name}.name`).toLowerCase().includes(wanted));
  };
  return {
    search: (pattern, term, ctx) => [
      sql`t.name = any(${texts(called(term, ctx))})`,
      sql`t.name ilike ${pattern}`,
    ],
    orders: { is_periodic: sql`t.is_periodic` },
    filters: {
      name: (value, ctx) => sql`(t.name = any(${texts(called(value, ctx))}) or t.name = ${value})`,
    },
    computed: {
      meta: (rows, ctx) =>
        rows.map(({ name }) => ({
          comment: ctx.t(`jobs.${name}.name`),
          queue: 'default',
          help: ctx.t(`jobs.${name}.help`),
        })),
      summary: async (rows, ctx) =>
        (await statsOf(rows, ctx)).map((stats) => ({
          total: stats?.total ?? 0,
          success: stats?.success ?? 0,
        })),
      state: async (rows, ctx) => (await statsOf(rows, ctx)).map((stats) => healthOf(stats?.latest ?? [])),
      exec_cycle: (rows) => rows.map((row) => scheduleOf(row)?.cron),
      next_exec_time: (rows, ctx) => rows.map((row) => next(row, ctx)),
      enabled: (rows) => rows.map((row) => (scheduleOf(row) ? row.is_enabled : undefined)),
      may_switch_off: (rows) =>
        rows.map((row) => {
          const schedule = scheduleOf(row);
          return schedule !== undefined && !schedule.isNeeded;
        }),
      date_last_publish: async (rows, ctx) =>
        (await statsOf(rows, ctx)).map((stats) => {
          const last = instantOf(stats?.last);
          return last && formatDatetime(last, ctx.zone);
        }),
    },
    refusals: {
      destroy: [
        (rows) =>
          rows.map(({ name }) =>
            jobs.declared().some((job) => job.name === name) ? new AppError('task_in_use') : undefined,
          ),
      ],
    },
  };
};
