import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { NoteActivity } from '../../resources/noteActivity.ts';

/** Maximum length of a value in a line, in characters; the rest is cut off. */
const longest = 512;

const shortened = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.slice(0, longest)]));

/** Stores activity lines. */
export const addActivities: NoteActivity = async (notes, ctx) => {
  if (!notes.length) return [];
  const rows = notes.map(({ type, resourceId, orgId, key, params = {}, detailId }) => ({
    id: randomUUID(),
    r_type: type,
    content: JSON.stringify({ ...shortened(params), key }),
    resource_id: resourceId.slice(0, 36),
    detail_id: detailId ?? null,
    org_id: orgId,
  }));
  await ctx.db.rows(sql`insert into audits_activitylog (id, r_type, content, resource_id, detail_id, org_id, datetime)
    select r.*, clock_timestamp() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, r_type text, content text, resource_id text, detail_id text, org_id uuid)`);
  return rows.map((row) => row.id);
};

/** Stores the same line for each row of a relation with the columns `id` and `org_id`. */
export const addActivityOfEach = async (
  rows: SQL,
  content: Record<string, string>,
  ctx: Context,
): Promise<void> => {
  await ctx.db.rows(sql`insert into audits_activitylog (id, r_type, content, resource_id, org_id, datetime)
    select gen_random_uuid(), 'O', ${JSON.stringify(content)}, r.id::text, r.org_id, clock_timestamp() from ${rows} r`);
};

/** Activity lines from before a time, the oldest of each organization first: its index of times begins with the organization. */
const olderThan = (before: string, limit: number): SQL => sql`(with recursive orgs as (
    (select t.org_id from audits_activitylog t order by t.org_id limit 1)
    union all select (select t.org_id from audits_activitylog t where t.org_id > o.org_id order by t.org_id limit 1)
      from orgs o where o.org_id is not null)
  select old.id from orgs o cross join lateral (select t.id from audits_activitylog t
    where t.org_id = o.org_id and t.datetime < ${before} order by t.datetime limit ${limit}) old limit ${limit})`;

/** Removes up to `limit` activity lines written before a given time; returns how many were removed. */
export const removeActivitiesBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(
      sql`delete from audits_activitylog where id = any(array(select old.id from ${olderThan(before, limit)} old)) returning 1`,
    )
  ).length;

/** Number of activity lines written before a time, counted up to `most`. */
export const countActivitiesBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (await db.rows<{ rows: number }>(sql`select count(*)::int as rows from ${olderThan(before, most)} old`))[0]
    ?.rows ?? 0;
