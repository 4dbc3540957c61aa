import type { Message } from '@gatehouse/contract/errors.ts';
import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { runsOfIds } from '../../../platform/jobs/runs.ts';
import { shownError } from '../../shownError.ts';
import { allChangeSecretPlans } from '../changesecretautomation/relations.ts';

const endedEarly: Readonly<Record<string, 'failure' | 'stopped'>> = {
  failed: 'failure',
  interrupted: 'failure',
  stopped: 'stopped',
};

/** The background tasks of the runs without a recorded end; read once for all fields of a request. */
const tasksOf = async (rows: readonly Row<typeof changesecretexecution>[], ctx: Context) => {
  const ids = rows.filter(({ status }) => status === 'pending' || status === 'running').map(({ id }) => id);
  const tasks = await once(ctx, `change tasks ${ids.join(' ')}`, () => runsOfIds(ids, ctx.db));
  return new Map(tasks.map((task) => [task.id, task]));
};

/** The job of each kind of plan, whose name says what it does. */
const jobOf = { change_secret: 'change_secrets', push_account: 'push_accounts' } as const;

/** Runs of secret change plans; if a task ended before it could record that, its run shows how the task ended. */
export const changeSecretExecutionBehaviour = (): Behaviour<typeof changesecretexecution> => ({
  filters: {
    automation_id: (value) => (isUuid(value) ? sql`t.automation = ${value}::uuid` : sql`false`),
    automation__name: (value) =>
      sql`t.automation in (select p.id from ${allChangeSecretPlans} p where p.org_id = t.org_id and p.name = ${value})`,
  },
  computed: {
    snapshot: (rows, ctx) =>
      rows.map(({ snapshot, kind }) => ({
        ...snapshot,
        type: { value: kind, label: ctx.t(`jobs.${jobOf[kind]}.name`) },
      })),
    status: async (rows, ctx) => {
      const tasks = await tasksOf(rows, ctx);
      return rows.map((row) => endedEarly[tasks.get(row.id)?.state ?? ''] ?? row.status);
    },
    reason: async (rows, ctx) => {
      const tasks = await tasksOf(rows, ctx);
      return rows.map(({ id, failures }) => {
        const task = tasks.get(id);
        const told = ((failures ?? []) as Message[]).map(({ key, params }) => ctx.t(`errors.${key}`, params));
        return told.join(' ') || (task && task.state in endedEarly ? shownError(task, ctx) : '');
      });
    },
  },
});
