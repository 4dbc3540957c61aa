import { z } from 'zod';
import { closeOrphans } from '../flows/components/heartbeat.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Cache } from '../platform/cache.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import { folderOf, forgetFile, outdatedFiles } from '../platform/jobs/runFiles.ts';
import { sweepWorkers } from '../platform/jobs/workers.ts';
import { sweepBuckets } from '../platform/limits/sharedBuckets.ts';
import { sweepSessions } from '../resources/users/user/sessions.ts';

const definition = defineJob({
  name: 'tidy',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *', isNeeded: true },
  concurrency: 1,
  timeoutSeconds: 300,
  isStoppable: false,
  retries: 0,
});

const removeOldFiles = async (db: Database, blobs: Blobs): Promise<void> => {
  for (const { id } of await outdatedFiles(db)) {
    await blobs.removeUnder(folderOf(id));
    await forgetFile(id, db);
  }
};

/**
 * Removes expired web sessions with their audit rows, API tokens and cache entries, removes idle buckets of
 * the API limit, files of runs past their time, and closes sessions that no component has reported for five minutes,
 * with their open tasks.
 */
export const tidyJob = ({ db, cache, blobs }: { db: Database; cache: Cache; blobs: Blobs }): Job =>
  handleJob(definition, async (_payload, run) => {
    await sweepSessions(db);
    const closed = await closeOrphans(db);
    if (closed > 0) run.log(`sessions closed: ${closed}`);
    await cache.sweep(db);
    await sweepBuckets(db);
    await sweepWorkers(db);
    await removeOldFiles(db, blobs);
  });
