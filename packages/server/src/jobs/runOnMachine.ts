import { z } from 'zod';
import { followRun, type RunPace } from '../flows/runs/followRun.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

/**
 * Work on one asset. A run that an earlier attempt handed to a runner is not handed over again: a retry goes
 * on following it (decision 0149).
 */
export const machineRun = defineJob({
  name: 'run_on_machine',
  /**
   * The connection token says which asset, as which account, for which user; only a component can redeem it.
   */
  payload: z.object({ token: z.uuid() }),
  concurrency: 20,
  timeoutSeconds: 240,
  isStoppable: true,
  retries: 2,
});

/** Has a runner carry out work on an asset. */
export const runOnMachineJob = (deps: { db: Database; pace?: RunPace }): Job =>
  handleJob(machineRun, ({ token }, run) => followRun(run, token, deps));
