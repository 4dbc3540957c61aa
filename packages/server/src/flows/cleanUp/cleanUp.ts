import type { RetentionSetting } from '@gatehouse/contract/settings/retention.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database.ts';
import { removeOrphanedFiles } from '../../platform/jobs/runFiles.ts';
import type { Settings } from '../../platform/settings.ts';
import { removePastSecretsBeyond } from '../../resources/accounts/account/statements.ts';
import { removeDeliveriesBefore } from '../../resources/audits/messagelog/statements.ts';
import { removeMessagesBefore } from '../../resources/notifications/sitemessage/statements.ts';
import { removeTasksBefore } from '../../resources/terminal/task/statements.ts';
import { removeLoadsBefore } from '../../resources/terminal/terminal/statements.ts';
import { removeTokensBefore } from '../connect/tokens.ts';
import { daysBefore, keptDays, retentions } from './retentions.ts';

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
/** From this value of the setting on, all stored secrets of an account are kept. */
const neverLimit = 999;

/** Removes at most `limit` rows; returns how many were removed. */
type RemoveBatch = (limit: number, db: Database) => Promise<number>;

const removeAll = async (
  remove: RemoveBatch,
  { db, signal }: Pick<CleanUpDeps, 'db' | 'signal'>,
): Promise<number> => {
  let total = 0;
  while (true) {
    signal?.throwIfAborted();
    const gone = await remove(batch, db);
    total += gone;
    if (gone < batch) return total;
  }
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
  const limit = deps.settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT');
  if (limit >= neverLimit) return 0;
  const kept = Math.max(1, limit);
  return removeAll((most, db) => removePastSecretsBeyond(kept, most, db), deps);
};

/**
 * Data without a retention setting, with the days it is kept: heartbeats, finished tasks, messages, deliveries
 * and expired connection tokens.
 */
const traces: readonly {
  days: number;
  remove: (before: string, limit: number, db: Database) => Promise<number>;
}[] = [
  { days: 1, remove: removeLoadsBefore },
  { days: 30, remove: removeTasksBefore },
  { days: 365, remove: removeMessagesBefore },
  { days: 365, remove: removeDeliveriesBefore },
  { days: 30, remove: removeTokensBefore },
];

/**
 * Removes data older than its retention setting or its fixed number of days, and the oldest secrets beyond
 * their limit; runs daily at two (reference 05 §6.8). Returns how many logs, sessions and past secrets were
 * removed, by table.
 */
export const cleanUp = async (deps: CleanUpDeps): Promise<Record<string, number>> => {
  const { settings } = deps;
  const now = deps.now?.() ?? new Date();
  const removed: Record<string, number> = {};
  for (const [table, { days, remove }] of Object.entries(retentions)) {
    const before = daysBefore(now, keptDays(settings, days));
    removed[table] = await removeAll((limit, db) => remove(before, limit, db), deps);
  }
  for (const [folder, days] of Object.entries(dayFolders))
    await removeFolders(deps, folder, daysBefore(now, keptDays(settings, days)));
  await removeOrphanedFiles(daysBefore(now, 1), deps);
  removed.accounts_historicalaccount = await trimHistories(deps);
  for (const { days, remove } of traces) {
    const before = daysBefore(now, days).toISOString();
    await removeAll((limit, db) => remove(before, limit, db), deps);
  }
  return removed;
};
