import { z } from 'zod';
import { languages } from '../../platform/i18n.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';

/** A day less an hour, because every run in the queue needs an end. */
const longestSeconds = 23 * 3600;

/** A job run: a scheduled one names the job; one that a user started is identified by its own id. */
export const jobRun = defineJob({
  name: 'run_job',
  payload: z.object({ org: z.guid(), job: z.guid().optional(), language: z.enum(languages).optional() }),
  concurrency: 40,
  timeoutSeconds: longestSeconds,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: 'audits.view_joblog',
});

/** Most runs of one user that have not ended: fewer than the places of all, so that others have some left. */
export const MOST_RUNS = 10;

/** Longest time that a machine gets for a command without a timeout, in seconds. */
export const longestCommandSeconds = longestSeconds - 60;
