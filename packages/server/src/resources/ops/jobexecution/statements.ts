import type { Message } from '@gatehouse/contract/errors.ts';
import { shownTransfer, type TransferFile } from '@gatehouse/contract/ops/fileTransfer.ts';
import type { JobEnd, JobSnapshot, JobState } from '@gatehouse/contract/ops/jobs.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { goingRuns } from '../../../platform/jobs/runs.ts';
import {
  type Aged,
  countOld,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

/** A run of a job that is about to begin; its id is that of the background task. */
export type NewJobRun = {
  id: string;
  org: string;
  creator: string;
  job: string | null;
  definition: JobSnapshot;
  parameters: unknown;
  remoteAddr: string;
};

/** What ran, as lists show it. */
export const materialOf = (definition: JobSnapshot): string => {
  const { type, module, args, playbook_name: name = '', dry_run, files = [] } = definition;
  if (type === 'upload_file') return shownTransfer(files, args);
  return type === 'playbook' ? `${name}${dry_run ? ' --check' : ''}` : `${module}:${args}`;
};

/** Records a run, unless it is already recorded; returns whether it was new. */
export const addJobRun = async (
  run: NewJobRun,
  db: Database,
  status: Exclude<JobState, JobEnd> = 'running',
): Promise<boolean> =>
  (
    await db.rows(sql`insert into ops_jobexecution
        (id, org_id, creator, job, job_type, material, parameters, status, definition, remote_addr, date_created)
      values (${run.id}::uuid, ${run.org}::uuid, ${run.creator}::uuid, ${run.job}::uuid, ${run.definition.type ?? 'adhoc'}, ${materialOf(run.definition)},
        ${JSON.stringify(run.parameters)}::jsonb, ${status}, ${JSON.stringify(run.definition)}::jsonb, ${run.remoteAddr}, now())
      on conflict (id) do nothing returning 1`)
  ).length > 0;

/** A run of a job with what it does. */
export type JobRun = {
  id: string;
  org_id: string;
  creator: string;
  job: string | null;
  definition: JobSnapshot;
  parameters: unknown;
  status: JobState;
  remote_addr: string;
};

/** Runs of jobs, by their ids. */
export const jobRuns = (ids: readonly string[], db: Database): Promise<JobRun[]> =>
  db.rows<JobRun>(sql`select t.id::text as id, t.org_id::text as org_id, t.creator::text as creator, t.job::text as job, t.definition,
    t.parameters, t.status, t.remote_addr from ops_jobexecution t where t.id = any(${uuids(ids)})`);

/** A run that transfers files. */
export type TransferRun = Pick<JobRun, 'id' | 'org_id' | 'creator' | 'remote_addr'> & {
  args: string;
  files: TransferFile[];
};

/** Those of some runs that transfer files. */
export const transfersAmong = (ids: readonly string[], db: Database): Promise<TransferRun[]> =>
  db.rows<TransferRun>(sql`select t.id::text as id, t.org_id::text as org_id, t.creator::text as creator, t.remote_addr,
      coalesce(t.definition->>'args', '') as args, coalesce(t.definition->'files', '[]'::jsonb) as files
    from ops_jobexecution t where t.id = any(${uuids(ids)}) and t.job_type = 'upload_file'`);

/**
 * How many runs of a user have not ended, or how many of those that began before one of them. Within a transaction,
 * whatever else counts them waits for its end.
 */
export const goingJobRuns = async (user: string, db: Database, before?: string): Promise<number> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('runs of jobs of ' || ${user}::text))`);
  const earlier = sql`and (t.date_created, t.id) < (select o.date_created, o.id from ops_jobexecution o where o.id = ${before ?? null}::uuid)`;
  const [row] = await db.rows<{ count: number }>(sql`select count(*)::int as count from ops_jobexecution t
    where t.creator = ${user}::uuid and t.status = 'running' and t.id in (select g.id from ${goingRuns} g)
      ${before === undefined ? sql`` : earlier}`);
  return row?.count ?? 0;
};

/** Users and organizations whose jobs and runs are meant. */
export type Owners = { users?: readonly string[]; orgs?: readonly string[] };

/** The runs of users, or in organizations, that have not ended. */
export const unendedRunsOf = async ({ users = [], orgs = [] }: Owners, db: Database): Promise<string[]> =>
  (
    await db.rows<{
      id: string;
    }>(sql`select t.id::text as id from ops_jobexecution t where t.status in ('waiting', 'running')
      and (t.creator = any(${uuids(users)}) or t.org_id = any(${uuids(orgs)})) order by t.date_created, t.id`)
  ).map(({ id }) => id);

/** Notes the approval under which a run begins. */
export const noteApproval = async (id: string, approval: string, db: Database): Promise<void> => {
  await db.rows(sql`update ops_jobexecution t set definition = t.definition || jsonb_build_object('approval', ${approval}::text)
    where t.id = ${id}::uuid`);
};

/** Holds a run until the transaction ends. */
export const lockJobRun = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from ops_jobexecution t where t.id = ${id}::uuid for update`);
};

/** Lets a run go on that waited for its approval; returns whether it waited. */
export const releaseJobRun = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update ops_jobexecution t set status = 'running'
      where t.id = ${id}::uuid and t.status = 'waiting' returning 1`)
  ).length > 0;

/** Notes that a run has begun. */
export const beginJobRun = async (id: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update ops_jobexecution set date_start = coalesce(date_start, now()) where id = ${id}::uuid`,
  );
};

/** Records once how a run ended; returns the seconds that it took, or undefined if it had ended before. */
export const endJobRun = async (
  id: string,
  { status, failure }: { status: JobEnd; failure: Message | null },
  db: Database,
): Promise<number | undefined> =>
  (
    await db.rows<{
      seconds: number;
    }>(sql`update ops_jobexecution t set status = ${status}, date_finished = now(),
        date_start = coalesce(t.date_start, now()), failure = ${failure && JSON.stringify(failure)}::jsonb
      where t.id = ${id}::uuid and t.status in ('waiting', 'running')
      returning extract(epoch from now() - coalesce(t.date_start, now()))::float as seconds`)
  )[0]?.seconds;

/** Statistics of the runs of jobs. */
export type JobTotals = { job: string; total: number; success: number; average: number; last: string | null };

/** How often jobs ran and succeeded, their average duration, and when they last ran. */
export const totalsOfJobs = (ids: readonly string[], db: Database): Promise<JobTotals[]> =>
  db.rows<JobTotals>(sql`select t.job::text as job, count(*)::int as total, (count(*) filter (where t.status = 'success'))::int as success,
      coalesce(avg(extract(epoch from t.date_finished - t.date_start)) filter (where t.status in ('success', 'failed')), 0)::float as average,
      max(t.date_created)::text as last
    from ops_jobexecution t where t.job = any(${uuids(ids)}) group by t.job`);

/** Ended runs, by when they were started. */
const ended: Aged = {
  table: sql`ops_jobexecution`,
  time: sql`t.date_created`,
  order: sql`t.date_created`,
  which: sql`t.status not in ('waiting', 'running')`,
  ...moments,
};

/** Removes a batch of old runs. */
export const removeJobRunsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(ended, oldestOfEach(ended, span), span, db);

/** Counts a batch of old runs. */
export const countJobRunsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(ended, span), db);

/** Runs recorded as going on whose background task has ended or is gone, at most `most`. */
export const lostJobRuns = async (most: number, db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select t.id::text as id from ops_jobexecution t
      where t.status = 'running' and t.id not in (select g.id from ${goingRuns} g) order by t.date_created limit ${most}`)
  ).map(({ id }) => id);
