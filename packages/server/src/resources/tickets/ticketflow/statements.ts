import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

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
