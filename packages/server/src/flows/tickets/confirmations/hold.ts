import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import type { confirmationForm } from '@gatehouse/contract/tickets/ticketForms.ts';
import type { Context } from '../../../engine/context.ts';
import { fieldLabel } from '../../../engine/labels.ts';
import { updateRow } from '../../../engine/operations/store.ts';
import type { Row, Values } from '../../../engine/resource.ts';
import { publish } from '../../../platform/events.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';
import { me } from '../decide.ts';
import { type AnyTicket, changedAt } from '../steps.ts';
import { noteState } from '../tell.ts';
import { endOpened, isAnythingOpen } from './opened.ts';

/** A stored confirmation; each type adds what waits. */
export type Confirmation = Row<typeof applyloginticket>;

/** For how long the approver lets an approval hold. */
export type Hold = Pick<BodyOf<{ body: typeof confirmationForm }>, 'hold' | 'hold_minutes'>;

/**
 * Columns of an approval that holds as its approver says; only a command has a session that it could hold for, and only
 * one whose text tells what runs holds longer than once.
 */
export const holdColumns = (
  { type, rel_snapshot }: AnyTicket,
  { hold = 'once', hold_minutes }: Hold,
): Values<typeof applyloginticket> => {
  if (hold === 'session' && type !== 'command_confirm') throw fieldError('hold', 'invalid_choice');
  // The next command with the same text may not be the one that was approved.
  if (hold !== 'once' && rel_snapshot.apply_run_doubt) throw fieldError('hold', 'invalid_choice');
  if (hold !== 'minutes') return { hold };
  const minutes = Number(hold_minutes ?? 0);
  if (minutes < 1) throw fieldError('hold_minutes', 'required');
  return {
    hold,
    hold_minutes: minutes,
    date_hold_until: new Date(Date.now() + minutes * 60_000).toISOString(),
  };
};

/**
 * Whether an approval still holds, so that it can be taken back: for some minutes, for the session of a command, or as
 * long as anything is open that it let through.
 */
export const isHeld = async (ticket: Confirmation, { db }: Pick<Context, 'db'>): Promise<boolean> => {
  if (ticket.state !== 'approved' || ticket.date_revoked !== null) return false;
  if (ticket.hold === 'minutes' && (instantOf(ticket.date_hold_until)?.getTime() ?? 0) > Date.now())
    return true;
  return isAnythingOpen(ticket, db);
};

/**
 * Takes back an approval that still holds: what it opened is ended, and every server hears of it. `ticket` is
 * locked.
 */
export const revoke = async (
  ticket: Confirmation,
  resource: Parameters<typeof updateRow>[0],
  ctx: Context,
) => {
  if (!(await isHeld(ticket, ctx))) throw new AppError('ticket_not_held');
  const by = me(ctx);
  const at = new Date();
  const columns = {
    date_revoked: at.toISOString(),
    revoked_by: by.display.slice(0, 256),
    date_updated: changedAt(ticket),
  };
  await updateRow(resource, ticket.id, columns, ctx);
  await noteState(ticket, 'approve', { by, reason: 'revoked' }, ctx);
  const label = fieldLabel({ name: 'date_revoked', resource, ctx });
  const diff = { [label]: ['', formatDatetime(at, ctx.zone)] as [string, string] };
  await ctx.engine.record([{ action: 'update', resource, row: ticket, display: ticket.title, diff }], ctx);
  await endOpened(ticket, by.display, ctx);
  await publish(ctx.db, 'approval_revoked', ticket.id);
};
