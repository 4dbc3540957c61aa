import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { comment as commentDefinition } from '@gatehouse/contract/resources/tickets/comment.ts';
import type { Context } from '../../../engine/context.ts';
import { findRow } from '../../../engine/operations/read.ts';
import { createMany } from '../../../engine/operations/write.ts';
import { passConfirmation } from '../confirmations/decide.ts';
import type { Confirmation } from '../confirmations/hold.ts';
import { approveAsIs, refuse, refuseOthers, takeUp } from '../decide.ts';
import type { AnyTicket, Ticket } from '../steps.ts';
import { logDecision } from '../tell.ts';
import type { LinkCase } from './linkCase.ts';
import type { DecisionLinks } from './links.ts';

/** A decision as the page sends it. */
export type LinkDecision = { action: 'approve' | 'reject'; comment: string };

const say = async (ticket: AnyTicket, body: string, ctx: Context): Promise<void> => {
  const about = { ...ctx, query: new URLSearchParams({ ticket_id: ticket.id }) };
  const [said] = await createMany(ctx.engine.resource(commentDefinition), [{ body }], about);
  if (said?.errors) throw new ValidationError(said.errors);
};

const approve = async (ticket: AnyTicket, { resource }: LinkCase, ctx: Context): Promise<void> => {
  if (ticket.type !== 'apply_asset')
    return passConfirmation(ticket as unknown as Confirmation, {}, resource, ctx);
  const request = await findRow(ctx.engine.resource(applyassetticket), ticket.id, ctx);
  await approveAsIs(request as Ticket, ctx);
};

/**
 * Decides on the ticket of a link as its reviewer, and uses the link; both or neither, in the transaction of `ctx`.
 * An approval holds once, and approves a request as it was asked.
 */
export const decideByLink = async (
  found: LinkCase,
  { action, comment }: LinkDecision,
  links: DecisionLinks,
  ctx: Context,
): Promise<void> => {
  const { link, resource } = found;
  const find = async (options?: { lock?: true }) =>
    (await findRow(resource, link.ticket, ctx, options)) as unknown as AnyTicket;
  const ticket = await takeUp(find, async () => ({ approval_step: link.step }));
  await refuseOthers(ticket, ctx);
  if (!(await links.use(link, ctx.db))) throw new AppError('ticket_closed');
  if (comment !== '') await say(ticket, comment, ctx);
  if (action === 'reject') await refuse(ticket, ctx);
  else await approve(ticket, found, ctx);
  await logDecision(ticket, action, {}, ctx);
};
