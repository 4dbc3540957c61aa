import { fieldError } from '@gatehouse/contract/errors.ts';
import type { comment } from '@gatehouse/contract/resources/tickets/comment.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import { existing } from '../../../engine/fields/related.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { visibleRows } from '../../../engine/visibleRows.ts';
import { isUuid } from '../../../platform/database.ts';
import { lockTicket } from '../ticket/statements.ts';

/** Maximum number of user comments per ticket. */
const most = 200;

/** Refuses comments beyond the limit; locks the ticket, so that concurrent comments cannot exceed it. */
const refuseMore = async (ticket: string, ctx: Context): Promise<void> => {
  await lockTicket(ticket, ctx.db);
  const said = await ctx.db.rows(
    sql`select 1 from tickets_comment where ticket = ${ticket} and type = 'common' limit ${most}`,
  );
  if (said.length === most) throw fieldError('body', 'ticket_comments_full', { max: most });
};

/** Comments on tickets, by and for their participants (reference 06 §C.5). */
export const commentBehaviour = (): Behaviour<typeof comment> => ({
  visibleTo: async (ctx) => {
    return sql`t.ticket in (select t.id from ${await visibleRows('tickets.ticket', ctx)} t)`;
  },
  filters: {
    ticket_id: (value) => sql`t.ticket = ${isUuid(value) ? value : refuse('invalid_uuid')}`,
  },
  beforeWrite: async ({ ctx }) => {
    const about = ctx.query.get('ticket_id');
    if (!about) throw fieldError('ticket_id', 'required');
    const concerned = await existing([about], 'tickets.ticket', ctx);
    if (!concerned.has(about)) throw fieldError('ticket_id', 'does_not_exist', { pk: about.slice(0, 64) });
    await refuseMore(about, ctx);
    return { ticket: about, user: ctx.actor.id, user_display: displayOf(ctx.actor) };
  },
});
