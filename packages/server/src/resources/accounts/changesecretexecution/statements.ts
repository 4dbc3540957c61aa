import type { ChangeKind, PlanState, PlanTrigger } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { ChangeSecretSnapshot } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { type LostPlanRun, lostPlanRuns } from '../planRun/statements.ts';

/** How often plans have run. */
export const changesOfPlans = async (ids: readonly string[], db: Database): Promise<Map<string, number>> => {
  const rows = await db.rows<{ plan: string; runs: number }>(
    sql`select e.automation::text as plan, count(*)::int as runs from accounts_changesecretexecution e
      where e.automation = any(${uuids(ids)}) group by e.automation`,
  );
  return new Map(rows.map(({ plan, runs }) => [plan, runs]));
};

/** A run of a plan that is about to begin; its id is that of the background task. */
export type NewExecution = {
  id: string;
  automation: string;
  org: string;
  kind: ChangeKind;
  name: string;
  trigger: PlanTrigger;
  snapshot: Omit<ChangeSecretSnapshot, 'type'>;
};

/** Records a run, unless it is already recorded. */
export const addExecution = async (run: NewExecution, db: Database): Promise<void> => {
  await db.rows(sql`insert into accounts_changesecretexecution
      (id, org_id, kind, automation, name, trigger, status, date_start, snapshot, failures)
    values (${run.id}::uuid, ${run.org}::uuid, ${run.kind}, ${run.automation}::uuid, ${run.name}, ${run.trigger}, 'pending', now(),
      ${JSON.stringify(run.snapshot)}::jsonb, '[]'::jsonb)
    on conflict (id) do nothing`);
};

/** The plan and the beginning of a run. */
export const changeRun = async (
  id: string,
  db: Database,
): Promise<{ name: string; automation: string; date_start: string } | undefined> =>
  (
    await db.rows<{ name: string; automation: string; date_start: string }>(
      sql`select name, automation::text as automation, date_start from accounts_changesecretexecution where id = ${id}::uuid`,
    )
  )[0];

/** Records that a run has begun. */
export const beginExecution = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update accounts_changesecretexecution set status = 'running'
    where id = ${id}::uuid and status = 'pending'`);
};

/** Runs without an end that no background task will give one. */
export const lostExecutions = (most: number, db: Database): Promise<LostPlanRun[]> =>
  lostPlanRuns(sql`accounts_changesecretexecution`, most, db);

/** Records once how a run ended; returns whether it does so now. */
export const endExecution = async (
  id: string,
  { status, failures }: { status: Exclude<PlanState, 'pending' | 'running'>; failures: readonly Message[] },
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update accounts_changesecretexecution set status = ${status}, date_finished = now(),
      failures = ${JSON.stringify(failures)}::jsonb
    where id = ${id}::uuid and status in ('pending', 'running') returning 1`)
  ).length > 0;
