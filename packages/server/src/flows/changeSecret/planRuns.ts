import { changeKinds, planTriggers } from '@gatehouse/contract/automation/plan.ts';
import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import { languages } from '../../platform/i18n.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';
import { rhythmOf } from '../../resources/planSchedule.ts';

/** A run of a secret change plan. If its server dies, another one follows the same changes. */
export const secretChange = defineJob({
  name: 'change_secrets',
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
  watchedBy: 'accounts.view_changesecretexecution',
});

/** A run of a plan that pushes accounts; it goes on as a run that changes secrets does. */
export const accountPush = defineJob({
  ...secretChange,
  name: 'push_accounts',
  watchedBy: 'accounts.view_pushaccountexecution',
});

/** Pushes accounts that a user chose, with the secrets that they have. */
export const chosenPush = defineJob({
  name: 'push_chosen',
  payload: z.object({
    org: z.guid(),
    accounts: z.array(z.guid()),
    assets: z.array(z.guid()),
    /** Parameters of methods, in place of those of the platforms. */
    params: z
      .record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))
      .default({}),
    language: z.enum(languages),
    /** Whether the user who started it may read the secrets (decision 0431). */
    trust: z.boolean().default(false),
  }),
  concurrency: 4,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: 'accounts.view_pushaccountexecution',
});

/** Retries changes that did not succeed; one transaction starts it and reopens them. */
export const secretRetry = defineJob({
  name: 'retry_secrets',
  payload: z.object({
    org: z.guid(),
    kind: z.enum(changeKinds).default('change_secret'),
    language: z.enum(languages),
    /** Whether the user who started it may read the secrets (decision 0431). */
    trust: z.boolean(),
  }),
  concurrency: 4,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: {
    change_secret: 'accounts.view_changesecretexecution',
    push_account: 'accounts.view_pushaccountexecution',
  },
});

/** Mails what a run changed to one recipient. */
export const secretReport = defineJob({
  name: 'report_secret_changes',
  payload: z.object({ org: z.guid(), run: z.guid(), user: z.guid() }),
  concurrency: 2,
  timeoutSeconds: 1800,
  isStoppable: true,
  retries: 5,
  retryDelaySeconds: 60,
  watchedBy: 'accounts.view_changesecretexecution',
});

/** Finds out which secrets are valid after changes with an unknown outcome (decision 0432). */
export const secretSearch = defineJob({
  name: 'find_secrets',
  payload: z.object({}),
  schedule: { cron: '*/5 * * * *', isNeeded: true },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 0,
});

/** Removes the secrets of changes that were settled long ago (decision 0446). */
export const secretForgetting = defineJob({
  name: 'forget_secrets',
  payload: z.object({}),
  schedule: { cron: '40 3 * * *', catchUp: true, isNeeded: true },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 0,
});

type Planner = Pick<Jobs, 'planFor' | 'unplanFor'>;

/** Schedules plans, in the transaction that saves or deletes them. */
export const scheduleChanges = ({ jobs }: { jobs: Planner }) => ({
  schedule: async (plan: Row<typeof changesecretautomation>, { db }: Context): Promise<void> => {
    const rhythm = rhythmOf(plan, plan.is_active);
    const payload = { plan: plan.id, org: plan.org_id, trigger: 'timing' as const };
    const job = plan.kind === 'push_account' ? accountPush : secretChange;
    if (rhythm) await jobs.planFor(job, plan.id, { ...rhythm, payload }, db);
    else await jobs.unplanFor(job, [plan.id], db);
  },
  unschedule: async (ids: readonly string[], { db }: Context): Promise<void> => {
    for (const job of [secretChange, accountPush]) await jobs.unplanFor(job, ids, db);
  },
});
