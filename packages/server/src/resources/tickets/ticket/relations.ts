import { sql } from 'drizzle-orm';

/** Tickets of every organization. */
export const allTickets = sql`(select id, applicant, status from tickets_ticket)`;

/** Links of access requests to assets. */
export const allTicketAssets = sql`(select ticket, asset from tickets_ticket_apply_assets)`;

/** Links of access requests to nodes. */
export const allTicketNodes = sql`(select ticket, node from tickets_ticket_apply_nodes)`;
