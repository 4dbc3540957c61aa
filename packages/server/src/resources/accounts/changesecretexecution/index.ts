import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { runsOfIds } from '../../../platform/jobs/runs.ts';
import { allChangeSecretPlans } from '../changesecretautomation/relations.ts';

const endedEarly: Readonly<Record<string, 'failure' | 'stopped'>> = {
  failed: 'failure',
  interrupted: 'failure',
  stopped: 'stopped',
};

/** Runs of plans that change secrets; one whose task ended before it could note that shows how the task ended. */
export const changeSecretExecutionBehaviour = (): Behaviour<typeof changesecretexecution> => ({
  filters: {
    automation_id: (value) => (isUuid(value) ? sql`t.automation = ${value}::uuid` : sql`false`),
    automation__name: (value) =>
      sql`t.automation in (select p.id from ${allChangeSecretPlans} p where p.org_id = t.org_id and p.name = ${value})`,
  },
  computed: {
    status: async (rows, ctx) => {
      const open = rows.filter(({ status }) => status === 'pending' || status === 'running');
      const tasks = await runsOfIds(
        open.map(({ id }) => id),
        ctx.db,
      );
      const ended = new Map(tasks.map(({ id, state }) => [id, endedEarly[state]]));
      return rows.map(({ id, status }) => {
        const value = ended.get(id) ?? status;
        return { value, label: ctx.t(`accounts.changesecretexecution.choices.status.${value}`) };
      });
    },
  },
});
