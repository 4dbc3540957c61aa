import { z } from 'zod';
import { checkComponents } from '../flows/reminders/checkComponents.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

const definition = defineJob({
  name: 'check_components',
  payload: z.object({}),
  schedule: { cron: '0 * * * *' },
  concurrency: 1,
  timeoutSeconds: 600,
  isStoppable: true,
  retries: 0,
});

/** Tells subscribers every hour of components that are offline or run out of room. */
export const checkComponentsJob = ({ db }: { db: Database }): Job =>
  handleJob(definition, async (_payload, run) => {
    const found = await checkComponents(db, run.signal);
    if (found > 0) run.log(`components: ${found}`);
  });
