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
import { countUsersWithOldPassword, countUsersWithoutMfa } from '../../resources/users/user/census.ts';
import { countUnusedUsers } from '../../resources/users/user/unused.ts';
import { cleanUpCron } from '../cleanUp/cleanUp.ts';
import { daysBefore, keptDays, retentions } from '../cleanUp/retentions.ts';

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

const rowsTonight =
  (name: RetentionSetting): Foresight =>
  async (value, { settings, unhurried, zone }, ctx) => {
    if (Number(value) >= keptDays(settings, name)) return undefined;
    const date = nextRun(cleanUpCron, zone, new Date()) ?? new Date();
    let rows = 0;
    for (const { days, count } of Object.values(retentions))
      if (days === name) rows += await count(daysBefore(date, Number(value)), mostCounted, unhurried);
    return counted(rows < mostCounted ? 'rowsTonight' : 'rowsTonightMost', Math.min(rows, mostCounted), ctx);
  };

const locksOut: Foresight = (value, _deps, ctx) =>
  inIpGroup(ctx.remoteAddr, value as string[])
    ? ctx.t('panels.consequences.ownAddress', { address: ctx.remoteAddr })
    : undefined;

const foresights: { readonly [name in SettingName]?: Foresight } = {
  ...Object.fromEntries(retentionSettings.map((name) => [name, rowsTonight(name)])),
  SECURITY_LOGIN_IP_BLACK_LIST: locksOut,
  SECURITY_MFA_AUTH: async (value, _deps, ctx) =>
    value === 1 ? counted('mfa', await countUsersWithoutMfa(ctx.db), ctx) : undefined,
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
