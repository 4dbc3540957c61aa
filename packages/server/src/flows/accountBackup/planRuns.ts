import { planTriggers } from '@gatehouse/contract/automation/plan.ts';
import type { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';
import { rhythmOf } from '../../resources/planSchedule.ts';

/** A run of a backup plan. If its server dies it goes on with the receivers that are left. */
export const accountBackup = defineJob({
  name: 'back_up_accounts',
  payload: z.object({ plan: z.guid(), org: z.guid(), trigger: z.enum(planTriggers) }),
  concurrency: 2,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: 'accounts.view_accountbackupexecution',
});

type Planner = Pick<Jobs, 'planFor' | 'unplanFor'>;

/** Has backup plans run at their times, in the transaction that saves or deletes them. */
export const scheduleBackups = ({ jobs }: { jobs: Planner }) => ({
  schedule: async (plan: Row<typeof accountbackupautomation>, { db }: Context): Promise<void> => {
    const rhythm = rhythmOf(plan, true);
    const payload = { plan: plan.id, org: plan.org_id, trigger: 'timing' as const };
    if (rhythm) await jobs.planFor(accountBackup, plan.id, { ...rhythm, payload }, db);
    else await jobs.unplanFor(accountBackup, [plan.id], db);
  },
  unschedule: (ids: readonly string[], { db }: Context): Promise<void> =>
    jobs.unplanFor(accountBackup, ids, db),
});
