import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** A job as it is when a run begins. */
export type StoredJob = { id: string; org_id: string; creator: string; definition: JobSnapshot };

/** A job with its current definition; undefined if it was deleted. */
export const storedJob = async (id: string, db: Database): Promise<StoredJob | undefined> => {
  const [row] = await db.rows<
    Omit<JobSnapshot, 'assets'> & { id: string; org_id: string; creator: string; assets: string[] }
  >(
    sql`select t.id::text as id, t.org_id::text as org_id, t.creator::text as creator, t.name, t.module, t.args, t.runas,
      t.runas_policy, t.timeout::int as timeout, t.chdir, t.assets, t.instant, t.use_parameter_define, t.parameters_define
      from ops_job t where t.id = ${id}::uuid`,
  );
  if (!row) return undefined;
  const { id: job, org_id, creator, ...definition } = row;
  return { id: job, org_id, creator, definition };
};
