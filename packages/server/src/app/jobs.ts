import { cleanUpJob } from '../jobs/cleanUp.ts';
import { tidyJob } from '../jobs/tidy.ts';
import type { Job } from '../platform/jobs/defineJob.ts';
import type { Services } from './services.ts';

/** Every background job, one line each. Their statements have no limit of time. */
export const everyJob = (services: Services): Job[] => {
  const deps = { ...services, db: services.unhurried };
  return [cleanUpJob(deps), tidyJob(deps)];
};
