import { z } from 'zod';
import { moveSecrets } from '../flows/vault/moveSecrets.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, FinalFailure, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import { keyValueAt } from '../platform/secretStore/keyValue.ts';
import { vaultPlaceOf } from '../platform/secretStore/secretStore.ts';
import type { Settings } from '../platform/settings.ts';

/** Enqueued by an administrator. */
export const vaultSync = defineJob({
  name: 'sync_vault',
  payload: z.object({}),
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 30,
});

/** Moves the secrets that are still in the database to the vault. */
export const syncVaultJob = ({ db, settings }: { db: Database; settings: Settings }): Job =>
  handleJob(vaultSync, async (_payload, run) => {
    if (!settings.get('VAULT_ENABLED')) throw new FinalFailure('vault_off');
    const { signal, progress } = run;
    const keyValue = keyValueAt(vaultPlaceOf(settings));
    run.log(`moved: ${await moveSecrets('vault', { db, keyValue, signal, progress })}`);
  });
