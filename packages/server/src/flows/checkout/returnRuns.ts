import { z } from 'zod';
import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Changes the secret of an account after its check-out. If its server dies, another one follows the same change. */
export const returnChange = defineJob({
  name: 'change_returned',
  payload: z.object({ checkout: z.guid(), org: z.guid() }),
  concurrency: 4,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
  watchedBy: 'accounts.view_accountcheckout',
});

/** Ends check-outs whose time is over, and takes note of how the secrets were changed. */
export const returnDue = defineJob({
  name: 'return_accounts',
  payload: z.object({}),
  schedule: { cron: '* * * * *', isNeeded: true },
  concurrency: 1,
  timeoutSeconds: 600,
  isStoppable: true,
  retries: 0,
});
