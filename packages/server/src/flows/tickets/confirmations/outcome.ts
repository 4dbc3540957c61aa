import { ticket as definition } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import type { Context } from '../../../engine/context.ts';
import { lockRows } from '../../../engine/operations/store.ts';
import { type Database, isUuid } from '../../../platform/database.ts';
import { overdueTickets, standingOf } from '../../../resources/tickets/ticket/standing.ts';
import { endStep } from '../decide.ts';
import { type AnyTicket, isOverdue, type Processor } from '../steps.ts';
import { type EndReason, noteState } from '../tell.ts';
import { desertedConfirmations, isDeserted } from './deserted.ts';

/** How a ticket stands, and who decided; without a decision, the applicant stands for who closed it. */
export type Outcome = {
  state: 'pending' | 'approved' | 'rejected' | 'closed';
  by: Processor | undefined;
  /** Whether it is closed because its approval was taken back. */
  isRevoked: boolean;
  /** Whether the ticket is closed because no user was left who could decide. */
  isDeserted: boolean;
};

/** The state of a ticket as of now; undefined if there is none. Waiters ask again on the event `ticket_ended`. */
export const outcomeOf = async (ticketId: string, db: Database): Promise<Outcome | undefined> => {
  const row = isUuid(ticketId) ? await standingOf(ticketId, db) : undefined;
  if (!row) return undefined;
  const { state, process_map } = row;
  // What nobody decided in time counts as closed at once; the row and the event follow within ten minutes.
  const unheard = { state: 'closed', by: undefined, isRevoked: false } as const;
  if (state === 'pending' && isOverdue(row)) return { ...unheard, isDeserted: false };
  // So does a ticket that no user is left to decide.
  if (state === 'pending' && (await isDeserted(row, db))) return { ...unheard, isDeserted: true };
  const last = process_map.findLast((step) => step.state !== 'pending');
  const by =
    state === 'pending' || !last ? undefined : { id: last.processor, display: last.processor_display };
  // What was taken back lets nothing through any more.
  const wasDeserted = state === 'closed' && by?.id === '';
  return { state: row.is_revoked ? 'closed' : state, by, isRevoked: row.is_revoked, isDeserted: wasDeserted };
};

/** An open ticket, locked until the transaction ends; undefined once it has ended. */
const takeOpen = async (ticketId: string, ctx: Context): Promise<AnyTicket | undefined> => {
  if (!isUuid(ticketId)) return undefined;
  const [row] = await lockRows(ctx.engine.resource(definition), [ticketId], ctx);
  return row?.status === 'open' ? row : undefined;
};

/**
 * Closes a confirmation whose cause has ended; returns whether it was open. Whatever races with it, an approval, a
 * cancellation or another closing: the first counts, and the others change nothing.
 */
export const closeConfirmation = async (
  ticketId: string,
  reason: EndReason,
  ctx: Context,
): Promise<boolean> => {
  const ticket = await takeOpen(ticketId, ctx);
  if (!ticket) return false;
  const by = { id: ticket.applicant ?? '', display: ticket.rel_snapshot.applicant };
  const ended = reason === 'no_reviewer' ? { id: '', display: '' } : by;
  const after = await endStep(ticket, { state: 'closed', by: ended }, ctx);
  await noteState(after, 'close', { by, reason: isOverdue(ticket) ? 'timed_out' : reason }, ctx);
  return true;
};

const closeEach = async (
  tickets: readonly string[],
  reason: EndReason,
  {
    db,
    contextIn,
    signal,
  }: { db: Database; contextIn: (db: Database) => Context; signal?: AbortSignal | undefined },
): Promise<number> => {
  let closed = 0;
  for (const id of tickets) {
    signal?.throwIfAborted();
    if (await db.transaction((tx) => closeConfirmation(id, reason, contextIn(tx)))) closed += 1;
  }
  return closed;
};

/** Closes confirmations that have waited too long for their reviewers; returns how many. */
export const closeOverdue = async (
  db: Database,
  contextIn: (db: Database) => Context,
  signal?: AbortSignal,
): Promise<number> =>
  closeEach(await overdueTickets(CONFIRMATION_MINUTES, db), 'timed_out', { db, contextIn, signal });

/** Closes confirmations that no user could decide any more; returns how many. */
export const closeDeserted = async (
  db: Database,
  contextIn: (db: Database) => Context,
  signal?: AbortSignal,
): Promise<number> => closeEach(await desertedConfirmations(db), 'no_reviewer', { db, contextIn, signal });
