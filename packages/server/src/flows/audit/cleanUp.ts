import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database.ts';
import { removeRunsBefore } from '../../platform/jobs/runs.ts';
import type { Settings } from '../../platform/settings.ts';
import { removePastSecretsBeyond } from '../../resources/accounts/account/statements.ts';
import { removeTransfersBefore } from '../../resources/audits/ftplog/statements.ts';
import { removeOperateLogsBefore } from '../../resources/audits/operatelog/statements.ts';
import { removePasswordChangesBefore } from '../../resources/audits/passwordchangelog/statements.ts';
import { removeLoginLogsBefore } from '../../resources/audits/userloginlog/statements.ts';
import { removeMessagesBefore } from '../../resources/notifications/sitemessage/statements.ts';
import { removeCommandsBefore } from '../../resources/terminal/command/statements.ts';
import { removeSessionsBefore } from '../../resources/terminal/session/statements.ts';
import { removeTasksBefore } from '../../resources/terminal/task/statements.ts';
import { removeLoadsBefore } from '../../resources/terminal/terminal/statements.ts';
import { removeTokensBefore } from '../connect/tokens.ts';
import { removeActivitiesBefore } from './activity.ts';

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
const dayMs = 86_400_000;

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

type Rule = {
  days: SettingName;
  remove: (before: string, limit: number, db: Database) => Promise<number>;
};

const rules: Readonly<Record<string, Rule>> = {
  audits_userloginlog: { days: 'LOGIN_LOG_KEEP_DAYS', remove: removeLoginLogsBefore },
  audits_operatelog: { days: 'OPERATE_LOG_KEEP_DAYS', remove: removeOperateLogsBefore },
  audits_activitylog: { days: 'ACTIVITY_LOG_KEEP_DAYS', remove: removeActivitiesBefore },
  audits_ftplog: { days: 'FTP_LOG_KEEP_DAYS', remove: removeTransfersBefore },
  audits_passwordchangelog: { days: 'PASSWORD_CHANGE_LOG_KEEP_DAYS', remove: removePasswordChangesBefore },
};

const keptDays = (settings: Settings, name: SettingName): number => Math.max(1, Number(settings.get(name)));

/** Removes the folders named by a day before the given one. */
const removeFolders = async ({ blobs, signal }: CleanUpDeps, folder: string, before: Date): Promise<void> => {
  const limit = before.toISOString().slice(0, 10);
  const names = await blobs.folders(folder);
  for (const name of names.filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && name < limit)) {
    signal?.throwIfAborted();
    await blobs.removeUnder(`${folder}${name}/`);
  }
};

const removeSessions = async (deps: CleanUpDeps, before: Date): Promise<number> => {
  const seconds = Math.floor(before.getTime() / 1000);
  await removeAll((limit, db) => removeCommandsBefore(seconds, limit, db), deps);
  await removeFolders(deps, 'replay/', before);
  return removeAll((limit, db) => removeSessionsBefore(before.toISOString(), limit, db), deps);
};

/** Deletes all but the newest secrets of each account; a setting says how many are kept. */
const trimHistories = async (deps: CleanUpDeps): Promise<number> => {
  const limit = deps.settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT');
  if (limit >= neverLimit) return 0;
  const kept = Math.max(1, limit);
  return removeAll((most, db) => removePastSecretsBeyond(kept, most, db), deps);
};

/**
 * Data without a retention setting, with the days it is kept: heartbeats, finished tasks, site messages,
 * expired connection tokens and finished jobs.
 */
const traces: readonly { days: number; remove: Rule['remove'] }[] = [
  { days: 1, remove: removeLoadsBefore },
  { days: 30, remove: removeTasksBefore },
  { days: 365, remove: removeMessagesBefore },
  { days: 30, remove: removeTokensBefore },
  { days: 30, remove: removeRunsBefore },
];

/**
 * Removes data older than its retention setting or its fixed number of days, and the oldest secrets beyond
 * their limit; runs daily at two (reference 05 §6.8). Returns how many logs, sessions and past secrets were
 * removed, by table.
 */
export const cleanUp = async (deps: CleanUpDeps): Promise<Record<string, number>> => {
  const { settings } = deps;
  const now = deps.now?.() ?? new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const removed: Record<string, number> = {};
  for (const [table, { days, remove }] of Object.entries(rules)) {
    const before = daysAgo(keptDays(settings, days)).toISOString();
    removed[table] = await removeAll((limit, db) => remove(before, limit, db), deps);
  }
  await removeFolders(deps, 'media/ftp_files/', daysAgo(keptDays(settings, 'FTP_LOG_KEEP_DAYS')));
  const sessions = daysAgo(keptDays(settings, 'TERMINAL_SESSION_KEEP_DURATION'));
  removed.terminal_session = await removeSessions(deps, sessions);
  removed.accounts_historicalaccount = await trimHistories(deps);
  for (const { days, remove } of traces) {
    const before = daysAgo(days).toISOString();
    await removeAll((limit, db) => remove(before, limit, db), deps);
  }
  return removed;
};
