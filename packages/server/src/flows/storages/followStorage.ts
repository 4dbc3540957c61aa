import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Context, displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { defineJob, FinalFailure, type Run } from '../../platform/jobs/defineJob.ts';
import { heldPlace, noteCounts } from '../../platform/jobs/runFiles.ts';
import { holdRun, unendedRuns } from '../../platform/jobs/runs.ts';
import { assignMoves, forgetMoves, movesLeft, queueMoves, startMoves } from './moves.ts';

/**
 * The move of a component's recordings to the storage that it uses now, for the user who chose that. The recordings
 * are moved by the one mover there is; this run follows it, and says what is still wanted.
 */
export const followJob = defineJob({
  name: 'follow_storage',
  payload: z.object({
    component: z.uuid(),
    /** Name of the component. */
    subject: z.string(),
  }),
  concurrency: 4,
  timeoutSeconds: 12 * 3600,
  isStoppable: true,
  retries: 5,
  retryDelaySeconds: 5,
});

/**
 * Recordings of a component follow it to the storage that it uses now, in a run of the user who changed it; what was
 * still to be moved to an earlier one is not any more.
 */
export const followStorage =
  ({ jobs }: { jobs: Jobs }) =>
  async (component: { id: string; name: string }, ctx: Context): Promise<void> => {
    const { db, actor } = ctx;
    for (const run of await unendedRuns(followJob.name, { component: component.id }, db))
      await jobs.stop(run, db);
    await forgetMoves(component.id, db);
    const total = await queueMoves(component.id, null, db);
    if (total === 0) return;
    const payload = { component: component.id, subject: component.name };
    const run = await jobs.enqueue(followJob, payload, { db, by: displayOf(actor), creator: actor.id });
    if (!run) throw new Error('A run that is on no schedule was not enqueued.');
    await noteCounts({ id: run, attempt: 0 }, { total, done: 0, failed: 0 }, db);
    await assignMoves(component.id, run, db);
    await startMoves(db);
  };

/** How often progress is looked at. */
const lookMs = 1_000;
/** How often the mover is called, in case its own run was lost. */
const callMs = 60_000;

/** Follows the recordings of a run until all are moved, or none of those left can be. */
export const followMoves = async (
  { component }: z.infer<typeof followJob.payload>,
  run: Run,
  db: Database,
): Promise<void> => {
  // A run that has just been stopped would take the recordings from the one that replaced it.
  await db.transaction(async (tx) => {
    if (await holdRun(run.id, tx)) await queueMoves(component, run.id, tx);
  });
  const place = await heldPlace(run, db);
  let told = '';
  for (let called = 0; ; await sleep(lookMs, undefined, { signal: run.signal })) {
    const { left, failed, cause } = await movesLeft(run.id, db);
    const total = Math.max(place?.total ?? 0, left);
    const counts = { total, done: total - left, failed };
    if (JSON.stringify(counts) !== told) await noteCounts(run, counts, db);
    told = JSON.stringify(counts);
    if (left === 0) return;
    if (failed === left) throw new FinalFailure('recordings_wait', { count: left, cause });
    if (Date.now() - called < callMs) continue;
    called = Date.now();
    await startMoves(db);
  }
};
