import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** An entry of the operate log. */
export type OperateLog = {
  id: string;
  user: string;
  action: string;
  resource_key: string;
  resource: string;
  resource_id: string;
  remote_addr: string;
  org_id: string;
  diff: Record<string, readonly string[]>;
  reversal?: unknown;
};

/** Adds entries to the operate log. */
export const addOperateLogs = async (rows: readonly OperateLog[], db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_operatelog (id, "user", action, resource_key, resource, resource_id, remote_addr, org_id, diff, reversal, datetime)
    select r.id, r."user", r.action, r.resource_key, r.resource, r.resource_id, r.remote_addr, r.org_id, r.diff, r.reversal, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "user" text, action text, resource_key text, resource text, resource_id text, remote_addr text, org_id uuid, diff jsonb, reversal jsonb)`);
};

/** Deletes a batch of entries older than a time; returns how many. */
export const removeOperateLogsBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from audits_operatelog where id in
      (select t.id from audits_operatelog t where t.datetime < ${before} limit ${limit}) returning 1`)
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countOperateLogsBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (
    await db.rows<{ rows: number }>(sql`select count(*)::int as rows from
      (select 1 from audits_operatelog t where t.datetime < ${before} limit ${most}) as old`)
  )[0]?.rows ?? 0;
