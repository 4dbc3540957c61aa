import { moveSecrets } from '../flows/vault/moveSecrets.ts';
import { vaultSync } from '../flows/vault/vaultSync.ts';
import type { Database } from '../platform/database.ts';
import { FinalFailure, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import { noteCounts } from '../platform/jobs/runFiles.ts';
import { keyValueAt } from '../platform/secretStore/keyValue.ts';
import { vaultPlaceOf } from '../platform/secretStore/secretStore.ts';
import type { Settings } from '../platform/settings.ts';

/** Moves the secrets that are still in the database to the vault. */
export const syncVaultJob = ({ db, settings }: { db: Database; settings: Settings }): Job =>
  handleJob(vaultSync, async (_payload, run) => {
    if (!settings.get('VAULT_ENABLED')) throw new FinalFailure('vault_off');
    const progress = (done: number, total: number) => noteCounts(run, { total, done, failed: 0 }, db);
    const keyValue = keyValueAt(vaultPlaceOf(settings));
    const moved = await moveSecrets('vault', { db, keyValue, signal: run.signal, progress });
    run.log(`moved: ${moved}`);
  });
