import { z } from 'zod';
import { defineJob } from '../../platform/jobs/defineJob.ts';

/** The move of secrets to the vault, started by an administrator. */
export const vaultSync = defineJob({
  name: 'sync_vault',
  payload: z.object({}),
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 30,
});
