import { z } from 'zod';
import type { StopDeps } from '../flows/jobCenter/stopRuns.ts';
import { type SystemDeps, systemContext } from '../flows/systemContext.ts';
import { disableUnused, unusedCron } from '../flows/users/disableUnused.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import type { Settings } from '../platform/settings.ts';

const definition = defineJob({
  name: 'disable_unused_users',
  payload: z.object({}),
  schedule: { cron: unusedCron, catchUp: true },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 300,
});

/** Disables users who no longer sign in, every day at two in the afternoon (reference 07 §13.3). */
export const disableUnusedUsersJob = (
  deps: SystemDeps & StopDeps & { db: Database; settings: Settings },
): Job =>
  handleJob(definition, async (_payload, run) => {
    const disabled = await disableUnused({ ...deps, contextIn: systemContext(deps) }, run);
    if (disabled > 0) run.log(`users: ${disabled}`);
  });
