import type { PlanState, PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { BackupSnapshot } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { type LostPlanRun, lostPlanRuns } from '../planRun/statements.ts';

/** How often plans have run. */
export const runsOfPlans = async (ids: readonly string[], db: Database): Promise<Map<string, number>> => {
  const rows = await db.rows<{ plan: string; runs: number }>(
    sql`select e.plan::text as plan, count(*)::int as runs from accounts_accountbackupexecution e
      where e.plan = any(${uuids(ids)}) group by e.plan`,
  );
  return new Map(rows.map(({ plan, runs }) => [plan, runs]));
};

/** A run of a plan that is about to begin; its id is that of the background task. */
export type NewRun = {
  id: string;
  plan: string;
  org: string;
  name: string;
  trigger: PlanTrigger;
  snapshot: BackupSnapshot;
};

/** Notes a run, unless it is known; returns whether it was not. */
export const addRun = async (run: NewRun, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`insert into accounts_accountbackupexecution
        (id, org_id, plan, name, trigger, status, date_start, timedelta, is_success, snapshot, failures, delivered)
      values (${run.id}::uuid, ${run.org}::uuid, ${run.plan}::uuid, ${run.name}, ${run.trigger}, 'pending', now(), 0, false,
        ${JSON.stringify(run.snapshot)}::jsonb, '[]'::jsonb, '[]'::jsonb)
      on conflict (id) do nothing returning 1`)
  ).length > 0;

/** Notes that a run has begun; returns when it was started and which receivers an earlier attempt reached. */
export const beginRun = async (
  id: string,
  db: Database,
): Promise<{ started: string; delivered: string[] } | undefined> =>
  (
    await db.rows<{ started: string; delivered: string[] }>(sql`update accounts_accountbackupexecution
      set status = 'running' where id = ${id}::uuid returning date_start::text as started, delivered`)
  )[0];

/** Notes that a receiver has its file. */
export const noteDelivered = async (id: string, receiver: string, db: Database): Promise<void> => {
  await db.rows(sql`update accounts_accountbackupexecution
    set delivered = delivered || ${JSON.stringify([receiver])}::jsonb where id = ${id}::uuid`);
};

/** Notes how a run ended, once; returns whether this was the end of it. */
export const endRun = async (
  id: string,
  { status, failures }: { status: Exclude<PlanState, 'pending' | 'running'>; failures: readonly Message[] },
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update accounts_accountbackupexecution set status = ${status}, is_success = ${status === 'success'},
        failures = ${JSON.stringify(failures)}::jsonb, timedelta = extract(epoch from now() - date_start)
      where id = ${id}::uuid and status in ('pending', 'running') returning 1`)
  ).length > 0;

/** Runs without an end that no background task will give one. */
export const lostBackups = (most: number, db: Database): Promise<LostPlanRun[]> =>
  lostPlanRuns(sql`accounts_accountbackupexecution`, most, db, sql`e.plan`);
