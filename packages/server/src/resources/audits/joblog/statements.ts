import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import {
  type Aged,
  countOld,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

/** Records once that a job run was started. */
export const logJobRun = async (
  run: { id: string; org: string; creator: string; type: string; material: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_joblog
      (id, org_id, creator_name, material, job_type, is_finished, is_success, time_cost, task_id, date_start, date_created)
    values (${run.id}::uuid, ${run.org}::uuid, ${run.creator.slice(0, 256)}, ${run.material}, ${run.type}, false, false, 0, ${run.id}::uuid, now(), now())
    on conflict (id) do nothing`);
};

/** Records how it ended. */
export const logJobEnd = async (
  { id, isSuccess, seconds }: { id: string; isSuccess: boolean; seconds: number },
  db: Database,
): Promise<void> => {
  await db.rows(sql`update audits_joblog set is_finished = true, is_success = ${isSuccess}, time_cost = ${seconds}, date_finished = now()
    where id = ${id}::uuid`);
};

/** Entries, by when they were made. */
const entries: Aged = {
  table: sql`audits_joblog`,
  time: sql`t.date_start`,
  order: sql`t.date_start`,
  ...each,
  ...moments,
};

/** Removes a batch of old entries. */
export const removeJobLogsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(entries, oldestOfEach(entries, span), span, db);

/** Counts a batch of old entries. */
export const countJobLogsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(entries, span), db);
