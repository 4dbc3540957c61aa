import { sql } from 'drizzle-orm';

/** Tickets of every organization. */
export const allTickets = sql`(select id, applicant, status from tickets_ticket)`;

/** Which ticket asks for which asset. */
export const allTicketAssets = sql`(select ticket, asset from tickets_ticket_apply_assets)`;

/** Which ticket asks for which node. */
export const allTicketNodes = sql`(select ticket, node from tickets_ticket_apply_nodes)`;
