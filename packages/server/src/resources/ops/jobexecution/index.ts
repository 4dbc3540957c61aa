import { isEnded } from '@gatehouse/contract/ops/jobs.ts';
import type { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { type Database, isUuid } from '../../../platform/database.ts';
import { runsOfIds } from '../../../platform/jobs/runs.ts';
import { formatDuration, instantOf } from '../../../platform/time.ts';
import { allJobs } from '../job/relations.ts';
import { ownTemplates } from '../ownTemplates.ts';

type Execution = Row<typeof jobexecution>;

/** Seconds that a run took, or has taken so far; 0 before it starts. */
export const secondsOfRun = ({
  date_start,
  date_finished,
}: Pick<Execution, 'date_start' | 'date_finished'>): number => {
  const start = instantOf(date_start);
  const end = instantOf(date_finished) ?? new Date();
  return start ? Math.max(0, Math.round((end.getTime() - start.getTime()) / 10) / 100) : 0;
};

const gone: ReadonlySet<string> = new Set(['failed', 'stopped', 'interrupted']);

/** The states of runs; a run whose task was lost before it could record its end has failed. */
export const statesOfRuns = async (
  rows: readonly Pick<Execution, 'id' | 'status'>[],
  { db }: Pick<Context, 'db'>,
): Promise<Execution['status'][]> => {
  const open = rows.filter(({ status }) => status === 'running').map(({ id }) => id);
  const tasks = open.length ? await runsOfIds(open, db) : [];
  const lost = new Set(tasks.filter(({ state }) => gone.has(state)).map(({ id }) => id));
  return rows.map(({ id, status }) => (lost.has(id) ? 'failed' : status));
};

type Deps = {
  /** The outcomes for the machines of runs. */
  summaries: (rows: readonly Execution[], ctx: Context) => Promise<NonNullable<ReturnType<typeof Object>>[]>;
  /** Which of these runs wait for their user. */
  paused: (runs: readonly string[], db: Database) => Promise<Set<string>>;
};

/** The runs of a job of the caller, quick or not; one that the caller does not have is refused, as in the protocol. */
const runsOfJob = async (job: string, { actor, db }: Context): Promise<SQL> => {
  if (!isUuid(job)) return refuse('invalid_uuid');
  const own = await db.rows(
    sql`select 1 from ${allJobs} j where j.id = ${job}::uuid and j.creator = ${actor.id || null}::uuid`,
  );
  return own.length > 0 ? sql`t.job = ${job}::uuid` : refuse('does_not_exist', { pk: job });
};

/** Runs of jobs, private to their users (reference 06 §A.3). */
export const jobRunBehaviour = ({ summaries, paused }: Deps): Behaviour<typeof jobexecution> => ({
  visibleTo: ownTemplates,
  filters: { job_id: runsOfJob },
  computed: {
    task_id: (rows) => rows.map(({ id }) => id),
    status: statesOfRuns,
    is_finished: async (rows, ctx) => (await statesOfRuns(rows, ctx)).map(isEnded),
    is_success: async (rows, ctx) => (await statesOfRuns(rows, ctx)).map((status) => status === 'success'),
    is_paused: async (rows, ctx) => {
      const going = rows.filter(({ status }) => status === 'running').map(({ id }) => id);
      const found = going.length > 0 ? await paused(going, ctx.db) : new Set<string>();
      return rows.map(({ id }) => found.has(id));
    },
    time_cost: (rows) => rows.map(secondsOfRun),
    timedelta: (rows) => rows.map((row) => (row.date_start ? formatDuration(secondsOfRun(row)) : null)),
    summary: summaries,
  },
});
