import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** State of a run; `interrupted` means that its server stopped or died, and no retry was left. */
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';

/** A run in readable form. */
export type RunRecord = {
  id: string;
  name: string;
  state: RunState;
  attempt: number;
  progress: number | null;
  log: string;
  error: string;
  created_by: string;
};

/** Longest stored log of a run, in characters; the end of a longer one is kept. */
export const longestLog = 64 * 1024;
const longestError = 2_000;

/** Text as PostgreSQL stores it: it takes no NUL and no half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What is stored of an error: a message that PostgreSQL takes, also inside JSON. */
export const storedMessage = (error: unknown): string =>
  storable((error instanceof Error ? error.message : String(error)).slice(0, longestError));

/** Records that a run is waiting, unless it has already started. */
export const recordQueued = (
  run: { id: string; name: string; payload: object; by: string },
  db: Database,
): Promise<unknown> =>
  db.rows(sql`insert into system_job (id, name, payload, state, created_by)
    values (${run.id}, ${run.name}, ${JSON.stringify(run.payload)}::jsonb, 'queued', ${run.by}) on conflict (id) do nothing`);

/**
 * Records that an attempt at a run started; scheduled runs first appear here. Returns false when it must not
 * start: the run was stopped, or a later attempt has begun.
 */
export const recordStarted = async (
  run: { id: string; name: string; payload: object; attempt: number },
  db: Database,
): Promise<boolean> => {
  const begun =
    await db.rows(sql`insert into system_job as j (id, name, payload, state, attempt, date_started)
    values (${run.id}, ${run.name}, ${JSON.stringify(run.payload)}::jsonb, 'running', ${run.attempt}, now())
    on conflict (id) do update set state = 'running', attempt = excluded.attempt, progress = null, error = '',
      date_started = coalesce(j.date_started, now()), date_finished = null
    where j.state <> 'stopped' and j.attempt <= excluded.attempt returning 1`);
  return begun.length > 0;
};

/** One attempt at a run. */
export type Attempt = { id: string; attempt: number };

/** Stores what an attempt has reported since the last write, unless the next attempt has begun. */
export const recordReport = (
  { id, attempt }: Attempt,
  report: { progress: number | null; lines: string },
  db: Database,
): Promise<unknown> =>
  db.rows(sql`update system_job set progress = coalesce(${report.progress}::int, progress),
    log = right(log || ${storable(report.lines)}, ${longestLog}) where id = ${id} and attempt = ${attempt}`);

/**
 * Records how a run ended, or with `queued` that it will be retried. Only the first end counts, and the end
 * of an earlier attempt is ignored.
 */
export const recordEnd = (
  { id, attempt }: { id: string; attempt?: number },
  state: Exclude<RunState, 'running'>,
  error: string,
  db: Database,
): Promise<unknown> =>
  db.rows(sql`update system_job set state = ${state}, error = ${error},
    progress = case when ${state} = 'done' then 100 else progress end,
    date_finished = case when ${state} = 'queued' then null else now() end
    where id = ${id} and state in ('queued', 'running') and attempt = coalesce(${attempt ?? null}::int, attempt)`);

/** A run by id, if it exists. */
export const findRun = async (id: string, db: Database): Promise<RunRecord | undefined> =>
  (
    await db.rows<RunRecord>(
      sql`select id::text as id, name, state, attempt, progress, log, error, created_by from system_job where id = ${id}`,
    )
  )[0];

/** Removes a batch of the runs that ended before a moment; returns how many. */
export const removeRunsBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from system_job where id in
      (select t.id from system_job t where t.date_finished < ${before} limit ${limit}) returning 1`)
  ).length;
