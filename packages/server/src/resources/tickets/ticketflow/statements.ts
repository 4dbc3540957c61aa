import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';

/** Removes the approval flows of an organization. */
export const removeFlowsOf = async (org: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from tickets_ticketflow where org_id = ${org}`);
};

/**
 * Adds an approval flow with one level, decided by superusers, for tickets of a type, unless the organization
 * has a flow for it.
 */
export const addFirstFlow = async (
  { type, org }: { type: string; org: string },
  db: Database,
): Promise<void> => {
  const rules = JSON.stringify([{ strategy: 'super_admin', assignees: [] }]);
  await db.rows(sql`insert into tickets_ticketflow (id, type, approval_level, rules, org_id, created_by, date_created)
    values (${randomUUID()}, ${type}, 1, ${rules}::jsonb, ${org}, 'System', now()) on conflict do nothing`);
};

/** Takes users out of the levels of an organization's own flows. */
export const leaveFlows = async (users: readonly string[], org: string, db: Database): Promise<void> => {
  await db.rows(sql`update tickets_ticketflow f set rules = (select coalesce(jsonb_agg(jsonb_set(r.value, '{assignees}', (
        select coalesce(jsonb_agg(a.value order by a.ordinality), '[]'::jsonb)
          from jsonb_array_elements_text(r.value -> 'assignees') with ordinality a
          where not a.value = any(${texts(users)}))) order by r.ordinality), '[]'::jsonb)
        from jsonb_array_elements(f.rules) with ordinality r)
      where f.org_id = ${org} and exists (select 1 from jsonb_array_elements(f.rules) r, jsonb_array_elements_text(r.value -> 'assignees') a
        where a.value = any(${texts(users)}))`);
};
