import type { PlanSnapshot, PlanState } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import { type Context, once } from '../../engine/context.ts';
import { runsOfIds } from '../../platform/jobs/runs.ts';
import { shownError } from '../shownError.ts';

const endedEarly: Readonly<Record<string, 'failure' | 'stopped'>> = {
  failed: 'failure',
  interrupted: 'failure',
  stopped: 'stopped',
};

type RunRow = { id: string; status: PlanState; failures: unknown; snapshot: unknown };

/** The background tasks of the runs without a recorded end; read once for all fields of a request. */
const tasksOf = async (rows: readonly RunRow[], ctx: Context) => {
  const ids = rows.filter(({ status }) => status === 'pending' || status === 'running').map(({ id }) => id);
  const tasks = await once(ctx, `plan tasks ${ids.join(' ')}`, () => runsOfIds(ids, ctx.db));
  return new Map(tasks.map((task) => [task.id, task]));
};

/** How runs of a resource are doing, and why they failed; if a task ended before it could record that, how it ended. */
export const planRunFacts = ({ type, job }: { type: string; job: string }) => ({
  snapshot: (rows: readonly RunRow[], ctx: Context) =>
    rows.map(({ snapshot }) => ({
      ...(snapshot as Omit<PlanSnapshot, 'type'>),
      type: { value: type, label: ctx.t(`jobs.${job}.name`) },
    })),
  status: async (rows: readonly RunRow[], ctx: Context) => {
    const tasks = await tasksOf(rows, ctx);
    return rows.map(({ id, status }) => endedEarly[tasks.get(id)?.state ?? ''] ?? status);
  },
  reason: async (rows: readonly RunRow[], ctx: Context) => {
    const tasks = await tasksOf(rows, ctx);
    return rows.map(({ id, failures }) => {
      const task = tasks.get(id);
      const told = ((failures ?? []) as Message[]).map(({ key, params }) => ctx.t(`errors.${key}`, params));
      return told.join(' ') || (task && task.state in endedEarly ? shownError(task, ctx) : '');
    });
  },
});
