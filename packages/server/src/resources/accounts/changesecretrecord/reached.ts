import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { goingRuns } from '../../../platform/jobs/runs.ts';
import { allHostKeys } from '../../terminal/hostkey/relations.ts';

/**
 * Records, before a machine can hear of changes, that their runner was told to trust it; returns how many of them may
 * still be made.
 */
export const noteReached = async (
  changes: readonly { work: string; account: string }[],
  db: Database,
): Promise<number> =>
  (
    await db.rows(sql`update accounts_changesecretrecord r set is_unreached = false
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(work uuid, account uuid)
      where r.work = c.work and r.account = c.account and r.status = 'pending' returning 1`)
  ).length;

/**
 * Settles changes whose runner's time is over without having asked whether it may trust the machine: they were not
 * made. A key that is trusted by now may be one of which an earlier version of the server told the runner.
 */
export const failUnreached = async (db: Database): Promise<void> => {
  const failure = JSON.stringify({ key: 'change_never_reached', params: {} });
  await db.rows(sql`update accounts_changesecretrecord r set status = 'failed', failure = ${failure}::jsonb, date_finished = now()
    where r.status = 'pending' and r.is_unreached and r.date_next <= now() and r.work not in (select g.id from ${goingRuns} g)
      and not exists (select 1 from ${allHostKeys} k where k.asset = r.asset and k.is_active)`);
};
