import type { RetentionSetting } from '@gatehouse/contract/settings/retention.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database.ts';
import { removeOrphanedFiles } from '../../platform/jobs/runFiles.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Place, Removed } from '../../platform/statements/aged.ts';
import {
  accountsWithMore,
  type Overfull,
  removeOlderSecrets,
} from '../../resources/accounts/account/statements.ts';
import { removeUnnamedPictures } from '../appearance/oldPictures.ts';
import { daysBefore, keptDays, keptSecrets, retentions, traces } from './retentions.ts';

/** Name of the background task. */
export const cleanUpName = 'clean_up';
/** When the clean-up runs: every night at two in the time zone of the installation. */
export const cleanUpCron = '0 2 * * *';

/** What the clean-up needs. */
export type CleanUpDeps = {
  db: Database;
  settings: Settings;
  blobs: Blobs;
  now?: () => Date;
  /** Stops the work between two batches. */
  signal?: AbortSignal;
};

/** Maximum number of rows deleted per statement, so that no table is locked for long. */
const batch = 5000;
/** Number of accounts whose secrets are looked at together. */
const accountBatch = 100;
/** Comes before every id. */
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Removes at most `limit` rows, from where the batch before ended. */
type RemoveBatch<At> = (batch: { limit: number; from: At | undefined }, db: Database) => Promise<Removed<At>>;

const removeAll = async <At>(
  remove: RemoveBatch<At>,
  { db, signal }: Pick<CleanUpDeps, 'db' | 'signal'>,
): Promise<number> => {
  let total = 0;
  let from: At | undefined;
  do {
    signal?.throwIfAborted();
    const { gone, next } = await remove({ limit: batch, from }, db);
    total += gone;
    from = next;
  } while (from !== undefined);
  return total;
};

/** Removes the folders named by a day before the given one. */
const removeFolders = async ({ blobs, signal }: CleanUpDeps, folder: string, before: Date): Promise<void> => {
  const limit = before.toISOString().slice(0, 10);
  const names = await blobs.folders(folder);
  for (const name of names.filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && name < limit)) {
    signal?.throwIfAborted();
    await blobs.removeUnder(`${folder}${name}/`);
  }
};

/** Folders with a subfolder for each day, and the setting that says how long these are kept. */
const dayFolders: Readonly<Record<string, RetentionSetting>> = {
  'media/ftp_files/': 'FTP_LOG_KEEP_DAYS',
  'replay/': 'TERMINAL_SESSION_KEEP_DURATION',
};

/** Deletes all but the newest secrets of each account; a setting says how many are kept. */
const trimHistories = async (deps: CleanUpDeps): Promise<number> => {
  const kept = keptSecrets(deps.settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT'));
  if (kept === undefined) return 0;
  let [total, after] = [0, beforeAllIds];
  while (true) {
    const accounts = await accountsWithMore(kept, after, accountBatch, deps.db);
    total += await removeAll<readonly Overfull[]>(
      ({ limit, from }, db) => removeOlderSecrets(from ?? accounts, limit, db),
      deps,
    );
    const last = accounts.at(-1);
    if (!last) return total;
    after = last.account;
  }
};

/**
 * Removes data older than its retention setting or its fixed number of days, and the oldest secrets beyond
 * their limit; runs daily at two (reference 05 §6.8). Returns how many rows were removed, by table.
 */
export const cleanUp = async (deps: CleanUpDeps): Promise<Record<string, number>> => {
  const { settings } = deps;
  const now = deps.now?.() ?? new Date();
  const removed: Record<string, number> = {};
  for (const [table, { days, remove }] of Object.entries(retentions)) {
    const before = daysBefore(now, keptDays(settings, days));
    removed[table] = await removeAll<Place>((batch, db) => remove(before, batch, db), deps);
  }
  for (const [folder, days] of Object.entries(dayFolders))
    await removeFolders(deps, folder, daysBefore(now, keptDays(settings, days)));
  await removeOrphanedFiles(daysBefore(now, 1), deps);
  await removeUnnamedPictures(deps);
  removed.accounts_historicalaccount = await trimHistories(deps);
  for (const [table, { days, remove }] of Object.entries(traces)) {
    const before = daysBefore(now, days).toISOString();
    removed[table] = await removeAll<Place>((batch, db) => remove({ before, ...batch }, db), deps);
  }
  return removed;
};
