import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Tickets of every organization. */
export const allTickets = sql`(select id, applicant, status from tickets_ticket)`;

/** Links of access requests to assets. */
export const allTicketAssets = sql`(select ticket, asset from tickets_ticket_apply_assets)`;

/** Links of access requests to nodes. */
export const allTicketNodes = sql`(select ticket, node from tickets_ticket_apply_nodes)`;

/** A longer request, of more than 68 years, counts as this long. */
const mostSeconds = 2_147_483_647;

/** Seconds for which each of these tickets requests access, by id; tickets about something else are absent. */
export const durationsOf = async (ids: readonly string[], db: Database): Promise<Map<string, number>> => {
  const rows = await db.rows<{ id: string; seconds: number }>(
    sql`select t.id::text as id, coalesce(least(extract(epoch from t.apply_date_expired - t.apply_date_start), ${mostSeconds}), 0)::int as seconds from tickets_ticket t
      where t.id = any(${uuids(ids)}) and t.apply_date_start is not null and t.apply_date_expired is not null`,
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
};
