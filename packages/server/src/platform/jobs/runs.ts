import type { Message } from '@gatehouse/contract/errors.ts';
import type { runStates } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../database.ts';
import { publish } from '../events.ts';
import {
  type Aged,
  countOld,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../statements/aged.ts';
import { reasonOf } from './defineJob.ts';

/** State of a run; `interrupted` means that its server stopped or died, and no retry was left. */
export type RunState = (typeof runStates)[number];

/** A run in readable form. */
export type RunRecord = {
  id: string;
  name: string;
  payload: object;
  state: RunState;
  attempt: number;
  progress: number | null;
  log: string;
  error: string;
  /** The error in words for users, where there are some. */
  reason: Message | null;
  created_by: string;
  creator: string | null;
};

/** Who started a run: the name, and the id of a user. */
export type Starter = { by?: string; creator?: string };

/** Longest stored log of a run, in characters; the end of a longer one is kept. */
export const longestLog = 64 * 1024;
const longestError = 2_000;

/** Text as PostgreSQL stores it: it takes no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What is stored of an error: a message that PostgreSQL takes, also inside JSON. */
export const storedMessage = (error: unknown): string =>
  storable((error instanceof Error ? error.message : String(error)).slice(0, longestError));

const storableReason = (error: unknown): string | null => {
  const { key, params = {} } = reasonOf(error) ?? {};
  if (key === undefined) return null;
  const told = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? storedMessage(value) : value,
  ]);
  return JSON.stringify({ key, params: Object.fromEntries(told) });
};

/** Tells the pages of the user who started a run that it got on; scheduled runs have no such user. */
export const tellStarter = async (creator: string | null | undefined, db: Database): Promise<void> => {
  if (creator) await publish(db, 'own_runs', creator);
};

