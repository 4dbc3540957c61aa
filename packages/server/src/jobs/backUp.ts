import { z } from 'zod';
import { type BackupDeps, runBackup } from '../flows/backup/runBackup.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

const definition = defineJob({
  name: 'back_up',
  payload: z.object({}),
  schedule: { cron: '0 3 * * *', catchUp: true },
  concurrency: 1,
  timeoutSeconds: 12 * 3600,
  isStoppable: true,
  retries: 0,
});

/** Stores an encrypted backup every night, and restores it as a check. */
export const backUpJob = (deps: BackupDeps): Job =>
  handleJob(definition, (_payload, run) => runBackup(deps, run));
