import type { Message } from '@gatehouse/contract/errors.ts';
import type { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { type RunState, runsOfIds } from '../../../platform/jobs/runs.ts';
import { shownError } from '../../shownError.ts';
import { allBackupPlans } from '../accountbackupautomation/relations.ts';

type Execution = Row<typeof accountbackupexecution>;
type Ended = Extract<RunState, 'failed' | 'stopped' | 'interrupted'>;

const longestReason = 1024;
const endedEarly: Readonly<Record<Ended, 'failure' | 'stopped'>> = {
  failed: 'failure',
  interrupted: 'failure',
  stopped: 'stopped',
};

const isOpen = ({ status }: Execution): boolean => status === 'pending' || status === 'running';

/** The background tasks of the runs that have not noted an end; read once for all fields of a request. */
const tasksOf = async (rows: readonly Execution[], ctx: Context) => {
  const ids = rows.filter(isOpen).map(({ id }) => id);
  const key = `backup tasks ${ids.join(' ')}`;
  const known = (ctx.memo.get(key) ?? runsOfIds(ids, ctx.db)) as ReturnType<typeof runsOfIds>;
  ctx.memo.set(key, known);
  const tasks = new Map((await known).map((task) => [task.id, task]));
  return rows.map((row) => tasks.get(row.id));
};

const textOf = (failures: readonly Message[], ctx: Context): string =>
  failures.map(({ key, params }) => ctx.t(`errors.${key}`, params)).join(' ');

/** Runs of backup plans; one whose task was stopped or lost before it could note that shows how the task ended. */
export const backupExecutionBehaviour = (): Behaviour<typeof accountbackupexecution> => ({
  filters: {
    plan_id: (value) => (isUuid(value) ? sql`t.plan = ${value}::uuid` : sql`false`),
    plan__name: (value) =>
      sql`t.plan in (select p.id from ${allBackupPlans} p where p.org_id = t.org_id and p.name = ${value})`,
  },
  computed: {
    status: async (rows, ctx) => {
      const tasks = await tasksOf(rows, ctx);
      return rows.map((row, index) => {
        const value = endedEarly[tasks[index]?.state as Ended] ?? row.status;
        return { value, label: ctx.t(`accounts.accountbackupexecution.choices.status.${value}`) };
      });
    },
    reason: async (rows, ctx) => {
      const tasks = await tasksOf(rows, ctx);
      return rows.map((row, index) => {
        const task = tasks[index];
        const lost = task && task.state in endedEarly ? shownError(task, ctx) : '';
        return (textOf((row.failures ?? []) as Message[], ctx) || lost).slice(0, longestReason);
      });
    },
    progress: async (rows, ctx) => (await tasksOf(rows, ctx)).map((task) => task?.progress ?? null),
  },
});
