import { sql } from 'drizzle-orm';

/** Runs that transfer files, with the upload that keeps these. */
export const transferRuns = sql`(select id, status, (definition->>'upload')::uuid as upload from ops_jobexecution
  where job_type = 'upload_file' and definition->>'upload' is not null)`;

/** Runs of jobs of every user. */
export const allJobRuns = sql`(select id, org_id, creator, job, date_created from ops_jobexecution)`;
