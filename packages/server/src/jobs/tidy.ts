import { z } from 'zod';
import { settleLostBackups } from '../flows/accountBackup/runBackup.ts';
import { closeOrphans } from '../flows/components/heartbeat.ts';
import { removePastUploads, removeStrayUploads } from '../flows/fileTransfer/uploads.ts';
import { settleLostSearches } from '../flows/gatherAccounts/runSearch.ts';
import { expireApprovals } from '../flows/jobCenter/approval/expire.ts';
import { settleLostRuns } from '../flows/jobCenter/carryOutJob.ts';
import { settleLeft } from '../flows/machineWork/statements.ts';
import { type SystemDeps, systemContext } from '../flows/systemContext.ts';
import { closeOfEndedSessions } from '../flows/tickets/confirmations/ended.ts';
import { closeDeserted, closeOverdue } from '../flows/tickets/confirmations/outcome.ts';
import { closeOfGoneBrowsers } from '../flows/tickets/confirmations/waiter.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Cache } from '../platform/cache.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import { folderOf, forgetFile, outdatedFiles } from '../platform/jobs/runFiles.ts';
import { sweepWorkers } from '../platform/jobs/workers.ts';
import { sweepBuckets } from '../platform/limits/sharedBuckets.ts';
import { sweepSessions } from '../resources/users/user/sessions.ts';

/** The job's definition; a run can also be asked for between its times. */
export const tidy = defineJob({
  name: 'tidy',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *', isNeeded: true },
  concurrency: 1,
  timeoutSeconds: 300,
  isStoppable: true,
  retries: 0,
});

const removeOldFiles = async (db: Database, blobs: Blobs, signal: AbortSignal): Promise<void> => {
  for (const { id } of await outdatedFiles(db)) {
    signal.throwIfAborted();
    await blobs.removeUnder(folderOf(id));
    await forgetFile(id, db);
  }
};

type TidyDeps = SystemDeps & { db: Database; cache: Cache; blobs: Blobs };

/**
 * Removes expired web sessions with their audit rows, API tokens and cache entries, removes idle buckets of
 * the API limit, files of runs and transfers past their time, closes sessions that no component has reported for five minutes,
 * with their open tasks, confirmations that waited too long, that no user is left to decide, whose session has
 * ended, or whose browser is gone, and targets that runners which are gone hold of ended work. Runs of jobs,
 * searches for accounts and backups of accounts whose task was lost have failed. Approvals of jobs that were not decided
 * in time have expired.
 */
export const tidyJob = (deps: TidyDeps): Job =>
  handleJob(tidy, async (_payload, { signal, log }) => {
    const { db, cache, blobs } = deps;
    const inContext = systemContext(deps);
    const steps: readonly (() => Promise<unknown>)[] = [
      () => sweepSessions(db),
      async () => {
        const closed = await closeOrphans(db);
        if (closed > 0) log(`sessions closed: ${closed}`);
      },
      async () => {
        const overdue = await closeOverdue(db, inContext, signal);
        const ended = await closeOfEndedSessions(db, inContext, signal);
        const deserted = await closeDeserted(db, inContext, signal);
        const gone = await closeOfGoneBrowsers(deps, inContext, signal);
        const closed = overdue + ended + deserted + gone;
        if (closed > 0) log(`confirmations closed: ${closed}`);
      },
      async () => {
        const settled = await settleLostRuns(db, signal);
        if (settled > 0) log(`runs of jobs settled: ${settled}`);
        const searches = await settleLostSearches(deps);
        if (searches > 0) log(`searches for accounts settled: ${searches}`);
        const backups = await settleLostBackups(deps);
        if (backups > 0) log(`backups of accounts settled: ${backups}`);
      },
      async () => {
        const expired = await expireApprovals(db, inContext, signal);
        if (expired > 0) log(`approvals of jobs expired: ${expired}`);
      },
      async () => {
        const lost = await settleLeft(db);
        if (lost > 0) log(`targets lost with their runners: ${lost}`);
      },
      () => cache.sweep(db),
      () => sweepBuckets(db),
      () => sweepWorkers(db),
      () => removeOldFiles(db, blobs, signal),
      () => removePastUploads({ db, blobs }, signal),
      () => removeStrayUploads({ db, blobs }, signal),
    ];
    for (const step of steps) {
      signal.throwIfAborted();
      await step();
    }
  });
