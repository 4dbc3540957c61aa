import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { type Database, id } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allPastSecrets } from '../../resources/accounts/account/relations.ts';

/** What the clean-up needs. */
export type CleanUpDeps = {
  db: Database;
  settings: Settings;
  blobs: Blobs;
  now?: () => Date;
  /** Stops the work between two batches. */
  signal?: AbortSignal;
};

/** Rows deleted per statement, so that no table is locked for long. */
const batch = 5000;
/** Number of stored secrets per account that means keeping all. */
const neverLimit = 999;
const dayMs = 86_400_000;

const removeWhere = async (
  table: string,
  where: SQL,
  { db, signal }: Pick<CleanUpDeps, 'db' | 'signal'>,
): Promise<number> => {
  let total = 0;
  while (true) {
    signal?.throwIfAborted();
    const gone = await db.rows<{ id: unknown }>(
      sql`delete from ${id(table)} where id in (select t.id from ${id(table)} t where ${where} limit ${batch}) returning id`,
    );
    total += gone.length;
    if (gone.length < batch) return total;
  }
};

type Rule = { table: string; column: string; days: SettingName };

const rules: readonly Rule[] = [
  { table: 'audits_userloginlog', column: 'datetime', days: 'LOGIN_LOG_KEEP_DAYS' },
  { table: 'audits_operatelog', column: 'datetime', days: 'OPERATE_LOG_KEEP_DAYS' },
  { table: 'audits_activitylog', column: 'datetime', days: 'ACTIVITY_LOG_KEEP_DAYS' },
  { table: 'audits_ftplog', column: 'date_start', days: 'FTP_LOG_KEEP_DAYS' },
  { table: 'audits_passwordchangelog', column: 'datetime', days: 'PASSWORD_CHANGE_LOG_KEEP_DAYS' },
];

const keptDays = (settings: Settings, name: SettingName): number => Math.max(1, Number(settings.get(name)));

/** Folders are named by day; those before the limit are removed whole. */
const removeFolders = async ({ blobs, signal }: CleanUpDeps, folder: string, before: Date): Promise<void> => {
  const limit = before.toISOString().slice(0, 10);
  const names = await blobs.folders(folder);
  for (const name of names.filter((one) => /^\d{4}-\d{2}-\d{2}$/.test(one) && one < limit)) {
    signal?.throwIfAborted();
    await blobs.removeUnder(`${folder}${name}/`);
  }
};

const removeSessions = async (deps: CleanUpDeps, before: Date): Promise<number> => {
  await removeWhere('terminal_command', sql`t.timestamp < ${Math.floor(before.getTime() / 1000)}`, deps);
  await removeFolders(deps, 'replay/', before);
  return removeWhere('terminal_session', sql`t.is_finished and t.date_start < ${before.toISOString()}`, deps);
};

/** Keeps the newest secrets of each account. */
const trimHistories = async (deps: CleanUpDeps): Promise<number> => {
  const limit = deps.settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT');
  if (limit >= neverLimit) return 0;
  const surplus = sql`t.id in (select h.id from (select id, row_number() over (partition by account order by history_date desc, id desc) as place
    from ${allPastSecrets} p) h where h.place > ${Math.max(1, limit)})`;
  return removeWhere('accounts_historicalaccount', surplus, deps);
};

/**
 * What no setting retains: old heartbeats, finished tasks and jobs, expired tokens, messages older than a
 * year.
 */
const removeTraces = async (deps: CleanUpDeps, daysAgo: (days: number) => Date): Promise<void> => {
  const before = (days: number) => daysAgo(days).toISOString();
  await removeWhere('terminal_status', sql`t.date_created < ${before(1)}`, deps);
  await removeWhere('terminal_task', sql`t.is_finished and t.date_created < ${before(30)}`, deps);
  await removeWhere('notifications_sitemessage', sql`t.date_created < ${before(365)}`, deps);
  await removeWhere('authentication_connectiontoken', sql`t.date_expired < ${before(30)}`, deps);
  await removeWhere('system_job', sql`t.date_finished < ${before(30)}`, deps);
};

/**
 * Removes what settings no longer keep; runs daily at two (reference 05 §6.8). Returns the number of rows by
 * table.
 */
export const cleanUp = async (deps: CleanUpDeps): Promise<Record<string, number>> => {
  const { settings } = deps;
  const now = deps.now?.() ?? new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const removed: Record<string, number> = {};
  for (const { table, column, days } of rules) {
    const before = daysAgo(keptDays(settings, days)).toISOString();
    removed[table] = await removeWhere(table, sql`t.${id(column)} < ${before}`, deps);
  }
  await removeFolders(deps, 'media/ftp_files/', daysAgo(keptDays(settings, 'FTP_LOG_KEEP_DAYS')));
  const sessions = daysAgo(keptDays(settings, 'TERMINAL_SESSION_KEEP_DURATION'));
  removed.terminal_session = await removeSessions(deps, sessions);
  removed.accounts_historicalaccount = await trimHistories(deps);
  await removeTraces(deps, daysAgo);
  return removed;
};
