import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { allWaitingCommands } from '../../../resources/tickets/ticket/relations.ts';
import { closeConfirmation, outcomeOf } from './outcome.ts';

const lock = 'gatehouse_command_review';

/**
 * The ticket of a command that waits in a session already: a component asks again when it did not hear the answer, as after
 * the server was killed. One command at a time waits in a session, so tickets of others are closed. A text that does not
 * stand for one command only (`isExact`) shares no ticket. No other question about the session is answered until the
 * transaction ends.
 */
export const waitingReview = async (
  {
    session,
    filter,
    command,
    isExact,
  }: { session: string; filter: string; command: string; isExact: boolean },
  ctx: Context,
): Promise<string | undefined> => {
  await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtext(${lock}), hashtext(${session}))`);
  const waiting = await ctx.db.rows<{ id: string; filter: string | null; command: string | null }>(
    sql`select w.id::text as id, w.filter::text as filter, w.command from ${allWaitingCommands} w
      where w.linked_session = ${session} order by w.id`,
  );
  let found: string | undefined;
  for (const ticket of waiting) {
    const isSame = isExact && ticket.filter === filter && ticket.command === command;
    if (isSame && (await outcomeOf(ticket.id, ctx.db))?.state === 'pending') found = ticket.id;
    else await closeConfirmation(ticket.id, 'cancelled', ctx);
  }
  return found;
};
