import { countTonight } from '@gatehouse/contract/calls/settings.ts';
import {
  mostCounted,
  type RetentionSetting,
  retentionSettings,
} from '@gatehouse/contract/settings/retention.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Database } from '../../platform/database.ts';
import { nextRun } from '../../platform/jobs/nextRun.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { tasksSwitchedOff } from '../../resources/ops/celerytask/statements.ts';
import { cleanUpCron, cleanUpName } from './cleanUp.ts';
import { countExcessSecrets, daysBefore, keptDays, leastDays, retentions } from './retentions.ts';

type Deps = {
  settings: Settings;
  /** Counting takes longer than other statements may. */
  unhurried: Database;
  /** Time zone of the installation. */
  zone: string;
};

/** Registers what the next clean-up removes. */
export const addCleanUpRoutes = (ports: HttpPorts, { settings, unhurried, zone }: Deps): void =>
  bind(ports, countTonight, async ({ ctx, query }) => {
    const date = nextRun(cleanUpCron, zone, new Date()) ?? new Date();
    const keeps = (name: RetentionSetting) =>
      Math.max(leastDays(settings), Number(query[name] ?? keptDays(settings, name)));
    const counted = Object.fromEntries(retentionSettings.map((name) => [name, 0])) as Record<
      RetentionSetting,
      number
    >;
    for (const { days, count } of Object.values(retentions)) {
      const rows = await count(daysBefore(date, keeps(days)), mostCounted, unhurried);
      counted[days] = Math.min(mostCounted, counted[days] + rows);
    }
    const limit = Number(query.HISTORY_ACCOUNT_CLEAN_LIMIT ?? settings.get('HISTORY_ACCOUNT_CLEAN_LIMIT'));
    const secrets = await countExcessSecrets(limit, mostCounted, unhurried);
    const isOff = (await tasksSwitchedOff(ctx.db)).has(cleanUpName);
    return { date: isOff ? null : formatDatetime(date, ctx.zone), most: mostCounted, rows: counted, secrets };
  });
