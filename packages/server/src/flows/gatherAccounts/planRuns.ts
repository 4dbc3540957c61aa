import { planTriggers } from '@gatehouse/contract/automation/plan.ts';
import type { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import { languages } from '../../platform/i18n.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';
import { rhythmOf } from '../../resources/planSchedule.ts';

/** A run of a plan that looks for accounts. If its server dies, another one follows the same work. */
export const accountSearch = defineJob({
  name: 'gather_accounts',
  payload: z.object({
    plan: z.guid(),
    org: z.guid(),
    trigger: z.enum(planTriggers),
    /** Language of the log; absent: that of the installation. */
    language: z.enum(languages).optional(),
    /** Whether the user who started it may read the secrets (decision 0431). */
    trust: z.boolean().default(false),
  }),
  concurrency: 4,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: 'accounts.view_gatheraccountsexecution',
});

type Planner = Pick<Jobs, 'planFor' | 'unplanFor'>;

/** Schedules plans, in the transaction that saves or deletes them. */
export const scheduleSearches = ({ jobs }: { jobs: Planner }) => ({
  schedule: async (plan: Row<typeof gatheraccountsautomation>, { db }: Context): Promise<void> => {
    const rhythm = rhythmOf(plan, plan.is_active);
    const payload = { plan: plan.id, org: plan.org_id, trigger: 'timing' as const };
    if (rhythm) await jobs.planFor(accountSearch, plan.id, { ...rhythm, payload }, db);
    else await jobs.unplanFor(accountSearch, [plan.id], db);
  },
  unschedule: (ids: readonly string[], { db }: Context): Promise<void> =>
    jobs.unplanFor(accountSearch, ids, db),
});
