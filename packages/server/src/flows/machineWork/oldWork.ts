import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { goingRuns } from '../../platform/jobs/runs.ts';
import {
  type Aged,
  countOld,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../platform/statements/aged.ts';
import { allJobRuns } from '../../resources/ops/jobexecution/relations.ts';

/** Work of which the run has ended, by when it began. */
const ended: Aged = {
  table: sql`ops_machinework`,
  time: sql`t.date_created`,
  order: sql`t.date_created`,
  // Outputs of commands are kept as long as the run of their job.
  which: sql`not exists (select 1 from ${goingRuns} r where r.id = t.id)
    and not exists (select 1 from ${allJobRuns} e where e.id = t.id)`,
  ...moments,
};

/** Removes a batch of old work with its targets. */
export const removeWorkBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(ended, oldest(ended, span), span, db);

/** Counts a batch of old work. */
export const countWorkBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldest(ended, span), db);