/** Records that a run is waiting, unless it has already started; either way, who started it. */
export const recordQueued = async (
  run: { id: string; name: string; payload: object } & Starter,
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into ops_celerytaskexecution
      (id, name, kwargs, state, attempt, error, created_by, creator, date_published, server, log, log_cut)
    values (${run.id}, ${run.name}, ${JSON.stringify(run.payload)}::jsonb, 'queued', 0, '', ${run.by ?? ''},
      ${run.creator ?? null}::uuid, now(), '', '', 0)
    on conflict (id) do update set created_by = excluded.created_by, creator = excluded.creator`);
  await tellStarter(run.creator, db);
};

/**
 * Records that an attempt at a run started; scheduled runs first appear here. Returns false when it must not
 * start: the run was stopped, or a later attempt has begun.
 */
export const recordStarted = async (
  run: { id: string; name: string; payload: object; attempt: number; server?: string },
  db: Database,
): Promise<boolean> => {
  const [begun] = await db.rows<{ creator: string | null }>(sql`insert into ops_celerytaskexecution as j
      (id, name, kwargs, state, attempt, error, created_by, date_published, date_start, server, log, log_cut)
    values (${run.id}, ${run.name}, ${JSON.stringify(run.payload)}::jsonb, 'running', ${run.attempt}, '', '',
      now(), now(), ${run.server ?? ''}, '', 0)
    on conflict (id) do update set state = 'running', attempt = excluded.attempt, progress = null, error = '', reason = null,
      date_start = coalesce(j.date_start, now()), date_finished = null, server = excluded.server
    where j.state <> 'stopped' and j.attempt <= excluded.attempt returning j.creator::text as creator`);
  await tellStarter(begun?.creator, db);
  return begun !== undefined;
};

/** One attempt at a run. */
export type Attempt = { id: string; attempt: number };

/** Stores what an attempt has reported since the last write, unless the next attempt has begun. */
export const recordReport = (
  { id, attempt }: Attempt,
  report: { progress: number | null; lines: string },
  db: Database,
): Promise<unknown> =>
  db.rows(sql`with r as (select ${report.progress}::int as progress, ${storable(report.lines)} as lines, ${longestLog}::int as most)
    update ops_celerytaskexecution j set progress = coalesce(r.progress, j.progress), log = right(j.log || r.lines, r.most),
      log_cut = j.log_cut + greatest(length(j.log) + length(r.lines) - r.most, 0)
    from r where j.id = ${id} and j.attempt = ${attempt}`);

/**
 * Records how a run ended, or with `queued` that it will be retried. Only the first end counts, and the end
 * of an earlier attempt is ignored.
 */
export const recordEnd = async (
  { id, attempt }: { id: string; attempt?: number },
  state: Exclude<RunState, 'running'>,
  error: string,
  db: Database,
  reason: string | null = null,
): Promise<void> => {
  const [ended] = await db.rows<{
    creator: string | null;
  }>(sql`update ops_celerytaskexecution set state = ${state}, error = ${error}, reason = ${reason}::jsonb,
    progress = case when ${state} = 'done' then 100 else progress end,
    date_finished = case when ${state} = 'queued' then null else now() end
    where id = ${id} and state in ('queued', 'running') and attempt = coalesce(${attempt ?? null}::int, attempt)
    returning creator::text as creator`);
  await tellStarter(ended?.creator, db);
};

/** Records that a run ended with an error, or with `queued` that it will be retried after one. */
export const recordFailure = (
  run: { id: string; attempt?: number },
  state: 'failed' | 'interrupted' | 'queued',
  error: unknown,
  db: Database,
): Promise<void> => recordEnd(run, state, storedMessage(error), db, storableReason(error));

/** A run by id, if it exists. */
export const findRun = async (id: string, db: Database): Promise<RunRecord | undefined> =>
  (
    await db.rows<RunRecord>(
      sql`select id::text as id, name, kwargs as payload, state, attempt::int as attempt, progress::int as progress, log, error, reason,
        created_by, creator::text as creator from ops_celerytaskexecution where id = ${id}`,
    )
  )[0];

/** How runs are doing, by their ids. */
export const runsOfIds = (
  ids: readonly string[],
  db: Database,
): Promise<Pick<RunRecord, 'id' | 'state' | 'progress' | 'error' | 'reason'>[]> =>
  db.rows(sql`select id::text as id, state, progress::int as progress, error, reason
    from ops_celerytaskexecution where id = any(${uuids(ids)})`);

/** Keeps a run from being stopped until the transaction ends; returns whether it was not stopped before. */
export const holdRun = async (id: string, tx: Database): Promise<boolean> =>
  (
    await tx.rows(
      sql`select 1 from ops_celerytaskexecution where id = ${id} and state <> 'stopped' for share`,
    )
  ).length > 0;

/** Runs that wait or go on. */
export const goingRuns = sql`(select id from ops_celerytaskexecution where state in ('queued', 'running'))`;

/** Runs that wait, go on, or ended so recently that their handler may still be noting it. */
export const followedRuns = sql`(select id from ops_celerytaskexecution
  where state in ('queued', 'running') or date_finished > now() - interval '5 minutes')`;

/** The attempts that run on a server. */
export const runsOn = (server: string, db: Database): Promise<(Attempt & { name: string })[]> =>
  db.rows<Attempt & { name: string }>(
    sql`select id::text as id, name, attempt::int as attempt from ops_celerytaskexecution where state = 'running' and server = ${server}`,
  );

/** Runs that were stopped. */
export const stoppedRuns = sql`(select id from ops_celerytaskexecution where state = 'stopped')`;

/** Ids of the runs of a job with this in their payload that wait or run. */
export const unendedRuns = async (name: string, payload: object, db: Database): Promise<string[]> =>
  (
    await db.rows<{
      id: string;
    }>(sql`select t.id::text as id from ops_celerytaskexecution t where t.name = ${name}
      and t.state in ('queued', 'running') and t.kwargs @> ${JSON.stringify(payload)}::jsonb`)
  ).map(({ id }) => id);

/** Whether a run of a job goes on where an earlier one ended. */
export const isContinued = async (name: string, earlier: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from ops_celerytaskexecution t
      where t.name = ${name} and t.kwargs->>'continues' = ${earlier} limit 1`)
  ).length > 0;

/** A part of the log of a run. */
export type LogPart = {
  text: string;
  /** Where the part begins and ends, in characters from the start of the whole log. */
  from: number;
  to: number;
  state: RunState;
};

/**
 * The log of a run from a place on, up to `most` characters; it begins later if lines from there on are no
 * longer kept. Undefined when there is no such run.
 */
export const readLog = async (
  id: string,
  { from, most }: { from: number; most: number },
  db: Database,
): Promise<LogPart | undefined> =>
  (
    await db.rows<LogPart>(sql`select substr(log, (start - log_cut)::int + 1, ${most}) as text, start::int as "from",
        (start + length(substr(log, (start - log_cut)::int + 1, ${most})))::int as "to", state
      from (select log, log_cut, state, least(greatest(log_cut, ${from}::bigint), log_cut + length(log)) as start
        from ops_celerytaskexecution where id = ${id}) j`)
  )[0];

/** Runs that are not running, by when they were queued. */
const idle: Aged = {
  table: sql`ops_celerytaskexecution`,
  time: sql`t.date_published`,
  order: sql`t.date_published`,
  which: sql`t.state <> 'running'`,
  ...moments,
};

/** Removes a batch of old runs that are not running. */
export const removeRunsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(idle, oldest(idle, span), span, db);

/** Counts a batch of old runs that are not running. */
export const countRunsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldest(idle, span), db);
