import { sql } from 'drizzle-orm';

/** Tickets of every organization. */
export const allTickets = sql`(select id, applicant, status from tickets_ticket)`;
