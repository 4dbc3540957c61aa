import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import {
  mostCounted,
  type RetentionSetting,
  retentionSettings,
} from '@gatehouse/contract/settings/retention.ts';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import type { Database } from '../../platform/database.ts';
import { nextRun } from '../../platform/jobs/nextRun.ts';
import type { Settings } from '../../platform/settings.ts';
import { tasksSwitchedOff } from '../../resources/ops/celerytask/statements.ts';
import {
  countAdminsWithoutMfa,
  countUsersOfOtherSystems,
  countUsersSignedInTwice,
  countUsersWithOldPassword,
  countUsersWithoutMfa,
} from '../../resources/users/user/census.ts';
import { isTrustedBy } from '../../resources/users/user/lockOut.ts';
import { countUnusedUsers } from '../../resources/users/user/unused.ts';
import { countBackups } from '../backup/storedBackups.ts';
import { cleanUpCron, cleanUpName } from '../cleanUp/cleanUp.ts';
import { countExcessSecrets, daysBefore, keptDays, retentions } from '../cleanUp/retentions.ts';

/** What the consequences are judged by. */
export type ForesightDeps = {
  settings: Settings;
  /** Counting takes longer than other statements may. */
  unhurried: Database;
  /** Time zone of the installation. */
  zone: string;
};

/** Tells what a new value leads to that may be unwanted; undefined when nothing. */
type Foresight = (
  value: unknown,
  deps: ForesightDeps,
  ctx: Context,
) => string | undefined | Promise<string | undefined>;

const counted = (key: string, count: number, ctx: Context) =>
  count > 0 ? ctx.t(`panels.consequences.${key}`, { count }) : undefined;

const isCleanUpOff = async (ctx: Context): Promise<boolean> =>
  (await tasksSwitchedOff(ctx.db)).has(cleanUpName);

const rowsTonight =
  (name: RetentionSetting): Foresight =>
  async (value, { settings, unhurried, zone }, ctx) => {
    if (Number(value) >= keptDays(settings, name)) return undefined;
    const date = nextRun(cleanUpCron, zone, new Date()) ?? new Date();
    let rows = 0;
    for (const { days, count } of Object.values(retentions))
      if (days === name) rows += await count(daysBefore(date, Number(value)), mostCounted, unhurried);
    if (await isCleanUpOff(ctx)) return counted('rowsOnceOn', Math.min(rows, mostCounted), ctx);
    return counted(rows < mostCounted ? 'rowsTonight' : 'rowsTonightMost', Math.min(rows, mostCounted), ctx);
  };

const secretsTonight: Foresight = async (value, { settings, unhurried }, ctx) => {
  if (Number(value) >= settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT')) return undefined;
  const secrets = await countExcessSecrets(Number(value), mostCounted, unhurried);
  return counted((await isCleanUpOff(ctx)) ? 'secretsOnceOn' : 'secretsTonight', secrets, ctx);
};

const excessBackups: Foresight = async (value, { settings }, ctx) => {
  const kept = Math.min(
    settings.get('BACKUP_KEEP'),
    await countBackups(settings.get('BACKUP_STORAGE'), ctx.db),
  );
  // The next backup is one of those that are kept.
  return counted('backups', kept + 1 - Number(value), ctx);
};

const locksOut: Foresight = (value, { settings }, ctx) =>
  inIpGroup(ctx.remoteAddr, value as string[]) && !isTrustedBy(settings, ctx.remoteAddr)
    ? ctx.t('panels.consequences.ownAddress', { address: ctx.remoteAddr })
    : undefined;

/** Counts users once a switch is on. */
const onceOn =
  (key: string, count: (db: Database) => Promise<number>): Foresight =>
  async (value, _deps, ctx) =>
    value === true ? counted(key, await count(ctx.db), ctx) : undefined;

const missingMfa: Foresight = async (value, _deps, ctx) => {
  if (value === 1) return counted('mfa', await countUsersWithoutMfa(ctx.db), ctx);
  return value === 2 ? counted('adminMfa', await countAdminsWithoutMfa(ctx.db), ctx) : undefined;
};

const foresights: { readonly [name in SettingName]?: Foresight } = {
  ...Object.fromEntries(retentionSettings.map((name) => [name, rowsTonight(name)])),
  HISTORY_ACCOUNT_CLEAN_LIMIT: secretsTonight,
  BACKUP_KEEP: excessBackups,
  SECURITY_LOGIN_IP_BLACK_LIST: locksOut,
  ONLY_ALLOW_AUTH_FROM_SOURCE: onceOn('otherSources', countUsersOfOtherSystems),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: onceOn('severalSessions', countUsersSignedInTwice),
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: (value, _deps, ctx) =>
    value === false ? ctx.t('panels.consequences.registration') : undefined,
  SECURITY_MFA_AUTH: missingMfa,
  SECURITY_UNCOMMON_USERS_TTL: async (value, _deps, ctx) =>
    counted('unusedUsers', await countUnusedUsers(Number(value), ctx.db), ctx),
  SECURITY_PASSWORD_EXPIRATION_TIME: async (value, { settings }, ctx) => {
    const now = settings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
    if (Number(value) >= now) return undefined;
    const more =
      (await countUsersWithOldPassword(Number(value), ctx.db)) -
      (await countUsersWithOldPassword(now, ctx.db));
    return counted('passwords', more, ctx);
  },
};

/** What the values lead to, for those that differ from the stored ones. */
export const consequencesOf = async (
  values: Values,
  deps: ForesightDeps,
  ctx: Context,
): Promise<{ name: string; text: string }[]> => {
  const found: { name: string; text: string }[] = [];
  for (const [name, value] of Object.entries(values)) {
    const stored = deps.settings.get(name as SettingName);
    if (JSON.stringify(stored) === JSON.stringify(value)) continue;
    const text = await foresights[name as SettingName]?.(value, deps, ctx);
    if (text !== undefined) found.push({ name, text });
  }
  return found;
};
