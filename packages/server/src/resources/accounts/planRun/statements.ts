import type { PlanSnapshot, PlanState, PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { followedRuns, stoppedRuns } from '../../../platform/jobs/runs.ts';

/** A run of a plan that is about to begin; its id is that of the background task. */
export type NewPlanRun = {
  id: string;
  automation: string;
  org: string;
  name: string;
  trigger: PlanTrigger;
  snapshot: Omit<PlanSnapshot, 'type'>;
};

/** Records a run in the table of its kind, unless it is already recorded. */
export const addPlanRun = async (table: SQL, run: NewPlanRun, db: Database): Promise<void> => {
  await db.rows(sql`insert into ${table}
      (id, org_id, automation, name, trigger, status, date_start, snapshot, failures)
    values (${run.id}::uuid, ${run.org}::uuid, ${run.automation}::uuid, ${run.name}, ${run.trigger}, 'pending', now(),
      ${JSON.stringify(run.snapshot)}::jsonb, '[]'::jsonb)
    on conflict (id) do nothing`);
};

/** Records that a run has begun. */
export const beginPlanRun = async (table: SQL, id: string, db: Database): Promise<void> => {
  await db.rows(sql`update ${table} set status = 'running' where id = ${id}::uuid and status = 'pending'`);
};

export type PlanRunEnd = { status: Exclude<PlanState, 'pending' | 'running'>; failures: readonly Message[] };

/** Records once how a run ended; returns whether this call did. */
export const endPlanRun = async (
  table: SQL,
  id: string,
  { status, failures }: PlanRunEnd,
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update ${table} set status = ${status}, date_finished = now(),
      failures = ${JSON.stringify(failures)}::jsonb
    where id = ${id}::uuid and status in ('pending', 'running') returning 1`)
  ).length > 0;

/** A run without an end that no background task will give one, with its plan. */
export type LostPlanRun = { id: string; plan: string | null; isStopped: boolean };

/** Runs without an end whose background task ended without them, or is gone, at most `most`; `plan` is their column for it. */
export const lostPlanRuns = (
  table: SQL,
  most: number,
  db: Database,
  plan = sql`e.automation`,
): Promise<LostPlanRun[]> =>
  db.rows<LostPlanRun>(sql`select e.id::text as id, ${plan}::text as plan,
      e.id in (select s.id from ${stoppedRuns} s) as "isStopped"
    from ${table} e where e.status in ('pending', 'running') and e.id not in (select f.id from ${followedRuns} f)
    order by e.date_start limit ${most}`);

/** How often plans have run. */
export const countPlanRuns = async (
  table: SQL,
  plans: readonly { id: string }[],
  db: Database,
): Promise<number[]> => {
  const rows = await db.rows<{ plan: string; runs: number }>(
    sql`select e.automation::text as plan, count(*)::int as runs from ${table} e
      where e.automation = any(${uuids(plans.map(({ id }) => id))}) group by e.automation`,
  );
  const runs = new Map(rows.map(({ plan, runs }) => [plan, runs]));
  return plans.map(({ id }) => runs.get(id) ?? 0);
};
