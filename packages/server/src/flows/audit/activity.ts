import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import {
  type Aged,
  countOld,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../platform/statements/aged.ts';
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

/** Activity lines, by when they were written. */
const lines: Aged = {
  table: sql`audits_activitylog`,
  time: sql`t.datetime`,
  order: sql`t.datetime`,
  ...each,
  ...moments,
};

/** Removes a batch of old activity lines. */
export const removeActivitiesBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(lines, oldestOfEach(lines, span), span, db);

/** Counts a batch of old activity lines. */
export const countActivitiesBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(lines, span), db);
