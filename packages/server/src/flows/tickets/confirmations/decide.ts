import type { Context } from '../../../engine/context.ts';
import { updateRow } from '../../../engine/operations/store.ts';
import type { Resource } from '../../../engine/resource.ts';
import { instantOf } from '../../../platform/time.ts';
import { activateTokensOf } from '../../connect/tokens.ts';
import { endStep, type Find, me, refuseOthers, type Turn, takeUp, tellPassed } from '../decide.ts';
import { nextStep } from '../steps.ts';
import { logDecision } from '../tell.ts';
import { type Confirmation, type Hold, holdColumns } from './hold.ts';

/** Approves the current step; the last approver says for how long the approval holds. */
export const passConfirmation = async (
  ticket: Confirmation,
  hold: Hold,
  resource: Resource,
  ctx: Context,
): Promise<void> => {
  const by = me(ctx);
  const held = holdColumns(ticket, hold);
  if (!nextStep(ticket)) await updateRow(resource, ticket.id, held, ctx);
  const after = await endStep(ticket, { state: 'approved', by }, ctx);
  if (after.state === 'approved') await activateTokensOf(after.id, instantOf(held.date_hold_until), ctx.db);
  await tellPassed(ticket, after, { by }, ctx);
};

/** Approves a confirmation that is the caller's to decide. */
export const approveConfirmation = async (
  find: Find<Confirmation>,
  read: { turn: () => Promise<Turn>; hold: () => Promise<Hold> },
  resource: Resource,
  ctx: Context,
): Promise<void> => {
  const ticket = await takeUp(find, read.turn);
  await refuseOthers(ticket, ctx);
  await passConfirmation(ticket, await read.hold(), resource, ctx);
  await logDecision(ticket, 'approve', {}, ctx);
};
