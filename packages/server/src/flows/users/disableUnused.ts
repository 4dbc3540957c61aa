import { user } from '@gatehouse/contract/resources/users/user.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Run } from '../../platform/jobs/defineJob.ts';
import type { Settings } from '../../platform/settings.ts';
import { superuserToKeep } from '../../resources/lastSuperuser.ts';
import { endSessionsOf } from '../../resources/users/user/sessions.ts';
import { type Disabled, disableUnusedUsers, neverUnused } from '../../resources/users/user/unused.ts';
import { type StopDeps, stopRunsOf } from '../jobCenter/stopRuns.ts';

/** When unused users are disabled, in the time zone of the installation. */
export const unusedCron = '0 14 * * *';

/** Maximum number of users disabled per transaction. */
const batch = 100;

const recordOn = (rows: readonly Disabled[], ctx: Context): Promise<void> =>
  ctx.engine.record(
    rows.map((row) => ({
      action: 'update',
      resource: ctx.engine.resource(user),
      row,
      display: `${row.name}(${row.username})`,
      diff: { [ctx.t('common.fields.is_active')]: [ctx.t('common.words.yes'), ctx.t('common.words.no')] },
    })),
    ctx,
  );

const disableBatch = async (days: number, { jobs }: StopDeps, ctx: Context): Promise<number> => {
  const rows = await disableUnusedUsers({ days, limit: batch, kept: await superuserToKeep(ctx.db) }, ctx.db);
  for (const { id } of rows) await endSessionsOf(id, ctx.db);
  const users = rows.map(({ id }) => id);
  await stopRunsOf({ users }, { jobs }, ctx.db);
  if (rows.length > 0) await recordOn(rows, ctx);
  return rows.length;
};

type Deps = StopDeps & {
  db: Database;
  settings: Pick<Settings, 'get'>;
  contextIn: (db: Database) => Context;
};

/**
 * Disables users who have not been used for longer than the setting allows, with an entry of the operate log for
 * each (docs/decisions/0402); returns how many.
 */
export const disableUnused = async (
  { db, settings, jobs, contextIn }: Deps,
  { signal }: Pick<Run, 'signal'>,
): Promise<number> => {
  const days = settings.get('SECURITY_UNCOMMON_USERS_TTL');
  if (days >= neverUnused) return 0;
  let total = 0;
  while (true) {
    signal.throwIfAborted();
    const disabled = await db.transaction((tx) => disableBatch(days, { jobs }, contextIn(tx)));
    total += disabled;
    if (disabled === 0) return total;
  }
};
