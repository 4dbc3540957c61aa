import type { ApprovalState, AskedFile, AskedMachine } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** What a request shows to those who decide, and what stands for all of it. */
export type Asked = { machines: AskedMachine[]; files: AskedFile[]; digest: string };

/** A request for approval of a run, or of the schedule of a job. */
export type NewApproval = {
  id: string;
  org: string;
  applicant: string;
  material: string;
  definition: JobSnapshot;
  parameters: unknown;
  hours: number;
} & ({ run: string; job?: undefined } | { run?: undefined; job: string });

/** Adds a request that waits. */
export const addApproval = async (
  { id, org, applicant, material, definition, parameters, hours, run, job }: NewApproval,
  { machines, files, digest }: Asked,
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into ops_jobapproval
      (id, org_id, applicant, material, status, is_standing, machines_amount, decided_by, date_expired, run, job, definition,
        parameters, machines, files, digest, date_created, comment)
    values (${id}::uuid, ${org}::uuid, ${applicant}::uuid, ${material}, 'waiting', ${job !== undefined}, ${machines.length}::int, '',
      now() + make_interval(hours => ${hours}::int), ${run ?? null}::uuid, ${job ?? null}::uuid, ${JSON.stringify(definition)}::jsonb,
      ${JSON.stringify(parameters)}::jsonb, ${JSON.stringify(machines)}::jsonb, ${JSON.stringify(files)}::jsonb, ${digest}, now(), '')`);
};

/** How many requests of a user wait. Within a transaction, another count for the same user waits for its end. */
export const waitingOf = async (applicant: string, db: Database): Promise<number> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('approvals of jobs of ' || ${applicant}::text))`);
  const [row] = await db.rows<{ count: number }>(sql`select count(*)::int as count from ops_jobapproval t
    where t.applicant = ${applicant}::uuid and t.status = 'waiting' and t.date_expired > now()`);
  return row?.count ?? 0;
};

/** A decision on a request. */
export type Decision = {
  id: string;
  from: ApprovalState;
  to: ApprovalState;
  by: string;
  comment: string;
  /** Until when an approved run may begin; null: no such time. */
  hours: number | null;
};

/** Decides a request once; returns whether it still stood as `from`. */
export const decideApproval = async (
  { id, from, to, by, comment, hours }: Decision,
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update ops_jobapproval t set status = ${to}, decided_by = ${by}, comment = ${comment}, date_decided = now(),
        date_expired = now() + make_interval(hours => ${hours}::int)
      where t.id = ${id}::uuid and t.status = ${from} and (t.status <> 'waiting' or t.date_expired > now()) returning 1`)
  ).length > 0;

/** An approval as it holds for a run or a schedule. */
export type HeldApproval = { id: string; status: ApprovalState; digest: string };

/** The approval under which a run began or wants to begin; undefined unless it is in force for this run. */
export const approvalInForce = async (
  { id, run, job }: { id: string; run: string; job: string | null },
  db: Database,
): Promise<HeldApproval | undefined> =>
  (
    await db.rows<HeldApproval>(sql`select t.id::text as id, t.status, t.digest from ops_jobapproval t
      where t.id = ${id}::uuid and t.status = 'approved' and case when t.is_standing then t.job = ${job}::uuid
        else t.run = ${run}::uuid and t.date_expired > now() end`)
  )[0];

/** The request for the schedule of a job that waits or is approved; only one does. */
export const standingOf = async (job: string, db: Database): Promise<HeldApproval | undefined> =>
  (
    await db.rows<HeldApproval>(sql`select t.id::text as id, t.status, t.digest from ops_jobapproval t
      where t.job = ${job}::uuid and t.is_standing and t.status in ('waiting', 'approved')
        and (t.date_expired is null or t.date_expired > now()) order by t.date_created desc limit 1`)
  )[0];

/** The latest request for the schedule of each of these jobs. */
export const scheduleStates = async (
  jobs: readonly string[],
  db: Database,
): Promise<Map<string, ApprovalState>> => {
  const rows = await db.rows<{ job: string; status: ApprovalState }>(
    sql`select distinct on (t.job) t.job::text as job, t.status from ops_jobapproval t
      where t.job = any(${uuids(jobs)}) and t.is_standing order by t.job, t.date_created desc`,
  );
  return new Map(rows.map(({ job, status }) => [job, status]));
};

/** Ends what was requested or approved for the schedule of a job, because the job has changed; older ones go. */
export const outdateStanding = async (job: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from ops_jobapproval t
    where t.job = ${job}::uuid and t.is_standing and t.status not in ('waiting', 'approved')`);
  await db.rows(sql`update ops_jobapproval t set status = 'outdated', date_decided = now()
    where t.job = ${job}::uuid and t.is_standing and t.status in ('waiting', 'approved')`);
};

/** Which of these machines are as they were when the approval was requested, as long as it is in force. */
export const machinesApproved = async (
  approval: string,
  machines: readonly Pick<AskedMachine, 'id' | 'mark'>[],
  db: Database,
): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`select x.id from ops_jobapproval t
          cross join jsonb_to_recordset(t.machines) as x(id text, mark text)
          join jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as y(id text, mark text) on y.id = x.id and y.mark = x.mark
        where t.id = ${approval}::uuid and t.status = 'approved'`)
    ).map(({ id }) => id),
  );

/** The request for a run, as the page of the run tells it. */
export type RunApproval = {
  status: ApprovalState;
  decided_by: string;
  comment: string;
  date_expired: string | null;
};

/** The request for a run; undefined if it needed none. */
export const approvalOfRun = async (run: string, db: Database): Promise<RunApproval | undefined> =>
  (
    await db.rows<RunApproval>(sql`select t.status, t.decided_by, coalesce(t.comment, '') as comment, t.date_expired::text as date_expired
      from ops_jobapproval t where t.run = ${run}::uuid`)
  )[0];

/** Withdraws the request of a run that ends before it was decided. */
export const withdrawApprovalOf = async (run: string, db: Database): Promise<void> => {
  await db.rows(sql`update ops_jobapproval t set status = 'withdrawn', date_decided = now()
    where t.run = ${run}::uuid and t.status = 'waiting'`);
};

/** Withdraws what users who are shut out have requested for the schedules of their jobs. */
export const withdrawApprovalsOf = async (users: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`update ops_jobapproval t set status = 'withdrawn', date_decided = now()
    where t.applicant = any(${uuids(users)}) and t.status = 'waiting'`);
};

/** A request that was not decided in time. */
export type ExpiredApproval = {
  id: string;
  org_id: string;
  applicant: string;
  run: string | null;
  job: string | null;
  name: string;
};

/** Requests that were not decided in time, at most `most`. */
export const overdueApprovals = (most: number, db: Database): Promise<ExpiredApproval[]> =>
  db.rows<ExpiredApproval>(sql`select t.id::text as id, t.org_id::text as org_id, t.applicant::text as applicant, t.run::text as run,
      t.job::text as job, coalesce(t.definition->>'name', '') as name
    from ops_jobapproval t where t.status = 'waiting' and t.date_expired <= now() order by t.date_expired limit ${most}`);

/** Notes that a request was not decided in time; returns whether it still waited. */
export const expireApproval = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update ops_jobapproval t set status = 'expired', date_decided = now()
      where t.id = ${id}::uuid and t.status = 'waiting' and t.date_expired <= now() returning 1`)
  ).length > 0;
