import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Tickets of every organization. */
export const allTickets = sql`(select id, applicant, status, approval_step, process_map from tickets_ticket)`;

/** Commands that wait for a reviewer, each with its session and the filter that holds it. */
export const allWaitingCommands = sql`(select id, linked_session, apply_from_cmd_filter_acl as filter, apply_run_command as command from tickets_ticket where status = 'open' and type = 'command_confirm')`;

/** Tickets with the session in which their command was entered. */
export const ticketsFromSessions = sql`(select id, apply_from_session as session from tickets_ticket where apply_from_session is not null)`;

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

/** Approvals that hold beyond what was asked: for minutes, or a command for the rest of its session. */
export const allHeldApprovals = sql`(select id, type, applicant, apply_login_ip, apply_login_asset, apply_login_account,
  apply_from_session, apply_from_cmd_filter_acl, apply_from_rule, apply_run_command, rel_snapshot, date_hold_until from tickets_ticket
  where state = 'approved' and date_revoked is null and (hold = 'session' or (hold = 'minutes' and date_hold_until > now())))`;
