import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { displayOf } from '../../../engine/context.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import { existing, referable } from '../../../engine/fields/related.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';

/** What is said below tickets, by and to those they concern (reference 06 §C.5). */
export const commentBehaviour = (): Behaviour => ({
  visibleTo: async (ctx) => {
    const concerned = await referable(ctx.engine.resource('tickets.ticket'), ctx);
    return sql`t.ticket in (select t.id from tickets_ticket t where ${concerned})`;
  },
  filters: {
    ticket_id: (value) => sql`t.ticket = ${isUuid(value) ? value : refuse('invalid_uuid')}`,
  },
  beforeWrite: async ({ ctx }) => {
    const ticket = ctx.query.get('ticket_id');
    if (!ticket) throw fieldError('ticket_id', 'required');
    const concerned = await existing([ticket], 'tickets.ticket', ctx);
    if (!concerned.has(ticket)) throw fieldError('ticket_id', 'does_not_exist', { pk: ticket.slice(0, 64) });
    return { ticket, user: ctx.actor.id, user_display: displayOf(ctx.actor) };
  },
});
