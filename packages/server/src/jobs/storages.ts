import { z } from 'zod';
import { checkStorages } from '../flows/storages/checkStorages.ts';
import { followJob, followMoves } from '../flows/storages/followStorage.ts';
import { moveCommands } from '../flows/storages/moveCommands.ts';
import { moveReplays } from '../flows/storages/moveReplays.ts';
import type { ReplayStores } from '../flows/storages/replayStores.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Enqueued when a recording or a component gets another storage, and run periodically for what had to wait. */
export const replayMove = defineJob({
  name: 'move_replays',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *' },
  // One mover at a time, so that no recording is copied twice.
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 30,
});

/** Enqueued when commands are reported that belong elsewhere, and run periodically for those that had to wait. */
export const commandMove = defineJob({
  name: 'move_commands',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *' },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 30,
});

const check = defineJob({
  name: 'check_storages',
  payload: z.object({}),
  schedule: { cron: '0 0 * * *' },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 300,
});

type Deps = { db: Database; vault: Vault; replayStores: ReplayStores };

/** Moves recordings and commands to their storages, and tries every storage each night (reference 07 §13.3). */
export const storageJobs = (deps: Deps): Job[] => [
  handleJob(replayMove, async (_payload, run) => {
    const { moved, waiting } = await moveReplays({ ...deps, signal: run.signal, log: run.log });
    if (moved > 0) run.log(`moved: ${moved}`);
    if (waiting > 0) run.log(`waiting: ${waiting}`);
  }),
  handleJob(followJob, (payload, run) => followMoves(payload, run, deps.db)),
  handleJob(commandMove, async (_payload, run) => {
    const moved = await moveCommands({ ...deps, signal: run.signal, log: run.log });
    if (moved > 0) run.log(`moved: ${moved}`);
  }),
  handleJob(check, async (_payload, run) => {
    const failing = await checkStorages({ ...deps, signal: run.signal, log: run.log });
    if (failing > 0) run.log(`storages: ${failing}`);
  }),
];
