import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import {
  type Aged,
  countOld,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';
import { allJobRuns } from '../jobexecution/relations.ts';

/** A job as it is when a run begins. */
export type StoredJob = { id: string; org_id: string; creator: string; definition: JobSnapshot };

/** A job with its current definition; undefined if it was deleted. */
export const storedJob = async (id: string, db: Database): Promise<StoredJob | undefined> => {
  const [row] = await db.rows<
    Omit<JobSnapshot, 'assets' | 'schedule'> & {
      id: string;
      org_id: string;
      creator: string;
      assets: string[];
      schedule: string | null;
    }
  >(
    sql`select t.id::text as id, t.org_id::text as org_id, t.creator::text as creator, t.name, t.type, t.playbook::text as playbook,
      t.module, t.args, t.runas, t.runas_policy, t.timeout::int as timeout, t.chdir, t.assets, t.instant, t.use_parameter_define,
      t.parameters_define, t.canary, t.canary_next, t.batch,
      case when t.is_periodic then coalesce(nullif(t.crontab, ''), t.interval || ' h') end as schedule
      from ops_job t where t.id = ${id}::uuid`,
  );
  if (!row) return undefined;
  const { id: job, org_id, creator, schedule, ...definition } = row;
  return { id: job, org_id, creator, definition: { ...definition, ...(schedule && { schedule }) } };
};

/** Removes the jobs of users, or in organizations, that are about to be deleted; returns their ids. */
export const removeJobsOf = async (
  { users = [], orgs = [] }: { users?: readonly string[]; orgs?: readonly string[] },
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`delete from ops_job t
      where t.creator = any(${uuids(users)}) or t.org_id = any(${uuids(orgs)}) returning t.id::text as id`)
  ).map(({ id }) => id);

/** The jobs that run these playbooks. */
export const jobsWithPlaybooks = (
  playbooks: readonly string[],
  db: Database,
): Promise<{ playbook: string; name: string }[]> =>
  db.rows<{ playbook: string; name: string }>(sql`select t.playbook::text as playbook, t.name from ops_job t
    where t.playbook = any(${uuids(playbooks)}) order by t.name, t.id`);

/** Quick jobs and transfers that no run is left of: no page lists them. */
const unlisted: Aged = {
  table: sql`ops_job`,
  time: sql`t.date_created`,
  order: sql`t.date_created`,
  which: sql`(t.instant or t.type = 'upload_file') and not t.is_periodic
    and not exists (select 1 from ${allJobRuns} r where r.job = t.id)`,
  ...moments,
};

/** Removes a batch of old jobs that no page lists. */
export const removeUnlistedJobsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(unlisted, oldest(unlisted, span), span, db);

/** Counts a batch of old jobs that no page lists. */
export const countUnlistedJobsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldest(unlisted, span), db);
