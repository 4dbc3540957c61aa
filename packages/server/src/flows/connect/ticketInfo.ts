import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { allTickets } from '../../resources/tickets/ticket/relations.ts';

/** Where a client asks about a ticket and gives it up. */
const addresses = {
  user: (ticket: string) =>
    ({
      check_ticket_api: { method: 'GET', url: `/api/v1/tickets/tickets/${ticket}/` },
      close_ticket_api: { method: 'PUT', url: `/api/v1/tickets/tickets/${ticket}/close/` },
    }) as const,
  component: (ticket: string) => {
    const url = `/api/v1/tickets/super-tickets/${ticket}/status/`;
    return {
      check_ticket_api: { method: 'GET', url },
      close_ticket_api: { method: 'DELETE', url },
    } as const;
  },
} as const;

/** What a client needs to wait for a ticket (reference 04 §17): its addresses, its page, and who may decide. */
export const ticketInfoOf = <For extends keyof typeof addresses>(
  ticket: string,
  assignees: readonly string[],
  client: For,
) => ({
  ...(addresses[client](ticket) as ReturnType<(typeof addresses)[For]>),
  ticket_detail_page_url: `/ui/tickets/tickets/${ticket}`,
  assignees: [...assignees],
});

/** Who may decide on tickets now, as logs name them, by ticket. */
export const assigneesOf = async (
  tickets: readonly string[],
  db: Database,
): Promise<ReadonlyMap<string, string[]>> => {
  const rows = await db.rows<{ id: string; assignees: string[] }>(
    sql`select t.id::text as id, t.process_map -> (t.approval_step - 1)::int -> 'assignees_display' as assignees
      from ${allTickets} t where t.id = any(${uuids(tickets)})`,
  );
  return new Map(rows.map(({ id, assignees }) => [id, assignees]));
};

/** What tokens say about the ticket for which they wait or waited; an empty object without one. */
export const ticketInfos = async (
  tokens: readonly { from_ticket: string | null }[],
  ctx: Context,
): Promise<object[]> => {
  const ids = tokens.flatMap(({ from_ticket }) => from_ticket ?? []);
  if (ids.length === 0) return tokens.map(() => ({}));
  const known = await assigneesOf(ids, ctx.db);
  return tokens.map(({ from_ticket }) => {
    const assignees = from_ticket ? known.get(from_ticket) : undefined;
    if (!from_ticket || !assignees) return {};
    return ticketInfoOf(from_ticket, assignees, ctx.actor.isServiceAccount ? 'component' : 'user');
  });
};
