import { type SQL, sql } from 'drizzle-orm';
import { isUuid } from '../../../platform/database.ts';

/** Condition over alias `t` that a ticket is open at a level that this user approves. */
export const waitingFor = (userId: string | undefined): SQL =>
  isUuid(userId)
    ? sql`(t.status = 'open' and t.process_map @> jsonb_build_array(jsonb_build_object(
        'approval_level', t.approval_step, 'assignees', jsonb_build_array(${userId}::text))))`
    : sql`false`;
