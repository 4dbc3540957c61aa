import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import {
  addPlanRun,
  beginPlanRun,
  countPlanRuns,
  endPlanRun,
  type LostPlanRun,
  lostPlanRuns,
  type NewPlanRun,
  type PlanRunEnd,
} from '../planRun/statements.ts';

const table = sql`accounts_gatheraccountsexecution`;

/** How often plans have run. */
export const searchesOfPlans = (plans: readonly { id: string }[], db: Database): Promise<number[]> =>
  countPlanRuns(table, plans, db);

/** Records a run, unless it is already recorded. */
export const addSearch = (run: NewPlanRun, db: Database): Promise<void> => addPlanRun(table, run, db);

/** Records that a run has begun. */
export const beginSearch = (id: string, db: Database): Promise<void> => beginPlanRun(table, id, db);

/** Runs without an end that no background task will give one. */
export const lostSearches = (most: number, db: Database): Promise<LostPlanRun[]> =>
  lostPlanRuns(table, most, db);

/** Records once how a run ended; returns whether this call did. */
export const endSearch = (id: string, end: PlanRunEnd, db: Database): Promise<boolean> =>
  endPlanRun(table, id, end, db);
