import { accountBackup } from '../flows/accountBackup/planRuns.ts';
import { type BackupDeps, runAccountBackup, settleAccountBackup } from '../flows/accountBackup/runBackup.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Sends the secrets of accounts away, encrypted, as a backup plan says. */
export const backUpAccountsJob = (deps: BackupDeps): Job =>
  handleJob(
    accountBackup,
    (wish, run) => runAccountBackup(wish, run, deps),
    (wish, run) => settleAccountBackup(wish, run, deps),
  );
