import { z } from 'zod';
import { type CleanUpDeps, cleanUp, cleanUpCron, cleanUpName } from '../flows/cleanUp/cleanUp.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

const definition = defineJob({
  name: cleanUpName,
  payload: z.object({}),
  schedule: { cron: cleanUpCron, catchUp: true },
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 300,
});

/** Removes data past its retention, such as logs, recordings and transferred files, every night at two. */
export const cleanUpJob = (deps: CleanUpDeps): Job =>
  handleJob(definition, async (_payload, run) => {
    const removed = await cleanUp({ ...deps, signal: run.signal });
    for (const [table, rows] of Object.entries(removed)) if (rows > 0) run.log(`${table}: ${rows}`);
  });
