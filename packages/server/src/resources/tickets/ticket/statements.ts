import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Locks a ticket until the transaction ends; other rows may still refer to it. */
export const lockTicket = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from tickets_ticket where id = ${id} for no key update`);
};

type TicketDay = { day: string; state: 'pending' | 'approved' | 'rejected' | 'closed'; count: number };

/** Tickets that a command filter opened since a day, by day and state. */
export const ticketsOfFilter = (
  filter: string,
  { from, zone }: { from: string; zone: string },
  db: Database,
): Promise<TicketDay[]> =>
  db.rows<TicketDay>(sql`select to_char(t.date_created at time zone ${zone}, 'YYYY-MM-DD') as day, t.state, count(*)::int as count from tickets_ticket t
    where t.type = 'command_confirm' and t.apply_from_cmd_filter_acl = ${filter} and t.date_created >= ${from}::timestamp at time zone ${zone} group by 1, 2`);

/** Tickets that a rule about sign-ins or connections opened since a day, by day and state; they name it. */
export const ticketsOfRule = (
  { type, org, name }: { type: 'login_confirm' | 'login_asset_confirm'; org: string; name: string },
  { from, zone }: { from: string; zone: string },
  db: Database,
): Promise<TicketDay[]> =>
  db.rows<TicketDay>(sql`select to_char(t.date_created at time zone ${zone}, 'YYYY-MM-DD') as day, t.state, count(*)::int as count from tickets_ticket t
    where t.type = ${type} and t.org_id = ${org} and t.comment = ${name} and t.date_created >= ${from}::timestamp at time zone ${zone} group by 1, 2`);
